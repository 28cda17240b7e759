import { canReword } from '@folkmoot/contract/qna/rules.ts';
import type { OwnQuestionView, QnaView, QuestionView } from '@folkmoot/contract/qna/schema.ts';
import { Button } from '@mantine/core';
import { IconArrowMerge, IconCheck, IconClock, IconX } from '@tabler/icons-react';
import { loadMore } from '../../core/load-more.ts';
import { useNow } from '../../events/times/useNow.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { ordered } from '../live/lists.ts';
import { type Seen, useQuestions } from '../live/queries.ts';
import { By } from '../one/By.tsx';
import one from '../one/question.module.css';
import { votesOf } from '../words.ts';
import { MineMenu } from './MineMenu.tsx';
import css from './questions.module.css';

const MINE = { isMine: true, sortBy: 'newest' } as const;

type Props = { seen: Seen; qna: QnaView; own: readonly OwnQuestionView[]; poll: { again?: number } };

/** What the viewer has asked, under their name or, in this browser, anonymously; with what became of each question. */
export function MineList({ seen, qna, own, poll }: Props) {
  const named = useQuestions(seen, MINE, poll);
  const all: (QuestionView | OwnQuestionView)[] = [...ordered(named.data, 'newest'), ...own].sort(
    (one, other) => other.created_epoc - one.created_epoc,
  );
  if (named.isPending)
    return (
      <LoadingFallback label="Loading your questions">
        <SkeletonRows rows={2} size={46} />
      </LoadingFallback>
    );
  if (named.isError && !named.data) return <ErrorState error={named.error} again={named.refetch} />;
  if (all.length === 0)
    return (
      <EmptyState art="stools" title="You have not asked anything yet">
        Here you see what becomes of your questions.
      </EmptyState>
    );
  return (
    <>
      <ul className={css.list} aria-label="Your questions">
        {all.map((question) => (
          <li key={question._id}>
            <MineRow seen={seen} qna={qna} question={question} />
          </li>
        ))}
      </ul>
      {named.hasNextPage && (
        <Button
          className={`${css.quiet} ${css.more}`}
          loading={named.isFetchingNextPage}
          onClick={() => void loadMore(named)}
        >
          More questions
        </Button>
      )}
    </>
  );
}

type RowProps = { seen: Seen; qna: QnaView; question: QuestionView | OwnQuestionView };

function MineRow({ seen, qna, question }: RowProps) {
  const now = useNow();
  const { state, votes, voted = false } = question;
  const rewording = canReword(qna, { state, votes, ownVote: voted }, now);
  return (
    <article className={css.row} aria-label={question.content}>
      <span className={one.vote} role="img" aria-label={votesOf(votes)}>
        {votes.toLocaleString()}
      </span>
      <div className={one.words}>
        <p className={one.text} dir="auto">
          {question.content}
        </p>
        <By question={question} />
        <Became question={question} />
      </div>
      <div className={css.tools}>
        <MineMenu seen={seen} question={question} rewording={rewording} />
      </div>
    </article>
  );
}

/** What became of a question, in words. */
function Became({ question: { state, reason, mergedInto, isNow } }: { question: QuestionView }) {
  if (mergedInto)
    return (
      <p className={css.state}>
        <IconArrowMerge size={16} aria-hidden />
        <span>
          Merged with <q dir="auto">{mergedInto.content}</q>, {votesOf(mergedInto.votes)}
        </span>
      </p>
    );
  if (state === 'pending')
    return (
      <p className={css.state}>
        <IconClock size={16} aria-hidden />
        Waiting for a host
      </p>
    );
  if (state === 'refused')
    return (
      <p className={css.state} data-tone="bad">
        <IconX size={16} aria-hidden />
        <span>
          Refused: <bdi>{reason}</bdi>
        </span>
      </p>
    );
  if (state === 'answered')
    return (
      <p className={css.state}>
        <IconCheck size={16} aria-hidden />
        Answered
      </p>
    );
  if (state === 'archived') return <p className={css.state}>Archived by a host</p>;
  return <p className={css.state}>{isNow ? 'Being answered now' : 'Shown to everybody'}</p>;
}
