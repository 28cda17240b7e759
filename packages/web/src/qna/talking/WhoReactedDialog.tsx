import { listReactions } from '@folkmoot/contract/qna/api.ts';
import type { CommentView } from '@folkmoot/contract/qna/comments-schema.ts';
import { TOASTS } from '@folkmoot/contract/qna/refusals-schema.ts';
import { QNA_PAGE } from '@folkmoot/contract/qna/schema.ts';
import { Button, SegmentedControl } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../../core/queries.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { Avatar } from '../../ui/identity/Avatar.tsx';
import type { Seen } from '../live/queries.ts';
import { personOf } from '../words.ts';
import css from './talking.module.css';

const ALL = 'All';

/** Who reacted to a comment, with a filter by emoji. */
export function WhoReactedDialog({ seen: { eventId, token }, comment }: { seen: Seen; comment: CommentView }) {
  const [emoji, setEmoji] = useState(ALL);
  const [page, setPage] = useState(1);
  const { _id: commentId, questionId, reactions } = comment;
  const people = useQuery({
    ...apiQuery(listReactions, {
      ...{ eventId, questionId, commentId, token, page },
      ...(emoji === ALL ? {} : { emoji }),
    }),
    placeholderData: keepPreviousData,
  });
  const pages = Math.max(1, Math.ceil((people.data?.count ?? 0) / QNA_PAGE));
  return (
    <Dialog title="Reactions" width={440} brief>
      {reactions.length > 0 && (
        <div className={css.filter}>
          <SegmentedControl
            aria-label="Filter by emoji"
            value={emoji}
            onChange={(next) => {
              setEmoji(next);
              setPage(1);
            }}
            data={[
              { value: ALL, label: ALL },
              ...reactions.map((one) => ({ value: one.emoji, label: `${one.emoji} ${one.count}` })),
            ]}
          />
        </div>
      )}
      {people.isPending && (
        <LoadingFallback label="Loading reactions">
          <SkeletonRows rows={4} size={32} round />
        </LoadingFallback>
      )}
      {people.isError && <ErrorState error={people.error} again={people.refetch} fallback={TOASTS.fetchFailed} />}
      {people.data?.items.length === 0 && <EmptyState art="stools" title="No reactions yet" />}
      <ul className={css.people}>
        {people.data?.items.map(({ _id, emoji: which, person }) => (
          <li key={_id}>
            {person ? <Avatar person={personOf(person)} size={32} /> : <span />}
            <bdi>{person?.name ?? 'Somebody who has left'}</bdi>
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
