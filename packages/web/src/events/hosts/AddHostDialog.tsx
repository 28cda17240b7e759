import type { PersonView } from '@folkmoot/contract/accounts/schema.ts';
import { addHost } from '@folkmoot/contract/events/api.ts';
import { suggestHosts } from '@folkmoot/contract/events/hosts-api.ts';
import type { HostView } from '@folkmoot/contract/events/schema.ts';
import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PeoplePicker } from '../../communities/members/PeoplePicker.tsx';
import { call } from '../../core/api-client.ts';
import { ApiError, errorMessage } from '../../core/api-error.ts';
import { apiQuery } from '../../core/queries.ts';
import { toast } from '../../core/toasts/toast.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useCloseDialog, useUnsaved } from '../../ui/dialog/DialogProvider.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import css from '../editing/event-form.module.css';
import { HOST_ROLES, noteHosts } from './host-list.ts';

/** Asks people to host an event or to be featured: guests of it, people of your communities, or anybody by their address. */
export function AddHostDialog({ eventId }: { eventId: string }) {
  const close = useCloseDialog();
  const guests = useQuery(apiQuery(suggestHosts, { eventId })).data?.data ?? [];
  const [chosen, setChosen] = useState<readonly PersonView[]>([]);
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<HostView['role']>('host');
  const leave = useUnsaved(chosen.length > 0 || email !== '');
  const [problem, setProblem] = useState<{ people?: string; email?: string }>({});
  const [busy, setBusy] = useState(false);
  const add = async () => {
    if (chosen.length === 0 && email.trim() === '')
      return setProblem({ people: 'Choose someone, or enter an email address.' });
    setBusy(true);
    setProblem({});
    let left = chosen;
    try {
      for (const person of chosen) {
        const { data } = await call(addHost, { eventId, userId: person.id, role });
        noteHosts(eventId, data);
        left = left.filter(({ id }) => id !== person.id);
      }
      if (email.trim() !== '') noteHosts(eventId, (await call(addHost, { eventId, email, role })).data);
      toast.done('Invitation sent. They can answer from the email or on the event page.');
      close();
    } catch (error) {
      // People who are on the list are not invited again.
      setChosen(left);
      const wrong = error instanceof ApiError ? error.fields.email : undefined;
      setProblem(wrong === undefined ? { people: errorMessage(error) } : { email: wrong });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      title="Add a host"
      footer={
        <>
          <Button variant="subtle" onClick={leave}>
            Cancel
          </Button>
          <LoadingButton loading={busy} loadingLabel="Inviting" onClick={() => void add()}>
            Invite
          </LoadingButton>
        </>
      }
    >
      <div className={css.section}>
        <SegmentedControl
          aria-label="Role"
          data={HOST_ROLES}
          value={role}
          onChange={(next) => setRole(next as HostView['role'])}
        />
        <p className={css.note}>
          {role === 'host'
            ? 'Hosts edit the event and manage its guests.'
            : 'Featured guests are shown on the page, such as speakers.'}{' '}
          We’ll ask them first. Nothing changes until they accept.
        </p>
        <PeoplePicker
          chosen={chosen}
          onChange={(people) => {
            setChosen(people);
            setProblem({});
          }}
          problem={problem.people ?? null}
          first={{ heading: 'Guests of this event', people: guests }}
        >
          <TextInput
            type="email"
            inputMode="email"
            autoComplete="off"
            label="Email address"
            description="For someone you can’t find by name. They don’t need an account yet."
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            value={email}
            error={problem.email}
            onChange={({ currentTarget }) => {
              setEmail(currentTarget.value);
              setProblem({});
            }}
          />
        </PeoplePicker>
      </div>
    </Dialog>
  );
}
