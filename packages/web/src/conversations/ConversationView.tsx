import type { JoinLine } from '@folkmoot/contract/communities/schema.ts';
import { canSend } from '@folkmoot/contract/conversations/rules.ts';
import { type ConversationFacts, refusals } from '@folkmoot/contract/conversations/schema.ts';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { ApiError, OFFLINE } from '../core/api-error.ts';
import { lazyPart } from '../core/lazy.ts';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../ui/feedback/ErrorState.tsx';
import { NotLoaded } from '../ui/feedback/NotLoaded.tsx';
import { LoadingFallback, SkeletonRows } from '../ui/feedback/Skeleton.tsx';
import { fullDate } from '../ui/format-date.ts';
import css from './conversation-view.module.css';
import { MessageList } from './messages/MessageList.tsx';
import { useMessageExtras } from './messages/useMessageExtras.ts';
import { useMessageHandlers } from './messages/useMessageHandlers.tsx';
import { listItems } from './timeline/list-items.ts';
import { useTimeline } from './timeline/useTimeline.ts';
import { useReadMark } from './unread/useReadMark.ts';

/** The messages need not wait for these. */
const TypingIndicator = lazyPart(() => import('./TypingIndicator.tsx'), 'TypingIndicator');
const Composer = lazyPart(() => import('./composer/Composer.tsx'), 'Composer');

type Props = {
  facts: ConversationFacts;
  /** The name in `Message {name}`. */
  name: string;
  /** The `seq` of a message to open at, from the address. */
  at: number | undefined;
  /** The address of this conversation's screen, for links to messages. */
  link: string;
  /** Opens a thread; undefined in threads themselves. */
  onThread: ((messageId: string) => void) | undefined;
  /** For a thread: its root message, and the name of its parent conversation. */
  root?: ReactNode;
  around?: string;
  /** Who has joined the community, where that is told. */
  joins?: readonly JoinLine[] | undefined;
  /** What the first message is the beginning of, if not of what is called `name`. */
  begins?: string;
};

type Focus = { seq: number | 'newest' | undefined; times: number; opened: number };

/** The messages of a conversation, and the composer. */
export function ConversationView({ facts, name, at, link, onThread, root, around, joins, begins }: Props) {
  const { timeline, failure, pending, change, load, readBefore, readAfter } = useTimeline(facts, at);
  const [atEnd, setAtEnd] = useState(false);
  const [focus, setFocus] = useState<Focus>({ seq: at, times: 0, opened: 0 });
  const { lineAfter, markAll, markUnread } = useReadMark(facts, timeline, atEnd);
  useShiftEscape(markAll);
  const { Offer } = useMessageExtras();

  /** Goes to a message: scrolls if it is loaded already, or else opens the list there. */
  const jump = async (seq: number | 'newest') => {
    if (timeline?.messages.some((message) => message.seq === seq))
      return setFocus((last) => ({ ...last, seq, times: last.times + 1 }));
    await load(seq === 'newest' ? undefined : seq);
    setFocus((last) => ({ seq, times: last.times, opened: last.opened + 1 }));
  };
  const jumpFromAddress = useEffectEvent(() => {
    if (at !== undefined && at !== focus.seq) void jump(at);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another message in the address is gone to
  useEffect(jumpFromAddress, [at]);

  const { acts, me } = useMessageHandlers({
    facts,
    link,
    onThread,
    onJump: (seq) => void jump(seq),
    markUnread,
    people: timeline?.people,
  });
  const rows = timeline
    ? listItems({
        messages: timeline.messages,
        joins,
        pending,
        hasBefore: timeline.hasBefore,
        hasAfter: timeline.hasAfter,
        unreadAfter: lineAfter,
        me,
      })
    : [];

  /** Arrow up in an empty composer: your own last message that is loaded. */
  const editLast = () => {
    const last = timeline?.messages.findLast(({ authorId, deletedAt }) => authorId === me && deletedAt === null);
    if (!last) return;
    acts.onEdit(last);
    // It may be far above what is drawn.
    if (!document.querySelector(`[data-message="${last.id}"]`)) void jump(last.seq);
  };
  const now = useNowAfter(facts.timedOutUntil);
  const maySend = canSend(facts, now);
  const nothing = timeline?.messages.length === 0 && !joins?.length && pending.length === 0 && root === undefined;
  return (
    <>
      {failure !== undefined && (
        <div className={css.middle}>
          {failure instanceof ApiError && failure.code === OFFLINE ? (
            <NotLoaded what="These messages are" />
          ) : (
            <ErrorState error={failure} again={() => void load(at)} />
          )}
        </div>
      )}
      {failure === undefined && !timeline && (
        <div className={css.loading}>
          <LoadingFallback label="Loading messages">
            <SkeletonRows size={36} round />
          </LoadingFallback>
        </div>
      )}
      {timeline && nothing && (
        <div className={css.middle}>
          <EmptyState
            art="stools"
            title={begins === undefined ? `No messages in ${name} yet` : `This is the beginning of ${begins}`}
          >
            {maySend.ok && (facts.type === 'one-to-one' ? 'Say hello.' : 'Write the first message.')}
          </EmptyState>
        </div>
      )}
      {timeline && !nothing && (
        <MessageList
          key={focus.opened}
          facts={facts}
          rows={rows}
          timeline={timeline}
          at={focus.seq}
          jumps={focus.times}
          atEnd={atEnd}
          onAtEnd={setAtEnd}
          onBefore={readBefore}
          onAfter={readAfter}
          onNewest={() => void jump('newest')}
          acts={acts}
          change={change}
          root={root ?? <p className={css.begins}>This is the beginning of {begins ?? name}.</p>}
        />
      )}
      <Suspense fallback={<div className={css.typing} />}>
        <TypingIndicator conversationId={facts.id} people={timeline?.people} />
      </Suspense>
      {Offer && timeline && (
        <Suspense fallback={null}>
          <Offer facts={facts} messages={timeline.messages} />
        </Suspense>
      )}
      {maySend.ok && (
        <Suspense fallback={<div className={css.composer} />}>
          <Composer facts={facts} name={name} around={around} people={timeline?.people} onEditLast={editLast} />
        </Suspense>
      )}
      {!maySend.ok && maySend.refusal !== refusals.joinFirst && !facts.archived && (
        <p className={css.closed}>
          {maySend.refusal === refusals.timedOut && facts.timedOutUntil !== null
            ? timedOutWords(facts.timedOutUntil, facts.timedOutFor)
            : maySend.refusal.message}
        </p>
      )}
    </>
  );
}

function timedOutWords(until: string, reason: string): string {
  const why = reason === '' ? '' : ` Reason: ${reason}`;
  return `You cannot write or react in this community until ${fullDate(until)}. You can still read, and come to events.${why}`;
}

/** The time; drawn again once a moment has come. */
function useNowAfter(moment: string | null): Date {
  const [, again] = useState(0);
  useEffect(() => {
    const left = moment === null ? 0 : Date.parse(moment) - Date.now();
    if (left <= 0) return;
    const timer = setTimeout(() => again((times) => times + 1), left + 50);
    return () => clearTimeout(timer);
  }, [moment]);
  return new Date();
}

/** Shift+Escape marks everything here as read. */
function useShiftEscape(act: () => void): void {
  const newest = useEffectEvent(act);
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !event.shiftKey) return;
      event.preventDefault();
      newest();
    };
    addEventListener('keydown', hear);
    return () => removeEventListener('keydown', hear);
  }, []);
}
