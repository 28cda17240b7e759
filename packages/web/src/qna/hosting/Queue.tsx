import { approveQuestions } from '@folkmoot/contract/qna/api.ts';
import { LIMITS, type QnaView } from '@folkmoot/contract/qna/schema.ts';
import { Button } from '@mantine/core';
import { useRef } from 'react';
import { loadMore } from '../../core/load-more.ts';
import { useApiMutation } from '../../core/queries.ts';
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { ordered } from '../live/lists.ts';
import { refreshQna, type Seen, useQuestions } from '../live/queries.ts';
import { useCalmOrder } from '../order/useCalmOrder.ts';
import { useKeptFocus } from '../order/useKeptFocus.ts';
import css from './hosting.module.css';
import { QueueCard } from './QueueCard.tsx';

const PENDING = { isPending: true, sortBy: 'oldest' } as const;

type Props = { seen: Seen; qna: QnaView; count: number; again: number | undefined };

/** Questions that wait for a host, the one that has waited longest first. */
export function Queue({ seen, qna, count, again }: Props) {
  const pending = useQuestions(seen, PENDING, again === undefined ? {} : { again });
  const all = ordered(pending.data, 'oldest');
  const rows = useRef<HTMLUListElement>(null);
  const order = useCalmOrder(
    rows,
    all.map(({ _id }) => _id),
    `pending${pending.isPending}`,
  );
  const heading = useRef<HTMLHeadingElement>(null);
  useKeptFocus(rows, order.join(), heading);
  const by = new Map(all.map((question) => [question._id, question]));
  const approve = useApiMutation(approveQuestions, {
    failed: 'Could not approve them.',
    onDone: () => {
      // The button goes with the last of them.
      heading.current?.focus();
      return refreshQna(seen.eventId);
    },
  });
  const confirm = useConfirm();
  const waiting = Math.max(count, order.length);
  const approveAll = () => {
    const most = Math.min(waiting, LIMITS.approvedAll);
    if (most <= order.length) return approve.mutate({ eventId: seen.eventId });
    const unseen = most - order.length;
    confirm({
      title: `Approve ${most < waiting ? 'the oldest' : 'all'} ${most.toLocaleString()} questions?`,
      body: `${unseen.toLocaleString()} of them ${unseen === 1 ? 'is' : 'are'} not on this screen yet. Everybody will see them at once.`,
      verb: most < waiting ? 'Approve' : 'Approve all',
      busyVerb: 'Approving',
      run: () => approve.mutateAsync({ eventId: seen.eventId }),
    });
  };
  return (
    <>
      <header className={css.head}>
        <h2 ref={heading} tabIndex={-1}>
          Waiting for you
        </h2>
        {count > 0 && <span className={css.due}>{count.toLocaleString()}</span>}
        <span className={css.gap} />
        {waiting > 1 && (
          <Button variant="subtle" size="xs" loading={approve.isPending} onClick={approveAll}>
            Approve{' '}
            {waiting > LIMITS.approvedAll ? `the oldest ${LIMITS.approvedAll}` : `all ${waiting.toLocaleString()}`}
          </Button>
        )}
      </header>
      {pending.isPending && (
        <LoadingFallback label="Loading the queue">
          <SkeletonRows rows={3} />
        </LoadingFallback>
      )}
      {pending.isError && !pending.data && <ErrorState error={pending.error} again={pending.refetch} />}
      {pending.data && all.length === 0 && (
        <EmptyState art="stools" title="Nothing is waiting" level={3}>
          {qna.approveQuestionsForModeration
            ? 'New questions appear here before they are shown.'
            : 'New questions appear at once. Only those with one of your hold words wait here.'}
        </EmptyState>
      )}
      <ul className={css.list} ref={rows} aria-label="Waiting for you">
        {order.map((id) => {
          const question = by.get(id);
          return (
            question && (
              <li key={id} data-id={id}>
                <QueueCard seen={seen} question={question} />
              </li>
            )
          );
        })}
      </ul>
      {pending.hasNextPage && (
        <Button
          variant="default"
          className={css.more}
          loading={pending.isFetchingNextPage}
          onClick={() => void loadMore(pending)}
        >
          More questions
        </Button>
      )}
    </>
  );
}
