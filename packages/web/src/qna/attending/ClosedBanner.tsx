import { refusals } from '@folkmoot/contract/qna/refusals-schema.ts';
import { canAsk } from '@folkmoot/contract/qna/rules.ts';
import type { QnaView } from '@folkmoot/contract/qna/schema.ts';
import { PlainLink } from '../../ui/layout/links.tsx';
import css from './questions.module.css';

/** Why nobody can ask here now, and what there is to do instead. */
export function ClosedBanner({ qna, now }: { qna: QnaView; now: number }) {
  const decision = canAsk(qna, now);
  if (decision.ok) return null;
  if (decision.refusal.code === refusals.register.code)
    return (
      <p className={css.banner}>
        <PlainLink to="/$alias" params={{ alias: qna.alias }}>
          Register to ask and vote
        </PlainLink>
        {qna.joinByCode && (
          <>
            {', or '}
            <PlainLink to="/q">enter the code</PlainLink>
            {' that is shown at the event'}
          </>
        )}
        .
      </p>
    );
  return (
    <p className={css.banner} role="status">
      {decision.refusal.message} You can still read the questions and answers.
    </p>
  );
}
