import { approveRequest, listJoinRequests } from '@folkmoot/contract/communities/api.ts';
import type { CommunityView, JoinRequestView } from '@folkmoot/contract/communities/schema.ts';
import { Button } from '@mantine/core';
import { lazyPart } from '../../core/lazy.ts';
import { loadMore } from '../../core/load-more.ts';
import { apiQueryKey, useApiMutation } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingButton } from '../../ui/feedback/LoadingButton.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { timeAgo } from '../../ui/format-date.ts';
import { Avatar } from '../../ui/identity/Avatar.tsx';
import { useRequests } from '../queries.ts';
import css from './members.module.css';

const RejectDialog = lazyPart(() => import('./RejectDialog.tsx'), 'RejectDialog');
const ProfileDialog = lazyPart(() => import('./ProfileDialog.tsx'), 'ProfileDialog');

/** Open join requests, and the two answers. */
export function RequestList({ community }: { community: CommunityView }) {
  const requests = useRequests(community.id, true);
  const all = requests.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <div className={css.scroll}>
      {requests.isPending && (
        <LoadingFallback label="Loading requests">
          <div className={css.skeleton}>
            <SkeletonRows rows={4} round />
          </div>
        </LoadingFallback>
      )}
      {requests.isError && <ErrorState error={requests.error} again={requests.refetch} />}
      {requests.data && all.length === 0 && (
        <EmptyState art="stools" title="No requests">
          {community.visibility === 'private'
            ? 'When someone asks to join, their request will appear here.'
            : 'Only private communities have join requests.'}
        </EmptyState>
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
          <Button variant="default" loading={requests.isFetchingNextPage} onClick={() => void loadMore(requests)}>
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
  const refresh = () => void queryClient.invalidateQueries({ queryKey: apiQueryKey(listJoinRequests) });
  const approve = useApiMutation(approveRequest, { failed: 'Could not approve the request.', onDone: refresh });
  return (
    <li className={css.row} data-wrap>
      <button type="button" className={css.person} onClick={() => show(<ProfileDialog userId={person.id} />)}>
        <Avatar person={person} size={40} />
        <span className={css.words}>
          <b dir="auto">{name}</b>
          <small>
            @{person.username} · asked {timeAgo(request.askedAt)}
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
        <LoadingButton
          size="xs"
          loading={approve.isPending}
          loadingLabel="Approving"
          aria-label={`Approve ${name}`}
          onClick={() => approve.mutate({ serverId, requestId: request.id }, { onError: refresh })}
        >
          Approve
        </LoadingButton>
      </span>
      {request.note && (
        <p className={css.quote} dir="auto">
          {request.note}
        </p>
      )}
    </li>
  );
}
