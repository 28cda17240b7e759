import { stopEventMails } from '@folkmoot/contract/events/api.ts';
import { Checkbox } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../core/api-client.ts';
import { errorMessage } from '../../core/api-error.ts';
import { Problem } from '../../core/form.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import css from '../lists/lists.module.css';

const route = getRouteApi('/frame/events/stop-mail');

/** The target of the link in unsolicited email: stop all email about the event, and report it. */
export function StopMailScreen() {
  const { event = '', token = '' } = route.useSearch();
  const [report, setReport] = useState(false);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<string>();
  const [problem, setProblem] = useState<string>();
  usePageTitle('Stop emails');
  const stop = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      setSaid((await call(stopEventMails, { eventId: event, token, report })).message);
    } catch (error) {
      setProblem(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <PageHeader title="Stop emails about this event" />
      <div className={css.scroll}>
        <div className={css.list}>
          {said === undefined ? (
            <>
              {problem && <Problem>{problem}</Problem>}
              <p>
                Someone registered your address for this event, or one of its hosts gave it to us. You can stop all
                emails about the event.
              </p>
              <Checkbox
                label="Also report the event: I don’t know these people, or the email is spam."
                checked={report}
                onChange={({ currentTarget }) => setReport(currentTarget.checked)}
              />
              <div>
                <LoadingButton loading={busy} loadingLabel="Stopping" onClick={() => void stop()}>
                  Stop all emails about this event
                </LoadingButton>
              </div>
            </>
          ) : (
            <p role="status">{said}</p>
          )}
        </div>
      </div>
    </>
  );
}
