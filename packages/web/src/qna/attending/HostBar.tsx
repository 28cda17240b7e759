import { refusals } from '@folkmoot/contract/qna/refusals-schema.ts';
import { canAsk } from '@folkmoot/contract/qna/rules.ts';
import type { QnaView, QuestionView } from '@folkmoot/contract/qna/schema.ts';
import { IconEye } from '@tabler/icons-react';
import { timeAgo } from '../../ui/format-date.ts';
import { LinkButton, PlainLink } from '../../ui/layout/links.tsx';
import { ordered } from '../live/lists.ts';
import { type Seen, useCounts, useQuestions } from '../live/queries.ts';
import hosts from './hosts.module.css';
import css from './questions.module.css';

const OLDEST = { isPending: true, sortBy: 'oldest' } as const;
const NEWEST = { isPending: true, sortBy: 'newest' } as const;
/** How many of those that wait are shown beside the guests' page. */
const AT_THE_DESK = 3;

type Props = { seen: Seen; qna: QnaView; now: number; again: number | undefined };

/** For hosts, above what guests see: what waits for them, whether guests can ask at all, and the way to the desk. */
export function HostBar({ seen, qna, now, again }: Props) {
  const waiting = useCounts(seen, again).data?.data.pending ?? 0;
  const pending = useQuestions(seen, OLDEST, { limit: 1, ...(again !== undefined && { again }) });
  const [oldest] = ordered(pending.data, 'oldest');
  return (
    <section className={hosts.hosts} aria-label="For hosts">
      <IconEye size={18} aria-hidden />
      <p>
        <b>{whatGuestsDo(qna, now)}</b> <span>Only hosts see this bar.</span>
      </p>
      {waiting > 0 && (
        <p className={hosts.due}>
          <b>{waiting.toLocaleString()}</b> waiting
          {oldest && <span>oldest {ago(oldest, now)}</span>}
        </p>
      )}
      <LinkButton
        className={hosts.desk}
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

/** For hosts, beside what guests see: the newest questions that wait. */
export function AtTheDesk({ seen, qna, now, again }: Props) {
  const waiting = useCounts(seen, again).data?.data.pending ?? 0;
  const pending = useQuestions(seen, NEWEST, { limit: AT_THE_DESK, ...(again !== undefined && { again }) });
  const newest = ordered(pending.data, 'newest').slice(0, AT_THE_DESK);
  if (waiting === 0 || newest.length === 0) return null;
  return (
    <section className={`${css.panel} ${hosts.atDesk}`} aria-labelledby="at-the-desk">
      <header>
        <h2 id="at-the-desk">At the desk</h2>
        <span className={hosts.waiting}>{waiting.toLocaleString()} waiting</span>
      </header>
      <ol>
        {newest.map((question, n) => (
          <li key={question._id}>
            <b dir="auto">{question.content}</b>
            <span>{n === 0 ? `Newest, ${ago(question, now)}` : ago(question, now)}</span>
          </li>
        ))}
      </ol>
      <PlainLink className={css.link} to="/events/manage/$alias" params={{ alias: qna.alias }} search={{ tab: 'qna' }}>
        Look at all {waiting.toLocaleString()}
      </PlainLink>
      <p>Guests do not see these, nor how many.</p>
    </section>
  );
}

const ago = ({ created_epoc: at }: QuestionView, now: number) => timeAgo(new Date(at * 1000).toISOString(), now * 1000);

function whatGuestsDo(qna: QnaView, now: number): string {
  const closed = canAsk({ ...qna, role: 'attendee' }, now);
  if (closed.ok) return 'You see what guests see.';
  if (closed.refusal.code === refusals.disabled.code) return 'Q&A is off: guests can’t ask or vote.';
  return closed.refusal.message;
}
