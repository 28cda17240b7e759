import type { QuestionView } from '@folkmoot/contract/qna/schema.ts';
import { REASON_LABELS } from '@folkmoot/contract/reports/schema.ts';
import { IconFlag } from '@tabler/icons-react';
import { counted } from '../words.ts';
import css from './hosting.module.css';

/** How many people have reported a question, and what they say is wrong with it. Nobody is named. */
export function Reports({ question: { reports = 0, reported = [] } }: { question: QuestionView }) {
  if (reports === 0) return null;
  return (
    <>
      <p className={css.similar}>
        <IconFlag size={15} aria-hidden />
        {counted(reports, 'report')}
      </p>
      <ul className={css.held} aria-label="Reports">
        {reported.map(({ reason, note }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no name, and their order stays.
          <li key={at}>
            {REASON_LABELS[reason]}
            {note !== '' && (
              <>
                : <bdi>{note}</bdi>
              </>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
