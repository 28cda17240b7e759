import { canComment } from '@folkmoot/contract/qna/rules.ts';
import type { QnaView, QuestionView } from '@folkmoot/contract/qna/schema.ts';
import { IconMessageCircle } from '@tabler/icons-react';
import { type ReactNode, Suspense, useId, useState } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import type { Seen } from '../live/queries.ts';
import one from '../one/question.module.css';
import { commentsOf } from '../words.ts';

const Comments = lazyPart(() => import('./Comments.tsx'), 'Comments');

type Talk = { button: ReactNode; comments: ReactNode };

/** A question's comments, which are loaded once they are wanted, and the button that shows them. */
export function useTalk({ seen, qna, question }: { seen: Seen; qna: QnaView; question: QuestionView }): Talk {
  const [open, setOpen] = useState(false);
  const id = useId();
  const words = question.comments === 0 ? 'Comment' : commentsOf(question.comments);
  const may = canComment(qna, question.state).ok;
  if (question.comments === 0 && !may && !open) return { button: null, comments: null };
  return {
    button: (
      <button
        type="button"
        className={one.talk}
        aria-label={`${words}: ${question.content}`}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <IconMessageCircle size={15} aria-hidden />
        {words}
      </button>
    ),
    comments: open && (
      <div id={id}>
        <Suspense fallback={null}>
          <Comments seen={seen} qna={qna} question={question} />
        </Suspense>
      </div>
    ),
  };
}
