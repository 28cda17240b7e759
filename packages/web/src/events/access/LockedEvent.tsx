import { checkAccess, openWithPasscode, requestAccess } from '@folkmoot/contract/events/api.ts';
import { Passcode } from '@folkmoot/contract/events/schema.ts';
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { z } from 'zod';
import { keepIntent, takeIntent } from '../../communities/intent.ts';
import { call } from '../../core/api-client.ts';
import { isStatus } from '../../core/api-error.ts';
import { Form, useFields, useSubmit } from '../../core/form.tsx';
import { apiQuery, apiQueryKey } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { useMe, useMyId } from '../../core/session.tsx';
import { toast } from '../../core/toasts/toast.ts';
import { Illustration } from '../../ui/feedback/Illustration.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { LinkButton } from '../../ui/layout/links.tsx';
import css from './locked.module.css';
import '../../styles/app.css';
import '../../styles/forms.css';
import { refreshEvent } from '../queries.ts';
import { keepPass } from './access-tokens.ts';

type Props = {
  eventId: string;
  alias: string;
  /** Whether the link of an email led here: it gives no access any more. */
  linked: boolean;
  onOpened: (token: string) => void;
};

/** The page of a private event that you may not see: enter its passcode, or ask for access. */
export function LockedEvent({ eventId, alias, linked, onOpened }: Props) {
  return (
    <article className={css.locked}>
      <Illustration art="door" />
      <h1>This event is private</h1>
      <p>Only people the hosts let in can see it.</p>
      {linked && <p role="status">The link that led you here no longer works: it was used or taken back.</p>}
      <section className={css.way} aria-labelledby="passcode-way">
        <h2 id="passcode-way">Have a passcode?</h2>
        <PasscodeForm eventId={eventId} onOpened={onOpened} />
      </section>
      <section className={css.way} aria-labelledby="ask-way">
        <h2 id="ask-way">No passcode?</h2>
        <AskForAccess eventId={eventId} alias={alias} />
      </section>
      <LinkButton to="/events" variant="subtle">
        Go to events
      </LinkButton>
    </article>
  );
}

function PasscodeForm({ eventId, onOpened }: Pick<Props, 'eventId' | 'onOpened'>) {
  const form = useFields({ schema: z.object({ passcode: Passcode }), initial: { passcode: '' } });
  const submission = useSubmit(
    form,
    async ({ passcode }) => {
      const { data } = await call(openWithPasscode, { eventId, passcode });
      keepPass(eventId, data.token);
      onOpened(data.token);
      refreshEvent(eventId);
    },
    'Could not check the passcode.',
  );
  return (
    <Form {...submission} className={css.passcode}>
      <TextInput label="Passcode" autoComplete="off" {...form.getInputProps('passcode')} />
      <LoadingButton type="submit" loading={submission.busy} loadingLabel="Checking">
        Confirm
      </LoadingButton>
    </Form>
  );
}

function AskForAccess({ eventId, alias }: Pick<Props, 'eventId' | 'alias'>) {
  const userId = useMyId();
  const me = useMe();
  const [busy, setBusy] = useState(false);
  const asked = { userId, eventId };
  const check = useQuery({ ...apiQuery(checkAccess, asked), enabled: userId !== '' });
  // Somebody pressed it before they signed in.
  const goesOn = check.data?.data.status === 'none';
  const goOn = useEffectEvent(() => {
    if (takeIntent('access', eventId)) void ask();
  });
  useEffect(() => {
    if (goesOn) goOn();
  }, [goesOn]);
  if (isStatus(check.error, 403))
    return (
      <p role="status">
        <b>Request sent.</b> We’ll email you when a host answers.
      </p>
    );
  if (check.data?.data.status === 'refused') return <p role="status">The hosts have declined your request.</p>;
  async function ask(): Promise<void> {
    setBusy(true);
    try {
      await call(requestAccess, {
        ...asked,
        user_name: me ? `${me.user.firstName} ${me.user.lastName}` : '',
        user_email: me?.user.email ?? '',
      });
    } catch (error) {
      if (!isStatus(error, 403)) toast.failed(error, { fallback: 'Could not ask for access.' });
    } finally {
      setBusy(false);
    }
    void queryClient.invalidateQueries({ queryKey: apiQueryKey(checkAccess, asked) });
  }
  if (userId === '')
    return (
      <>
        <p>
          Ask the hosts to let you in. They answer people with an account, so sign in first: your request is sent then.
        </p>
        <LinkButton
          to="/sign-in"
          search={{ next: `/${alias}` }}
          variant="default"
          onClick={() => keepIntent('access', eventId)}
        >
          Sign in to request access
        </LinkButton>
      </>
    );
  return (
    <>
      <p>Ask the hosts to let you in. They’ll see your name and email address.</p>
      <Button variant="default" loading={busy} onClick={() => void ask()}>
        Request access
      </Button>
    </>
  );
}
