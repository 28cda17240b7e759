import type { QuestionView } from '@folkmoot/contract/qna/schema.ts';
import { IconMicrophone2 } from '@tabler/icons-react';
import { Asker } from '../one/By.tsx';
import { votesOf } from '../words.ts';
import css from './questions.module.css';

/** The question that is being answered. It is all that is read out when it changes: a list that moves would never be silent. */
export function NowCard({ now }: { now: QuestionView | null }) {
  return (
    <div aria-live="polite">
      {now && (
        <section className={css.now} aria-labelledby="being-answered">
          <h2 id="being-answered">
            <IconMicrophone2 size={17} aria-hidden />
            Being answered now
          </h2>
          <p dir="auto">{now.content}</p>
          {/* The number changes all the time. */}
          <div className={css.nowEnd} aria-live="off">
            <Asker question={now} size={22} />
            <span>· {votesOf(now.votes)}</span>
          </div>
        </section>
      )}
    </div>
  );
}
