import type { Decision } from '@folkmoot/contract/core/problem.ts';
import { IconArrowBigUp, IconArrowBigUpFilled } from '@tabler/icons-react';
import { Suspense } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { votesOf } from '../words.ts';
import css from './question.module.css';

// Visitors who can vote need none.
const Reason = lazyPart(() => import('./Reason.tsx'), 'Reason');

type Props = {
  votes: number;
  voted: boolean;
  decision: Decision;
  /** The question's words. */
  about: string;
  onVote: (voted: boolean) => void;
};

/** Votes for a question, or takes the vote back. Where that is not possible it says why, and the number stays. */
export function Vote({ votes, voted, decision, about, onVote }: Props) {
  const button = (
    <button
      type="button"
      className={css.vote}
      aria-pressed={voted}
      aria-label={`Upvote, ${votesOf(votes)}: ${about}`}
      {...(decision.ok ? {} : { 'aria-disabled': true, 'aria-description': decision.refusal.message })}
      onClick={() => decision.ok && onVote(!voted)}
    >
      {voted ? <IconArrowBigUpFilled size={18} aria-hidden /> : <IconArrowBigUp size={18} aria-hidden />}
      {votes.toLocaleString()}
    </button>
  );
  if (decision.ok) return button;
  return (
    <Suspense fallback={button}>
      <Reason text={decision.refusal.message}>{button}</Reason>
    </Suspense>
  );
}
