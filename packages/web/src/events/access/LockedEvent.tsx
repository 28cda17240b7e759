import { checkAccess, openWithPasscode, requestAccess } from '@folkmoot/contract/events/api.ts';
import { Passcode } from '@folkmoot/contract/events/schema.ts';
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { call } from '../../core/api-client.ts';
import { isStatus } from '../../core/api-error.ts';
import { Form, useFields, useSubmit } from '../../core/form.tsx';
import { apiQuery, apiQueryKey } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { useMe, useMyId } from '../../core/session.tsx';
import { toast } from '../../core/toasts/toast.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { DialogContext } from '../../ui/dialog/DialogProvider.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import css from '../page/event.module.css';
import { refreshEvent } from '../queries.ts';
import { keepPass } from './access-tokens.ts';

/** A placeholder id in an address that needs a person's id: the server answers 401, which leads to signing in. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

type Props = { eventId: string; alias: string; onOpened: (token: string) => void };

/** A private event that you may not see: enter its passcode, or ask for access. Closing it leads to the events. */
export function LockedEvent({ eventId, alias, onOpened }: Props) {
  const navigate = useNavigate();
  const leave = () => void navigate({ to: '/events' });
  return (
    <div className={css.locked}>
      <DialogContext value={{ id: undefined, opened: true, top: true, close: leave, leave, exited: nothing }}>
        <PasscodeDialog eventId={eventId} alias={alias} onOpened={onOpened} />
      </DialogContext>
    </div>
  );
}

function PasscodeDialog({ eventId, alias, onOpened }: Props) {
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
    <Dialog
      title="This event is private"
      width={440}
      footerStart={<AskForAccess eventId={eventId} alias={alias} />}
      footer={
        <LoadingButton type="submit" form="passcode" loading={submission.busy} loadingLabel="Checking">
          Confirm
        </LoadingButton>
      }
    >
      <p>Enter its passcode, or ask the hosts to let you in.</p>
      <Form {...submission} id="passcode">
        <TextInput label="Passcode" autoComplete="off" data-autofocus {...form.getInputProps('passcode')} />
      </Form>
    </Dialog>
  );
}

function AskForAccess({ eventId, alias }: Pick<Props, 'eventId' | 'alias'>) {
  const navigate = useNavigate();
  const userId = useMyId();
  const me = useMe();
  const [busy, setBusy] = useState(false);
  const asked = { userId, eventId };
  const check = useQuery({ ...apiQuery(checkAccess, asked), enabled: userId !== '' });
  if (isStatus(check.error, 403)) return <span role="status">You have already asked for access.</span>;
  if (check.data?.data.status === 'refused') return <span role="status">The hosts have declined your request.</span>;
  const ask = async () => {
    setBusy(true);
    try {
      const { message } = await call(requestAccess, {
        ...asked,
        userId: userId || NOBODY,
        user_name: me ? `${me.user.firstName} ${me.user.lastName}` : '',
        user_email: me?.user.email ?? '',
      });
      toast.done(message);
    } catch (error) {
      if (isStatus(error, 401)) return void navigate({ to: '/sign-in', search: { next: `/${alias}` } });
      if (!isStatus(error, 403)) toast.failed(error, { fallback: 'Could not ask for access.' });
    } finally {
      setBusy(false);
    }
    void queryClient.invalidateQueries({ queryKey: apiQueryKey(checkAccess, asked) });
  };
  return (
    <Button variant="default" loading={busy} onClick={() => void ask()}>
      Request access
    </Button>
  );
}

function nothing(): void {}
