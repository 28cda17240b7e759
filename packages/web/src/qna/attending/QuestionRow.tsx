import { canVote, takesPart } from '@folkmoot/contract/qna/rules.ts';
import type { QnaView, QuestionView } from '@folkmoot/contract/qna/schema.ts';
import { type ReactNode, Suspense, useId } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { useNow } from '../../events/times/useNow.ts';
import type { Seen } from '../live/queries.ts';
import { By } from '../one/By.tsx';
import one from '../one/question.module.css';
import { useVote } from '../one/useVote.ts';
import { Vote } from '../one/Vote.tsx';
import { useTalk } from '../talking/useTalk.tsx';
import css from './questions.module.css';

const QuestionMenu = lazyPart(() => import('./ReportMenu.tsx'), 'ReportMenu');

type Props = { seen: Seen; qna: QnaView; question: QuestionView; children?: ReactNode };

/** A question with its votes, who asked it, and its comments when they are wanted. `children`: what more is to be said about it. */
export function QuestionRow({ seen, qna, question, children }: Props) {
  const id = useId();
  const now = useNow();
  const vote = useVote(seen, question);
  const talk = useTalk({ seen, qna, question });
  const isMine = question.isMine === true;
  return (
    <article className={css.row} aria-labelledby={id}>
      <Vote
        votes={question.votes}
        voted={question.voted ?? false}
        decision={canVote(qna, now, question.state)}
        about={question.content}
        onVote={vote}
      />
      <div className={one.words}>
        <p id={id} className={one.text} dir="auto">
          {question.content}
        </p>
        <By question={question}>{talk.button}</By>
        {children}
      </div>
      {takesPart(qna.role) && !isMine && (
        <div className={css.tools}>
          <Suspense fallback={null}>
            <QuestionMenu seen={seen} question={question} />
          </Suspense>
        </div>
      )}
      {talk.comments && <div className={css.under}>{talk.comments}</div>}
    </article>
  );
}
