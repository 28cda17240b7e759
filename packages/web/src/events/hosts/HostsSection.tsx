import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import type { PersonView } from '@folkmoot/contract/accounts/schema.ts';
import { addHost, listHosts, removeHost } from '@folkmoot/contract/events/api.ts';
import type { HostRow } from '@folkmoot/contract/events/invitations-schema.ts';
import type { EventView, HostView } from '@folkmoot/contract/events/schema.ts';
import { Button, SegmentedControl, Select } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PeoplePicker } from '../../communities/members/PeoplePicker.tsx';
import { call } from '../../core/api-client.ts';
import { errorMessage } from '../../core/api-error.ts';
import { apiQuery, apiQueryKey, useApiMutation } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { toast } from '../../core/toasts/toast.ts';
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useCloseDialog, useShowDialog, useUnsaved } from '../../ui/dialog/DialogProvider.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { Avatar } from '../../ui/identity/Avatar.tsx';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import css from '../editing/event-form.module.css';
import { refreshEvent } from '../queries.ts';

const ROLES = [
  { value: 'host', label: 'Host' },
  { value: 'featured_guest', label: 'Featured guest' },
];

function noteHosts(eventId: string, data: HostRow[]): void {
  queryClient.setQueryData(apiQueryKey(listHosts, { eventId }), { data });
  refreshEvent(eventId);
}

/** Hosts and featured guests: invite them, change their role, remove them. The creator stays. */
export function HostsSection({ event }: { event: EventView }) {
  const eventId = event.id;
  const show = useShowDialog();
  const confirm = useConfirm();
  const hosts = useQuery(apiQuery(listHosts, { eventId }));
  const change = useApiMutation(addHost, { onDone: ({ data }) => noteHosts(eventId, data) });
  const closed = event.status === 'cancelled';
  const remove = (host: HostRow) =>
    confirm({
      title: `Remove ${fullName(host)}?`,
      body: host.pending ? 'Their invitation will be withdrawn.' : 'They will no longer be able to manage this event.',
      verb: 'Remove',
      busyVerb: 'Removing',
      danger: true,
      run: async () => {
        try {
          const { message, data } = await call(removeHost, { eventId, userId: host.id });
          noteHosts(eventId, data);
          toast.done(message);
        } catch (error) {
          toast.failed(error);
          throw error;
        }
      },
    });
  return (
    <>
      {hosts.isError && <ErrorState error={hosts.error} again={hosts.refetch} level={3} />}
      {hosts.isPending && (
        <LoadingFallback>
          <SkeletonRows rows={1} round />
        </LoadingFallback>
      )}
      {hosts.data && (
        <ul className={css.list} aria-label="Hosts and featured guests">
          {hosts.data.data.map((host) => (
            <li key={host.id} className={css.person}>
              <Avatar person={host} size={36} />
              <span>
                <b dir="auto">{fullName(host)}</b>
                <small>{host.pending ? 'Invited, no answer yet' : host.email}</small>
              </span>
              {host.isCreator ? (
                <small>Created it</small>
              ) : (
                <>
                  <Select
                    aria-label={`Role of ${fullName(host)}`}
                    w={160}
                    allowDeselect={false}
                    disabled={closed}
                    data={ROLES}
                    value={host.role}
                    onChange={(role) =>
                      role &&
                      role !== host.role &&
                      change.mutate({ eventId, userId: host.id, role: role as HostView['role'] })
                    }
                  />
                  <IconButton label={`Remove ${fullName(host)}`} onClick={() => remove(host)}>
                    <IconTrash size={18} />
                  </IconButton>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {!closed && (
        <div>
          <Button
            variant="default"
            size="sm"
            leftSection={<IconPlus size={16} />}
            onClick={() => show(<AddHostDialog eventId={eventId} />)}
          >
            Add a host
          </Button>
        </div>
      )}
    </>
  );
}

function AddHostDialog({ eventId }: { eventId: string }) {
  const close = useCloseDialog();
  const [chosen, setChosen] = useState<readonly PersonView[]>([]);
  const [role, setRole] = useState<HostView['role']>('host');
  const leave = useUnsaved(chosen.length > 0);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const add = async () => {
    if (chosen.length === 0) return setProblem('Choose somebody.');
    setBusy(true);
    setProblem(null);
    let left = chosen;
    try {
      for (const person of chosen) {
        const { data } = await call(addHost, { eventId, userId: person.id, role });
        noteHosts(eventId, data);
        left = left.filter(({ id }) => id !== person.id);
      }
      toast.done('Invitation sent. They can answer from the email or on the event page.');
      close();
    } catch (error) {
      // People who are on the list are not invited again.
      setChosen(left);
      setProblem(errorMessage(error));
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
          data={ROLES}
          value={role}
          onChange={(next) => setRole(next as HostView['role'])}
        />
        <p className={css.note}>
          {role === 'host'
            ? 'Hosts edit the event and manage its guests.'
            : 'Featured guests are shown on the page, such as speakers.'}{' '}
          We will ask them first. Nothing changes until they accept.
        </p>
        <PeoplePicker
          chosen={chosen}
          onChange={(people) => {
            setChosen(people);
            setProblem(null);
          }}
          problem={problem}
        />
      </div>
    </Dialog>
  );
}
