import type { AuthorView, ConversationFacts } from '@folkmoot/contract/conversations/schema.ts';
import { Button, VisuallyHidden } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  Suspense,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import {
  type CustomContainerComponentProps,
  type CustomItemComponentProps,
  Virtualizer,
  type VirtualizerHandle,
} from 'virtua';
import { lazyPart } from '../../core/lazy.ts';
import { useMyId } from '../../core/session.tsx';
import { actionOfKey } from '../keyboard/message-keys.ts';
import { arrivalWords, joinWords, linesBefore, messageWords, pendingWords } from '../keyboard/message-words.ts';
import { useOneTabStop } from '../keyboard/useOneTabStop.ts';
import { type RowStop, useRovingFocus } from '../keyboard/useRovingFocus.ts';
import { PendingMessage } from '../outbox/PendingMessage.tsx';
import { dayLabel, isStop, type ListItem, shows } from '../timeline/list-items.ts';
import type { Timeline } from '../timeline/timeline.ts';
import { useArrived } from '../timeline/useArrived.ts';
import { Message } from './Message.tsx';
import type { MessageHandlers } from './message-handlers.ts';
import css from './message-list.module.css';
import { pin } from './message-mutations.ts';

const JoinRow = lazyPart(() => import('../joins/JoinRow.tsx'), 'JoinRow');

/** Rows from either end at which more history is asked for. */
const NEAR = 12;
/** Pixels from the end that still count as being there. */
const SLACK = 48;
/** Pixels at the top that the day of what is in sight takes. */
const DAY_ROOM = 44;
/** Rows that are drawn before the list knows how high it is. */
const FIRST = 18;

type Props = {
  facts: ConversationFacts;
  rows: readonly ListItem[];
  timeline: Timeline;
  /** The `seq` to open at, or the end even if something is new, and how many jumps to a message there have been since. */
  at: number | 'newest' | undefined;
  jumps: number;
  atEnd: boolean;
  onAtEnd: (atEnd: boolean) => void;
  onBefore: () => void;
  onAfter: () => void;
  onNewest: () => void;
  acts: MessageHandlers;
  change: (next: (timeline: Timeline) => Timeline) => void;
  /** What is shown above the first message. */
  root: ReactNode;
};

/** The messages: a virtual list that loads more at both ends and keeps its scroll position while it does. */
export function MessageList({
  facts,
  rows,
  timeline,
  at,
  atEnd,
  onAtEnd,
  onBefore,
  onAfter,
  onNewest,
  jumps,
  acts,
  change,
  root,
}: Props) {
  const me = useMyId();
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const end = useRef(true);
  const offset = useRef(0);
  const started = useRef(false);
  const firstSeq = timeline.messages[0]?.seq;
  const shownFirst = useRef(firstSeq);
  const [day, setDay] = useState<string>();
  /** Whether the list knows which rows are on screen. */
  const [looked, setLooked] = useState(false);
  const arrived = useArrived(timeline, me, atEnd);
  const prepends = firstSeq !== undefined && shownFirst.current !== undefined && firstSeq < shownFirst.current;
  const onKey = (item: ListItem, event: KeyboardEvent, row: HTMLElement) => {
    if (item.kind !== 'message') return false;
    const { message } = item;
    const react = event.key === '+' ? row.querySelector<HTMLElement>('[data-react]') : null;
    const onEdit = () => acts.onEdit(message);
    const act = react
      ? () => react.click()
      : actionOfKey(event.key, { facts, message, me, acts, onEdit, onPin: () => void pin(change, message) });
    act?.();
    return act !== undefined;
  };
  const last = rows.at(-1);
  const lastKey = last?.key;
  const own = last?.kind === 'pending';
  const roving = useRovingFocus(rows, list, scroller, onKey);
  useOneTabStop(scroller);

  /** Scrolls to the end, unless that takes the message out of sight that the keyboard is at. */
  const follow = () => {
    const handle = list.current;
    if (!handle) return;
    const reading = own ? undefined : roving.reading();
    if (reading !== undefined && handle.getItemOffset(reading) < handle.scrollSize - handle.viewportSize) {
      end.current = false;
      onAtEnd(false);
    } else handle.scrollToIndex(rows.length - 1, { align: 'end' });
  };

  useLayoutEffect(() => {
    shownFirst.current = firstSeq;
  }, [firstSeq]);

  const take = useEffectEvent(roving.take);
  const followEnd = useEffectEvent(follow);

  // Starts at the message of the address, at what is new, or at the end.
  useLayoutEffect(() => {
    if (started.current || rows.length === 0) return;
    started.current = true;
    const target = opensAt(rows, at);
    // Otherwise the effect below would follow the end at once.
    end.current = target < 0;
    if (target >= 0)
      list.current?.scrollToIndex(target, {
        align: at === undefined ? 'start' : 'center',
        offset: at === undefined ? -64 : 0,
      });
    else list.current?.scrollToIndex(rows.length - 1, { align: 'end' });
    if (at === 'newest') take(rows.findLastIndex(isStop));
    else if (target >= 0 && at !== undefined) take(target);
  }, [rows, at]);

  // After a jump to a loaded message, it scrolls into the middle and takes the focus.
  const go = useEffectEvent(() => {
    const target = rows.findIndex((row) => shows(row, at === 'newest' ? undefined : at));
    if (target < 0) return;
    end.current = false;
    list.current?.scrollToIndex(target, { align: 'center' });
    roving.take(target);
  });
  useEffect(() => {
    if (jumps > 0) go();
  }, [jumps]);

  // If you were at the end, the list follows new messages; it always follows your own.
  // biome-ignore lint/correctness/useExhaustiveDependencies: more rows as well
  useLayoutEffect(() => {
    if (lastKey !== undefined && started.current && (end.current || own)) followEnd();
  }, [lastKey, own, rows.length]);

  // A composer, a keyboard or a message that grows does not push the end out of sight. You may also be
  // at the end now: a short list fits on the screen once it is measured, and never scrolls.
  const onResize = useEffectEvent(() => {
    if (started.current && end.current) follow();
    look();
  });
  useEffect(() => {
    const box = scroller.current;
    const inner = box?.querySelector('ul');
    if (!box || !inner) return;
    const observer = new ResizeObserver(() => onResize());
    observer.observe(box);
    observer.observe(inner);
    return () => observer.disconnect();
  }, []);

  const look = () => {
    const handle = list.current;
    if (!handle || handle.viewportSize === 0) return;
    setLooked(true);
    const { scrollOffset, viewportSize, scrollSize } = handle;
    const bottom = !timeline.hasAfter && scrollOffset + viewportSize >= scrollSize - SLACK;
    // Rows that are taller than estimated push the end away, however slowly: only scrolling back leaves the end.
    if (!end.current || scrollOffset < offset.current) end.current = bottom;
    offset.current = scrollOffset;
    if (end.current !== atEnd) onAtEnd(end.current);
    const top = handle.findItemIndex(scrollOffset);
    if (top < NEAR) onBefore();
    if (handle.findItemIndex(scrollOffset + viewportSize) > rows.length - NEAR) onAfter();
    // Where a day begins just below, its own line says so, and two days one above the other would be read as one.
    const begins = rows.slice(top + 1, handle.findItemIndex(scrollOffset + DAY_ROOM) + 1).some(isDay);
    setDay(begins ? undefined : dayAt(rows, top));
  };
  const lookAgain = useEffectEvent(look);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows mean another look
  useEffect(lookAgain, [rows]);

  return (
    <div className={css.frame}>
      {day && (
        <div className={`${css.day} ${css.sticky}`} aria-hidden="true">
          <span>{dayLabel(day, new Date())}</span>
        </div>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the focusable rows inside */}
      <div ref={scroller} className={css.scroller} onKeyDown={roving.onKeyDown}>
        {facts.type !== 'thread' && <div className={css.push} />}
        <Virtualizer
          data={rows}
          ref={list}
          scrollRef={scroller}
          shift={prepends}
          onScroll={look}
          as={ListBox as never}
          item={VirtualItem as never}
          itemSize={56}
          bufferSize={400}
          keepMounted={looked ? roving.kept : [...firstRows(rows, at), ...roving.kept]}
        >
          {(row: ListItem, index: number) => (
            <Row
              key={row.key}
              index={index}
              item={row}
              lines={linesBefore(rows, index, new Date())}
              people={timeline.people}
              me={me}
              stop={roving.of(index)}
            >
              {row.kind === 'start' && root}
              {row.kind === 'day' && (
                <div className={css.day}>
                  <span>{dayLabel(row.at, new Date())}</span>
                </div>
              )}
              {row.kind === 'unread' && (
                <div className={css.unread}>
                  <span>New</span>
                </div>
              )}
              {row.kind === 'message' && (
                <Message
                  facts={facts}
                  message={row.message}
                  people={timeline.people}
                  me={me}
                  continues={row.continues}
                  deleted={row.deleted?.count}
                  found={at !== 'newest' && shows(row, at)}
                  inRow
                  change={change}
                  acts={acts}
                />
              )}
              {row.kind === 'joins' && (
                <Suspense fallback={<div className={css.joins} />}>
                  <JoinRow facts={facts} joins={row.joins} me={me} onPerson={acts.onPerson} />
                </Suspense>
              )}
              {row.kind === 'pending' && (
                <PendingMessage
                  conversationId={facts.id}
                  pending={row.pending}
                  continues={row.continues}
                  people={timeline.people}
                />
              )}
            </Row>
          )}
        </Virtualizer>
      </div>
      {looked && (!atEnd || timeline.hasAfter) && (
        <Button
          className={css.newest}
          variant="default"
          size="xs"
          leftSection={<IconArrowDown size={15} />}
          onClick={() => {
            if (timeline.hasAfter) return onNewest();
            // From now on it follows the end, which moves as rows are measured on the way.
            end.current = true;
            list.current?.scrollToIndex(rows.length - 1, { align: 'end' });
            // This button goes, and the focus with it.
            roving.take(rows.findLastIndex(isStop));
          }}
        >
          {arrived === 0 ? 'Newest' : arrived === 1 ? '1 new message' : `${arrived.toLocaleString()} new messages`}
        </Button>
      )}
      <Announcer timeline={timeline} me={me} />
    </div>
  );
}

/** The index of the row that the list opens at: the message with `seq` `at`, or else the first that is new; -1 is the end. */
function opensAt(rows: readonly ListItem[], at: Props['at']): number {
  if (at === 'newest') return -1;
  return rows.findIndex((row) => (at === undefined ? row.kind === 'unread' : shows(row, at)));
}

/** The indexes of the rows that are probably on screen when the list opens, so that its first frame shows them. */
function firstRows(rows: readonly ListItem[], at: Props['at']): number[] {
  const target = opensAt(rows, at);
  const middle = at === undefined ? 2 : FIRST / 2;
  const from = Math.max(0, target < 0 ? rows.length - FIRST : target - middle);
  return Array.from({ length: Math.min(FIRST, rows.length - from) }, (_, index) => from + index);
}

const isDay = ({ kind }: ListItem) => kind === 'day';

/** The day that the row at `index` belongs to. */
function dayAt(rows: readonly ListItem[], index: number): string | undefined {
  for (let at = Math.min(index, rows.length - 1); at >= 0; at -= 1) {
    const row = rows[at];
    if (row?.kind === 'day') return row.at;
  }
  return undefined;
}

function ListBox({ ref, ...rest }: CustomContainerComponentProps & { ref?: Ref<HTMLUListElement> }) {
  return <ul ref={ref} aria-label="Messages" {...rest} />;
}

function VirtualItem({ ref, index: _, ...rest }: CustomItemComponentProps & { ref?: Ref<HTMLLIElement> }) {
  return <li ref={ref} {...rest} />;
}

type RowProps = {
  index: number;
  item: ListItem;
  /** What the lines above it say. */
  lines: string;
  people: ReadonlyMap<string, AuthorView>;
  me: string;
  stop: RowStop;
  children: ReactNode;
};

/** A row of the list. One that can have the focus says what is in it: its name is all that is spoken of it then. */
function Row({ index, item, lines, people, me, stop, children }: RowProps) {
  const message = item.kind === 'message' ? item.message : undefined;
  const deleted = item.kind === 'message' ? item.deleted?.count : undefined;
  const pending = item.kind === 'pending' ? item.pending : undefined;
  const joins = item.kind === 'joins' ? item.joins : undefined;
  const words = useMemo(() => {
    if (message) return messageWords(message, people, deleted);
    return joins ? `${joinWords(joins, me)}.` : pending && pendingWords(pending, people);
  }, [message, deleted, pending, joins, people, me]);
  return (
    <div
      data-row={index}
      {...stop}
      {...(words !== undefined && { role: 'article', 'aria-label': lines === '' ? words : `${lines} ${words}` })}
    >
      {children}
    </div>
  );
}

/** Announces new messages of others to a screen reader; never loaded history, nor your own messages. */
function Announcer({ timeline, me }: { timeline: Timeline; me: string }) {
  const last = timeline.messages.at(-1);
  const known = useRef(last?.seq ?? 0);
  const [said, setSaid] = useState({ seq: 0, words: '' });
  useEffect(() => {
    if (!last || last.seq <= known.current) return;
    known.current = last.seq;
    const author = timeline.people.get(last.authorId ?? '');
    if (last.authorId !== me && !timeline.hasAfter && author)
      setSaid({ seq: last.seq, words: arrivalWords(last, author, timeline.people) });
  }, [last, timeline, me]);
  return (
    <VisuallyHidden aria-live="polite">
      {/* Another element each time, so that the same words are said again. */}
      <span key={said.seq}>{said.words}</span>
    </VisuallyHidden>
  );
}
