import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import { listDistinctReactions, listReactionUsers } from '@folkmoot/contract/conversations/api.ts';
import { Button, SegmentedControl } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../core/api-client.ts';
import { apiQuery, apiQueryKey } from '../../core/queries.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { Avatar } from '../../ui/identity/Avatar.tsx';
import css from './reactions-dialog.module.css';

const ALL = 'All';
const PAGE = 10;

type Target = 'message' | 'thread';

type Props = {
  messageId: string;
  type: Target;
  /** The emoji to begin with; without it all of them. */
  first?: string;
};

/** Who reacted to a message, with a filter by emoji. */
export function ReactionsDialog({ messageId, type, first = ALL }: Props) {
  const [emoji, setEmoji] = useState(first);
  const [page, setPage] = useState(1);
  const kinds = useQuery({
    queryKey: [...apiQueryKey(listDistinctReactions, { id: messageId, type }), 'all'],
    queryFn: ({ signal }) => everyKind(messageId, type, signal),
  });
  const users = useQuery({
    ...apiQuery(listReactionUsers, { id: messageId, type, page, ...(emoji === ALL ? {} : { emoji }) }),
    placeholderData: keepPreviousData,
  });
  const pick = (next: string) => {
    setEmoji(next);
    setPage(1);
  };
  const pages = Math.max(1, Math.ceil((users.data?.count ?? 0) / PAGE));
  return (
    <Dialog title="Reactions" width={440} brief>
      {kinds.data && kinds.data.length > 0 && (
        <div className={css.filter}>
          <SegmentedControl
            aria-label="Filter by emoji"
            value={emoji}
            onChange={pick}
            data={[
              { value: ALL, label: ALL },
              ...kinds.data.map((one) => ({ value: one.emoji, label: `${one.emoji} ${one.count}` })),
            ]}
          />
        </div>
      )}
      {users.isPending && (
        <LoadingFallback label="Loading reactions">
          <SkeletonRows rows={4} size={32} round />
        </LoadingFallback>
      )}
      {users.isError && <ErrorState error={users.error} again={users.refetch} fallback="Failed to fetch data" />}
      {users.data?.data.length === 0 && <EmptyState art="stools" title="No reactions yet" />}
      <ul className={css.people}>
        {users.data?.data.map(({ emoji: which, userDetails }) => (
          <li key={`${userDetails.id}-${which}`}>
            <Avatar person={userDetails} size={32} />
            <bdi>{fullName(userDetails)}</bdi>
            <span className={css.emoji}>{which}</span>
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <div className={css.pages}>
          <Button variant="default" size="xs" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Previous
          </Button>
          <span>
            {page} of {pages}
          </span>
          <Button variant="default" size="xs" disabled={page === pages} onClick={() => setPage(page + 1)}>
            Next
          </Button>
        </div>
      )}
    </Dialog>
  );
}

/** Every emoji under a message: they come ten at a time, and a message may carry twenty. */
async function everyKind(id: string, type: Target, signal: AbortSignal) {
  const first = await call(listDistinctReactions, { id, type }, { signal });
  const rest = Array.from({ length: Math.ceil(first.count / PAGE) - 1 }, (_, at) =>
    call(listDistinctReactions, { id, type, page: at + 2 }, { signal }),
  );
  return [...first.data, ...(await Promise.all(rest)).flatMap(({ data }) => data)];
}
