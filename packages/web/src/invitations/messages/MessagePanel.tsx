import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { firstTimes, timeOptions, toEpoch, toWall } from '@folkmoot/contract/events/times-rules.ts';
import {
  previewGuestMessage,
  sendGuestMessage,
  testGuestMessage,
} from '@folkmoot/contract/invitations/messages-api.ts';
import type { Audience } from '@folkmoot/contract/invitations/messages-schema.ts';
import type { Question } from '@folkmoot/contract/questionnaires/schema.ts';
import type { TicketView } from '@folkmoot/contract/tickets/schema.ts';
import { SegmentedControl } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../core/api-client.ts';
import { errorMessage } from '../../core/api-error.ts';
import { Problem } from '../../core/form.tsx';
import { useApiMutation } from '../../core/queries.ts';
import { refreshEvent } from '../../events/queries.ts';
import { DayInput } from '../../events/times/DayInput.tsx';
import { TimeInput } from '../../events/times/TimeInput.tsx';
import { LetterPanel } from '../letter/LetterPanel.tsx';
import css from '../letter/letter.module.css';
import { messageFor } from '../letter/letter.ts';
import { AudienceFields } from './AudienceFields.tsx';
import { guestsIn, leftOut } from './message-words.ts';

type Props = {
  event: EventView;
  sender: string;
  tickets: readonly TicketView[];
  questions: readonly Question[];
};

const WHEN = [
  { value: 'now', label: 'Send now' },
  { value: 'later', label: 'Schedule' },
];

const now = () => Math.floor(Date.now() / 1000);

/** Writes to guests of an event, now or at a later time on the event's clock. */
export function MessagePanel({ event, sender, tickets, questions }: Props) {
  const eventId = event.id;
  const zone = event.time_zone;
  const [to, setTo] = useState<Audience>({ status: ['going'] });
  const [when, setWhen] = useState('now');
  const [time, setTime] = useState(() => {
    const { startDate, startTime } = firstTimes(now(), zone);
    return { date: startDate, time: startTime };
  });
  const [tried, setTried] = useState(false);
  const [late, setLate] = useState<string>();
  const [edited, setEdited] = useState(false);
  const numbers = useQuery({
    // Not by the event: what its mailings do is no reason to count again.
    queryKey: ['message-preview', eventId, to],
    queryFn: ({ signal }) => call(previewGuestMessage, { eventId, to }, { signal }),
    enabled: to.status.length > 0,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const test = useApiMutation(testGuestMessage, { failed: 'Could not send the test.' });
  const counted = to.status.length > 0 ? numbers.data : undefined;
  const isLater = when === 'later';
  const at = isLater && time.date !== '' && time.time !== '' ? toEpoch(time.date, time.time, zone) : undefined;
  const wrongTime = !isLater
    ? undefined
    : at === undefined
      ? 'Choose a day and a time.'
      : at <= now()
        ? 'Choose a time in the future.'
        : late;
  const nobody = to.status.length === 0 ? 'Choose who gets it.' : undefined;
  return (
    <LetterPanel
      title="Message guests"
      initial={() => messageFor(sender)}
      edited={edited}
      isTesting={test.isPending}
      onTest={(emailContent) => test.mutate({ eventId, emailContent })}
      onTried={() => setTried(true)}
      wrong={nobody !== undefined || wrongTime !== undefined}
      deliver={async (id, emailContent) => {
        const more = at === undefined ? { digest: counted?.digest } : { send_at: at };
        const done = await call(sendGuestMessage, { eventId, id, emailContent, to, ...more });
        refreshEvent(eventId);
        return done;
      }}
      onRefused={({ fields }) => {
        setLate(fields.send_at);
        void numbers.refetch();
      }}
      ready={isLater || (counted !== undefined && counted.count > 0 && !numbers.isFetching) || nobody !== undefined}
      submitLabel={isLater ? 'Schedule' : 'Send'}
      sum={
        numbers.error ? (
          <Problem>{errorMessage(numbers.error)}</Problem>
        ) : (
          counted && `${isLater ? 'Now it would go to' : 'To'} ${guestsIn(counted.count)}`
        )
      }
    >
      <AudienceFields
        to={to}
        onChange={(changed) => {
          setTo(changed);
          setEdited(true);
        }}
        tickets={tickets}
        questions={questions}
        checkedIn={counted?.checkedIn ?? false}
        problem={tried ? nobody : undefined}
      />
      {counted &&
        leftOut(counted).map((sentence) => (
          <p key={sentence} className={css.note}>
            {sentence}
          </p>
        ))}
      <div className={css.who}>
        <SegmentedControl aria-label="When" size="sm" data={WHEN} value={when} onChange={setWhen} />
        {isLater && (
          <>
            <div className={css.two}>
              <DayInput
                label="Day"
                value={time.date}
                minDate={toWall(now(), zone).date}
                error={tried ? wrongTime : undefined}
                onChange={(date) => {
                  setTime({ ...time, date });
                  setLate(undefined);
                  setEdited(true);
                }}
              />
              <TimeInput
                label="Time"
                value={time.time}
                options={timeOptions(time.date || toWall(now(), zone).date, zone)}
                on={time.date === '' ? undefined : { date: time.date, zone }}
                onChange={(clock) => {
                  setTime({ ...time, time: clock });
                  setLate(undefined);
                  setEdited(true);
                }}
              />
            </div>
            <p className={css.note}>
              On the event’s clock ({zone.replaceAll('_', ' ')}). It goes to the guests who fit at that time.
            </p>
          </>
        )}
      </div>
    </LetterPanel>
  );
}
