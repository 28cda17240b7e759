import { hiddenChanged } from '@folkmoot/contract/blocks/api.ts';
import * as api from '@folkmoot/contract/conversations/api.ts';
import type {
  AuthorView,
  ConversationFacts,
  MessagePage,
  MessageView,
} from '@folkmoot/contract/conversations/schema.ts';
import { useCallback, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { call, firstAnswer } from '../../core/api-client.ts';
import { useLive, useResync } from '../../core/live.ts';
import { useMyId } from '../../core/session.tsx';
import { outbox } from '../outbox/outbox.ts';
import { useFollowing } from '../threads/useFollowing.ts';
import {
  caughtUp,
  fromPage,
  reaches,
  type Timeline,
  withAfter,
  withBefore,
  withChanges,
  withReactions,
  withVersion,
} from './timeline.ts';

/** How long a missing version may still be on its way before it is fetched, in milliseconds. */
const PATIENCE = 400;
/** Past this many changes a fresh page is less work than catching up. */
const CATCH_UP_PAGES = 5;

/** Which messages: those around one, or the newest. */
const pageAt = (conversationId: string, around: number | undefined) =>
  around === undefined ? { conversationId } : { conversationId, around };

/**
 * A conversation as it is now: its newest messages, or those around one, kept current by live events. The socket only
 * hints; whatever is missed is fetched by version.
 */
export function useTimeline(facts: ConversationFacts, at: number | undefined) {
  const conversationId = facts.id;
  const me = useMyId();
  const startAt = () =>
    at ?? (facts.joined && facts.version > facts.readSeq && facts.readSeq > 0 ? facts.readSeq : undefined);
  const [timeline, setTimeline] = useState(() => {
    const seq = startAt();
    // The newest messages came with the page. They do as well if the place to open at is among them.
    const page = firstAnswer(api.listMessages, pageAt(conversationId, at));
    return page && (seq === undefined || reaches(page, seq)) ? fromPage(page) : undefined;
  });
  const [failure, setFailure] = useState<unknown>();
  const newest = useRef(timeline);
  /** Whether the messages came with the page, and nothing has to be loaded. */
  const here = useRef(timeline !== undefined);
  const busy = useRef<'before' | 'after' | undefined>(undefined);
  /** Numbers the loads: if two are running, only the later one counts. */
  const asked = useRef(0);
  /** The load whose range is shown: the response to an earlier load is ignored. */
  const shown = useRef(0);
  const late = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The newest version that live events have told of: it may overtake a page that is being loaded. */
  const told = useRef(0);

  const change = useCallback((next: (timeline: Timeline) => Timeline) => {
    if (!newest.current) return;
    newest.current = next(newest.current);
    setTimeline(newest.current);
  }, []);

  const load = useCallback(
    async (around: number | undefined) => {
      asked.current += 1;
      const own = asked.current;
      setFailure(undefined);
      try {
        const page = await call(api.listMessages, pageAt(conversationId, around));
        if (own !== asked.current) return;
        shown.current = own;
        busy.current = undefined;
        newest.current = fromPage(page);
        setTimeline(newest.current);
        if (told.current > page.version) overtaken(page.version);
      } catch (error) {
        if (own === asked.current && !newest.current) setFailure(error);
      }
    },
    [conversationId],
  );

  const catchUp = useCallback(
    async (from?: number) => {
      const known = newest.current;
      if (!known) return;
      const own = shown.current;
      const changed: MessageView[] = [];
      const people: AuthorView[] = [];
      let since = Math.min(from ?? known.version, known.version);
      for (let page = 0; ; page += 1) {
        if (page === CATCH_UP_PAGES) return void (await load(undefined));
        const answer = await call(api.listChanges, { conversationId, since }).catch(() => undefined);
        // Still offline: the next `ready` asks again.
        if (!answer) return;
        // The range is a different one by now, and may lack the same changes.
        if (own !== shown.current) return void (await catchUp(from));
        changed.push(...answer.data);
        people.push(...answer.people);
        since = answer.hasMore ? (answer.data.at(-1)?.version ?? answer.version) : answer.version;
        if (!answer.hasMore) break;
      }
      change((timeline) => caughtUp(withChanges(timeline, changed, people), since));
    },
    [conversationId, change, load],
  );

  const overtaken = useEffectEvent((version: number) => void catchUp(version));
  const begin = useEffectEvent(() => {
    const loaded = here.current;
    here.current = false;
    if (loaded) return;
    newest.current = undefined;
    told.current = 0;
    setTimeline(undefined);
    void load(startAt());
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation begins anew
  useEffect(() => {
    begin();
    return () => clearTimeout(late.current);
  }, [load]);
  useFollowing(facts);
  // What could not be loaded without a connection is loaded now.
  useResync(() => void (newest.current ? catchUp() : failure === undefined ? undefined : load(startAt())));
  // Hidden messages may be visible now, and visible ones hidden.
  useLive(hiddenChanged, () => void load(undefined));

  const counted = (version: number, next: (timeline: Timeline) => Timeline) => {
    told.current = Math.max(told.current, version);
    change((known) => {
      const { timeline: after, gap } = withVersion(next(known), version);
      clearTimeout(late.current);
      if (gap) late.current = setTimeout(() => void catchUp(), PATIENCE);
      return after;
    });
  };
  /** A live message includes its author, but not the people it mentions: unknown ones are fetched. */
  const meet = async ({ mentions, version }: MessageView) => {
    if (mentions.every((id) => newest.current?.people.has(id))) return;
    const answer = await call(api.listChanges, { conversationId, since: version - 1 }).catch(() => undefined);
    if (answer) change((known) => withChanges(known, answer.data, answer.people));
  };
  const took = ({ message, author }: { message: MessageView; author: AuthorView | null }) => {
    if (message.conversationId !== conversationId) return;
    counted(message.version, (known) => withChanges(known, [message], author ? [author] : []));
    void meet(message);
  };
  useLive(api.messageSent, (event) => {
    if (event.message.conversationId === conversationId && event.message.authorId === me)
      outbox.acknowledge(conversationId, event.message);
    took(event);
  });
  useLive(api.messageEdited, took);
  useLive(api.messageDeleted, took);
  useLive(api.reactionChanged, (event) => {
    if (event.conversationId === conversationId) counted(event.version, (known) => withReactions(known, event, me));
  });
  useEffect(
    () =>
      outbox.onSent((where, message) => where === conversationId && change((known) => withChanges(known, [message]))),
    [conversationId, change],
  );

  const read = async (way: 'before' | 'after') => {
    const known = newest.current;
    const edge = way === 'before' ? known?.messages[0]?.seq : known?.messages.at(-1)?.seq;
    if (busy.current || edge === undefined || !(way === 'before' ? known?.hasBefore : known?.hasAfter)) return;
    busy.current = way;
    const own = shown.current;
    const page: MessagePage | undefined = await call(api.listMessages, { conversationId, [way]: edge }).catch(
      () => undefined,
    );
    if (own !== shown.current) return;
    busy.current = undefined;
    if (!page) return;
    change((timeline) => (way === 'before' ? withBefore(timeline, page) : withAfter(timeline, page)));
    if (told.current > page.version) void catchUp(page.version);
  };

  return {
    timeline,
    failure,
    pending: useSyncExternalStore(outbox.subscribe, () => outbox.of(conversationId)),
    change,
    /** Loads the newest messages, or those around one. */
    load,
    readBefore: () => void read('before'),
    readAfter: () => void read('after'),
  };
}
