import type { QnaView } from '@folkmoot/contract/qna/schema.ts';
import { Button } from '@mantine/core';
import { useRef } from 'react';
import { loadMore } from '../../core/load-more.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { type Asked, ordered } from '../live/lists.ts';
import { type Seen, useQuestions } from '../live/queries.ts';
import { useCalmOrder } from '../order/useCalmOrder.ts';
import { QuestionRow } from './QuestionRow.tsx';
import css from './questions.module.css';

type Props = { seen: Seen; qna: QnaView; asked: Asked; poll: { again?: number } };

/** A list of questions that everybody sees. The one that is being answered is shown above it. */
export function QuestionList({ seen, qna, asked, poll }: Props) {
  const questions = useQuestions(seen, asked, poll);
  const all = ordered(questions.data, asked.sortBy).filter(({ isNow }) => !isNow);
  const rows = useRef<HTMLUListElement>(null);
  const order = useCalmOrder(
    rows,
    all.map(({ _id }) => _id),
    `${asked.sortBy}${asked.isAnswered}${questions.isPending}`,
  );
  const by = new Map(all.map((question) => [question._id, question]));
  if (questions.isPending)
    return (
      <LoadingFallback label="Loading the questions">
        <SkeletonRows rows={4} size={46} />
      </LoadingFallback>
    );
  if (questions.isError && !questions.data) return <ErrorState error={questions.error} again={questions.refetch} />;
  if (all.length === 0) return <NoQuestions qna={qna} answered={asked.isAnswered === true} />;
  return (
    <>
      <ul className={css.list} ref={rows} aria-label="Questions">
        {order.map((id) => {
          const question = by.get(id);
          return (
            question && (
              <li key={id} data-id={id}>
                <QuestionRow seen={seen} qna={qna} question={question} />
              </li>
            )
          );
        })}
      </ul>
      {questions.hasNextPage && (
        <Button
          className={`${css.quiet} ${css.more}`}
          loading={questions.isFetchingNextPage}
          onClick={() => void loadMore(questions)}
        >
          More questions
        </Button>
      )}
    </>
  );
}

function NoQuestions({ qna, answered }: { qna: QnaView; answered: boolean }) {
  if (answered)
    return (
      <EmptyState art="stools" title="No answered questions yet">
        Once a host has answered a question, it moves here.
      </EmptyState>
    );
  return (
    <EmptyState art="stools" title={qna.now ? 'No other questions' : 'No questions yet'}>
      {qna.status === 'enabled' && qna.role !== 'reader' ? 'Ask the first one above.' : 'They appear here.'}
    </EmptyState>
  );
}
