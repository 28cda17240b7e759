import { markRead } from '@folkmoot/contract/conversations/api.ts';
import type { ConversationFacts, MessageView } from '@folkmoot/contract/conversations/schema.ts';
import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '../../core/api-client.ts';
import { useResync } from '../../core/live.ts';
import type { Timeline } from '../timeline/timeline.ts';

const PAUSE = 400;

/**
 * Moves your read mark while the newest messages are on screen and the tab is visible.
 *
 * @returns the position of the unread line, and a way to remove it.
 */
export function useReadMark(facts: ConversationFacts, timeline: Timeline | undefined, atEnd: boolean) {
  const visible = useDocumentVisibility() === 'visible';
  const [lineAfter, setLineAfter] = useState(facts.following && facts.readSeq < facts.version ? facts.readSeq : null);
  const marked = useRef(facts.readSeq);
  /** Read, but not reported to the server yet. */
  const unsaid = useRef(0);
  /** Marked unread by hand: being on the screen does not mark it read again. */
  const held = useRef(false);
  const last = timeline?.messages.at(-1)?.seq ?? 0;
  const seen = facts.following && visible && atEnd && timeline !== undefined && !timeline.hasAfter;

  const mark = async (seq: number) => {
    marked.current = seq;
    unsaid.current = 0;
    await call(markRead, { conversationId: facts.id, seq }).catch(() => {
      unsaid.current = Math.max(unsaid.current, seq);
    });
  };
  const markLater = useEffectEvent(mark);
  useResync(() => {
    if (facts.following && unsaid.current > 0) void mark(Math.max(unsaid.current, marked.current));
  });

  // Messages that arrive while you look elsewhere are under a new line when you return.
  useEffect(() => {
    if (!visible && facts.following) setLineAfter((line) => line ?? marked.current);
  }, [visible, facts.following]);

  useEffect(() => {
    if (!seen || held.current || (last <= marked.current && unsaid.current === 0)) return;
    const timer = setTimeout(() => void markLater(last), PAUSE);
    return () => clearTimeout(timer);
  }, [seen, last]);

  return {
    lineAfter,
    /** Marks everything from this message on as unread, until you come back. */
    markUnread(message: Pick<MessageView, 'seq'>) {
      held.current = true;
      setLineAfter(message.seq - 1);
      void mark(message.seq - 1);
    },
    /** Shift+Escape: marks everything here as read, and removes the line. */
    markAll() {
      held.current = false;
      setLineAfter(null);
      if (facts.following && last > 0) void mark(last);
    },
  };
}
