import { approveRequest, listJoinRequests } from '@folkmoot/contract/communities/api.ts';
import type { CommunityView, JoinRequestView } from '@folkmoot/contract/communities/schema.ts';
import { Button } from '@mantine/core';
import { lazyPart } from '../core/chunks.ts';
import { queryClient } from '../core/client.ts';
import { keyOf, useCommand } from '../core/queries.ts';
import { BoneRows, Waiting } from '../ui/Bones.tsx';
import { Busy } from '../ui/Busy.tsx';
import { useShowDialog } from '../ui/DialogHost.tsx';
import { Empty } from '../ui/Empty.tsx';
import { Face } from '../ui/Face.tsx';
import { Failure } from '../ui/Failure.tsx';
import { sinceWhen } from '../ui/when.ts';
import css from './members.module.css';
import { useRequests } from './queries.ts';

const RejectDialog = lazyPart(() => import('./RejectDialog.tsx'), 'RejectDialog');
const ProfileDialog = lazyPart(() => import('./ProfileDialog.tsx'), 'ProfileDialog');

/** Who waits to be let in, and the two answers. */
export function RequestList({ community }: { community: CommunityView }) {
  const requests = useRequests(community.id, true);
  const all = requests.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <div className={css.scroll}>
      {requests.isPending && (
        <Waiting label="Loading requests">
          <div className={css.bones}>
            <BoneRows rows={4} round />
          </div>
        </Waiting>
      )}
      {requests.isError && <Failure error={requests.error} again={requests.refetch} />}
      {requests.data && all.length === 0 && (
        <Empty art="stools" title="Nobody is waiting">
          {community.visibility === 'private'
            ? 'When someone asks to join, they will appear here until one of you answers.'
            : 'Only a private community is asked. Yours is joined in another way.'}
        </Empty>
      )}
      {all.length > 0 && (
        <ul className={css.list} aria-label="Requests to join">
          {all.map((request) => (
            <RequestRow key={request.id} request={request} serverId={community.id} />
          ))}
        </ul>
      )}
      {requests.hasNextPage && (
        <div className={css.more}>
          <Button variant="default" loading={requests.isFetchingNextPage} onClick={() => void requests.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </div>
  );
}

function RequestRow({ request, serverId }: { request: JoinRequestView; serverId: string }) {
  const show = useShowDialog();
  const { person } = request;
  const name = `${person.firstName} ${person.lastName}`.trim();
  const refresh = () => void queryClient.invalidateQueries({ queryKey: keyOf(listJoinRequests) });
  const approve = useCommand(approveRequest, { failed: 'Could not approve the request.', onDone: refresh });
  return (
    <li className={css.row} data-wrap>
      <button type="button" className={css.person} onClick={() => show(<ProfileDialog userId={person.id} />)}>
        <Face person={person} size={40} />
        <span className={css.words}>
          <b dir="auto">{name}</b>
          <small>
            @{person.username} · asked {sinceWhen(request.askedAt)}
          </small>
        </span>
      </button>
      <span className={css.answers}>
        <Button
          variant="default"
          size="xs"
          aria-label={`Reject ${name}`}
          onClick={() => show(<RejectDialog request={request} serverId={serverId} />)}
        >
          Reject
        </Button>
        <Busy
          size="xs"
          busy={approve.isPending}
          saying="Approving"
          aria-label={`Approve ${name}`}
          onClick={() => approve.mutate({ serverId, requestId: request.id }, { onError: refresh })}
        >
          Approve
        </Busy>
      </span>
      {request.note && (
        <p className={css.quote} dir="auto">
          {request.note}
        </p>
      )}
    </li>
  );
}
