import { refusals } from '@folkmoot/contract/qna/refusals-schema.ts';
import { canAsk } from '@folkmoot/contract/qna/rules.ts';
import type { QnaView } from '@folkmoot/contract/qna/schema.ts';
import { IconEye } from '@tabler/icons-react';
import { timeAgo } from '../../ui/format-date.ts';
import { LinkButton } from '../../ui/layout/links.tsx';
import { ordered } from '../live/lists.ts';
import { type Seen, useCounts, useQuestions } from '../live/queries.ts';
import css from './questions.module.css';

const OLDEST = { isPending: true, sortBy: 'oldest' } as const;

type Props = { seen: Seen; qna: QnaView; now: number; again: number | undefined };

/** For hosts, above what guests see: what waits for them, whether guests can ask at all, and the way to the desk. */
export function HostBar({ seen, qna, now, again }: Props) {
  const waiting = useCounts(seen, again).data?.data.pending ?? 0;
  const pending = useQuestions(seen, OLDEST, { limit: 1, ...(again !== undefined && { again }) });
  const [oldest] = ordered(pending.data, 'oldest');
  return (
    <section className={css.hosts} aria-label="For hosts">
      <IconEye size={18} aria-hidden />
      <p>
        <b>{whatGuestsDo(qna, now)}</b> Only hosts see this bar.
      </p>
      {waiting > 0 && (
        <p className={css.due}>
          <b>{waiting.toLocaleString()}</b> waiting
          {oldest && <span>oldest {timeAgo(new Date(oldest.created_epoc * 1000).toISOString(), now * 1000)}</span>}
        </p>
      )}
      <LinkButton
        className={css.desk}
        size="sm"
        to="/events/manage/$alias"
        params={{ alias: qna.alias }}
        search={{ tab: 'qna' }}
      >
        Open the desk
      </LinkButton>
    </section>
  );
}

function whatGuestsDo(qna: QnaView, now: number): string {
  const closed = canAsk({ ...qna, role: 'attendee' }, now);
  if (closed.ok) return 'You see what guests see.';
  if (closed.refusal.code === refusals.disabled.code) return 'Q&A is off: guests can’t ask or vote.';
  return closed.refusal.message;
}
