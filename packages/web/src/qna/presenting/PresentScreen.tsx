import { resolveAlias } from '@folkmoot/contract/communities/api.ts';
import { refusals, TOASTS } from '@folkmoot/contract/qna/refusals-schema.ts';
import type { QnaView, QuestionView } from '@folkmoot/contract/qna/schema.ts';
import { IconMicrophone2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type CSSProperties, Suspense, useRef } from 'react';
import { useScreenOn } from '../../admission/useScreenOn.ts';
import { lazyPart } from '../../core/lazy.ts';
import { apiQuery } from '../../core/queries.ts';
import { keptLink, keptPass } from '../../events/access/access-tokens.ts';
import { usePageTint } from '../../events/page/usePageTint.ts';
import { useEvent } from '../../events/queries.ts';
import { ErrorState, NotFound } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import { keptGuestPass } from '../asking/kept.ts';
import { ordered } from '../live/lists.ts';
import { type Seen, useQna, useQuestions } from '../live/queries.ts';
import { useQnaLive } from '../live/useQnaLive.ts';
import { useCalmOrder } from '../order/useCalmOrder.ts';
import { askerName, codeOf, votesOf } from '../words.ts';
import css from './present.module.css';

const LostConnection = lazyPart(() => import('../one/LostConnection.tsx'), 'LostConnection');
const QrCode = lazyPart(() => import('../../ui/identity/QrCode.tsx'), 'QrCode');

const route = getRouteApi('/events/present/$alias');
/** How many questions are shown under the present one, and in its place while there is none. */
const NEXT = { under: 3, instead: 6 } as const;

/**
 * The Q&A of an event for the screen of a hall. It asks for what everybody sees, and nothing else: what waits for a host cannot get on
 * to a wall.
 */
export function PresentScreen() {
  const { alias } = route.useParams();
  const link = keptLink(alias);
  const named = useQuery(apiQuery(resolveAlias, { alias, token: link }));
  if (named.error)
    return <ErrorState error={named.error} again={named.refetch} fallback={TOASTS.eventFailed} level={1} />;
  if (!named.data) return <Waiting />;
  const { resource_type, resource_id } = named.data.data;
  if (resource_type !== 'event') return <NotFound />;
  return <Loaded eventId={resource_id} token={link ?? keptPass(resource_id) ?? keptGuestPass(resource_id)} />;
}

function Loaded(seen: Seen) {
  const qna = useQna(seen);
  const event = useEvent(seen.eventId, seen.token);
  usePageTint(event.data?.tint ?? 'slate');
  usePageTitle('Q&A', qna.data?.data.name);
  if (qna.data) return <Present seen={seen} qna={qna.data.data} />;
  if (qna.isError) return <ErrorState error={qna.error} again={qna.refetch} level={1} />;
  return <Waiting />;
}

function Waiting() {
  return (
    <LoadingFallback label="Loading the Q&A">
      <main className={css.screen}>
        <Skeleton h={32} w="40%" />
        <Skeleton h={180} radius="xl" />
        <Skeleton h={96} radius="xl" />
      </main>
    </LoadingFallback>
  );
}

/** The screen of a hall. Exported for its test. */
export function Present({ seen, qna }: { seen: Seen; qna: QnaView }) {
  useScreenOn(true);
  const { again } = useQnaLive(seen);
  useQna(seen, again);
  const open = useQuestions(seen, { isAnswered: false, sortBy: 'votes' }, again === undefined ? {} : { again });
  const all = ordered(open.data, 'votes').filter(({ isNow }) => !isNow);
  const rows = useRef<HTMLOListElement>(null);
  const order = useCalmOrder(
    rows,
    all.map(({ _id }) => _id),
    `present${open.isPending}`,
  );
  const by = new Map(all.map((question) => [question._id, question]));
  const next = order.flatMap((id) => by.get(id) ?? []).slice(0, qna.now ? NEXT.under : NEXT.instead);
  const list = next.length > 0 && (
    <section className={css.next} aria-labelledby="next">
      <h2 id="next">{qna.now ? 'Next' : 'Most votes'}</h2>
      <ol ref={rows}>
        {next.map(({ _id, votes, content }) => (
          <li key={_id} data-id={_id}>
            <b title={votesOf(votes)}>{votes.toLocaleString()}</b>
            <span dir="auto">{content}</span>
          </li>
        ))}
      </ol>
    </section>
  );
  return (
    <main className={css.screen}>
      <header className={css.head}>
        <h1 dir="auto">{qna.name}</h1>
        <Suspense fallback={null}>
          <LostConnection />
        </Suspense>
      </header>
      <section className={css.now} aria-live="polite" aria-label="Being answered now">
        {qna.now ? <Now question={qna.now} /> : (!list || qna.status === 'disabled') && <Nothing qna={qna} />}
      </section>
      {/* A list that moves would be read out all the time. */}
      {!qna.now && list && <div className={css.instead}>{list}</div>}
      <footer className={css.foot}>
        <div>{qna.now && list}</div>
        <Join qna={qna} />
      </footer>
    </main>
  );
}

/** How people take part: by the code, or, where they have to be registered, at the questions themselves. */
function Join({ qna: { status, alias, code, joinUrl, joinByCode } }: { qna: QnaView }) {
  if (status === 'disabled') return null;
  const byCode = joinByCode && code !== null && joinUrl !== null;
  // Only hosts are told the code.
  if (joinByCode && !byCode) return null;
  return (
    <section className={css.join} aria-label={byCode ? 'Join code' : 'Where to ask'}>
      <div>
        <small>{byCode ? `Ask and vote at ${location.host}/q` : 'Guests of this event ask and vote at'}</small>
        <b data-address={!byCode || undefined}>{byCode ? codeOf(code) : `${location.host}/${alias}`}</b>
      </div>
      <span className={css.qr}>
        <Suspense fallback={null}>
          <QrCode
            text={byCode ? joinUrl : `${location.origin}/${alias}/questions`}
            label="QR code that leads to the questions"
            robust
          />
        </Suspense>
      </span>
    </section>
  );
}

function Now({ question }: { question: QuestionView }) {
  // Long questions are set smaller, so that each fits.
  const size = question.content.length > 160 ? 4 : question.content.length > 90 ? 4.8 : 6;
  return (
    <>
      <span>
        <IconMicrophone2 size="1.2em" aria-hidden />
        Being answered now
      </span>
      <p className={css.words} dir="auto" style={{ '--size': size } as CSSProperties}>
        {question.content}
      </p>
      <p className={css.by} aria-live="off">
        <bdi>{askerName(question)}</bdi>, {votesOf(question.votes)}
      </p>
    </>
  );
}

function Nothing({ qna }: { qna: QnaView }) {
  return (
    <p className={css.words}>{qna.status === 'enabled' ? 'What would you like to ask?' : refusals.disabled.message}</p>
  );
}
