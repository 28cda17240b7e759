import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import { addHost, listHosts, removeHost } from '@folkmoot/contract/events/api.ts';
import { handOverEvent } from '@folkmoot/contract/events/handover-api.ts';
import type { HostRow } from '@folkmoot/contract/events/invitations-schema.ts';
import type { EventView, HostView } from '@folkmoot/contract/events/schema.ts';
import { Button, Select } from '@mantine/core';
import { IconArrowsExchange, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../core/api-client.ts';
import { lazyPart } from '../../core/lazy.ts';
import { apiQuery, apiQueryKey, useApiMutation } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { useSession } from '../../core/session.tsx';
import { toast } from '../../core/toasts/toast.ts';
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { Avatar } from '../../ui/identity/Avatar.tsx';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import css from '../editing/event-form.module.css';
import { HOST_ROLES, noteHosts } from './host-list.ts';

const AddHostDialog = lazyPart(() => import('./AddHostDialog.tsx'), 'AddHostDialog');

/** Hosts and featured guests: invite them, change their role, remove them. The creator stays. */
export function HostsSection({ event }: { event: EventView }) {
  const eventId = event.id;
  const show = useShowDialog();
  const confirm = useConfirm();
  const hosts = useQuery(apiQuery(listHosts, { eventId }));
  const change = useApiMutation(addHost, { onDone: ({ data }) => noteHosts(eventId, data) });
  const closed = event.status === 'cancelled';
  const session = useSession();
  const me = session.status === 'signedIn' ? session.userId : undefined;
  const isCreator = hosts.data?.data.some((host) => host.isCreator && host.id === me) ?? false;
  const handOver = (host: HostRow) =>
    confirm({
      title: `Hand the event over to ${fullName(host)}?`,
      body: 'They’ll become the event’s creator. You’ll stay on as a host, but can then be removed like any other host.',
      verb: 'Hand over',
      busyVerb: 'Handing over',
      danger: true,
      run: async () => {
        try {
          const { message } = await call(handOverEvent, { eventId, userId: host.id });
          await queryClient.invalidateQueries({ queryKey: apiQueryKey(listHosts, { eventId }) });
          toast.done(message);
        } catch (error) {
          toast.failed(error);
          throw error;
        }
      },
    });
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
                <small>Creator</small>
              ) : (
                <>
                  {isCreator && host.role === 'host' && !host.pending && (
                    <IconButton label={`Hand the event over to ${fullName(host)}`} onClick={() => handOver(host)}>
                      <IconArrowsExchange size={18} />
                    </IconButton>
                  )}
                  <Select
                    aria-label={`Role of ${fullName(host)}`}
                    w={160}
                    allowDeselect={false}
                    disabled={closed}
                    data={HOST_ROLES}
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
