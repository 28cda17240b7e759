import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { canAsk, takesPart } from '@folkmoot/contract/qna/rules.ts';
import type { QnaView } from '@folkmoot/contract/qna/schema.ts';
import { Suspense, useMemo, useState } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { useSession } from '../../core/session.tsx';
import { useNow } from '../../events/times/useNow.ts';
import { AvatarGroup } from '../../ui/identity/Avatar.tsx';
import { PlainLink } from '../../ui/layout/links.tsx';
import { ordered } from '../live/lists.ts';
import { type Seen, useCounts, useOwnAnonymous, useQna, useQuestions } from '../live/queries.ts';
import { useQnaLive } from '../live/useQnaLive.ts';
import { About } from './About.tsx';
import { ClosedBanner } from './ClosedBanner.tsx';
import hosts from './hosts.module.css';
import { NowCard } from './NowCard.tsx';
import { QuestionList } from './QuestionList.tsx';
import css from './questions.module.css';

// Readers and visitors need none of these.
const AskForm = lazyPart(() => import('../asking/AskForm.tsx'), 'AskForm');
const HostBar = lazyPart(() => import('./HostBar.tsx'), 'HostBar');
const AtTheDesk = lazyPart(() => import('./HostBar.tsx'), 'AtTheDesk');
const LostConnection = lazyPart(() => import('../one/LostConnection.tsx'), 'LostConnection');
const MineList = lazyPart(() => import('./MineList.tsx'), 'MineList');

const TABS = { popular: 'Popular', new: 'New', answered: 'Answered', mine: 'Mine' } as const;
type Tab = keyof typeof TABS;

const POPULAR = { isAnswered: false, sortBy: 'votes' } as const;
const NEW = { isAnswered: false, sortBy: 'newest' } as const;
const ANSWERED = { isAnswered: true, sortBy: 'votes' } as const;

type Props = { seen: Seen; qna: QnaView; event: EventView | undefined };

/** What an attendee sees of a Q&A: the question that is being answered, where to ask, and the lists. */
export function Questions({ seen, qna, event }: Props) {
  const [tab, setTab] = useState<Tab>('popular');
  const session = useSession();
  const now = useNow();
  const { watching, faces, again } = useQnaLive(seen);
  // Without a socket, all of it has to be asked for.
  useQna(seen, again);
  const poll = again === undefined ? {} : { again };
  const counts = useCounts(seen, again).data?.data;
  const own = useOwnAnonymous(seen.eventId, again).data?.items ?? [];
  const popular = useQuestions(seen, POPULAR, poll);
  const among = useMemo(() => ordered(popular.data, 'votes'), [popular.data]);
  const asking = canAsk(qna, now);
  const isOpen = canAsk({ ...qna, role: 'attendee' }, now).ok;
  const mine = (counts?.mine ?? 0) + own.length;
  const shown: Record<Tab, number | undefined> = {
    popular: undefined,
    new: undefined,
    answered: counts?.answered,
    mine: mine || undefined,
  };
  return (
    <>
      {qna.role === 'host' && (
        <Suspense fallback={<div className={hosts.hosts} />}>
          <HostBar seen={seen} qna={qna} now={now} again={again} />
        </Suspense>
      )}
      <div className={css.page}>
        <div className={css.top}>
          <PlainLink to="/$alias" params={{ alias: qna.alias }}>
            <bdi>{qna.name}</bdi>
          </PlainLink>
          <span className={css.gap} />
          {watching > 0 && (
            <>
              {isOpen && <span className={css.live}>Live</span>}
              <span className={css.here}>
                {faces.length > 0 && <AvatarGroup people={faces.slice(0, 3)} size={24} ring="var(--tint-bg)" />}
                {watching.toLocaleString()} here
              </span>
            </>
          )}
        </div>
        <div className={css.main}>
          <h1 className={css.title}>Questions</h1>
          {session.status !== 'signedIn' && (
            <Suspense fallback={null}>
              <LostConnection />
            </Suspense>
          )}
          <NowCard now={qna.now} />
          <ClosedBanner qna={qna} now={now} />
          {asking.ok && (
            <Suspense fallback={<div className={css.asking} />}>
              <AskForm
                seen={seen}
                qna={qna}
                among={among}
                // Where a host has to look at it first, its asker sees so.
                onAsked={({ state }) => setTab(state === 'pending' ? 'mine' : 'new')}
              />
            </Suspense>
          )}
          <fieldset className={css.tabs} aria-label="Which questions">
            {(Object.keys(TABS) as Tab[])
              .filter((one) => one !== 'mine' || takesPart(qna.role) || mine > 0)
              .map((one) => (
                <button
                  key={one}
                  type="button"
                  className={css.tab}
                  aria-pressed={tab === one}
                  onClick={() => setTab(one)}
                >
                  {TABS[one]}
                  {shown[one] !== undefined && ` ${shown[one].toLocaleString()}`}
                </button>
              ))}
            <span className={css.gap} />
            {counts && <span className={css.open}>{counts.published.toLocaleString()} open</span>}
          </fieldset>
          {tab === 'popular' && <QuestionList {...{ seen, qna, poll }} asked={POPULAR} />}
          {tab === 'new' && <QuestionList {...{ seen, qna, poll }} asked={NEW} />}
          {tab === 'answered' && <QuestionList {...{ seen, qna, poll }} asked={ANSWERED} />}
          {tab === 'mine' && (
            <Suspense fallback={null}>
              <MineList {...{ seen, qna, own, poll }} />
            </Suspense>
          )}
        </div>
        <About qna={qna} event={event}>
          {qna.role === 'host' && (
            <Suspense fallback={null}>
              <AtTheDesk seen={seen} qna={qna} now={now} again={again} />
            </Suspense>
          )}
        </About>
      </div>
    </>
  );
}
