import { markRead } from '@folkmoot/contract/conversations/api.ts';
import type { ConversationFacts } from '@folkmoot/contract/conversations/schema.ts';
import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '../core/call.ts';
import { useResync } from '../core/live.ts';
import type { Timeline } from './timeline.ts';

const PAUSE = 400;

/**
 * Moves one's read mark while the newest messages are on screen and the tab is looked at.
 *
 * @returns where the line above what is new stands, and a way to take it away.
 */
export function useReadMark(facts: ConversationFacts, timeline: Timeline | undefined, atEnd: boolean) {
  const visible = useDocumentVisibility() === 'visible';
  const [lineAfter, setLineAfter] = useState(facts.joined && facts.readSeq < facts.version ? facts.readSeq : null);
  const marked = useRef(facts.readSeq);
  /** What was seen, but could not be said. */
  const unsaid = useRef(0);
  const last = timeline?.messages.at(-1)?.seq ?? 0;
  const seen = facts.joined && visible && atEnd && timeline !== undefined && !timeline.hasAfter;

  const mark = async (seq: number) => {
    marked.current = seq;
    unsaid.current = 0;
    await call(markRead, { conversationId: facts.id, seq }).catch(() => {
      unsaid.current = Math.max(unsaid.current, seq);
    });
  };
  const markLater = useEffectEvent(mark);
  useResync(() => {
    if (facts.joined && unsaid.current > 0) void mark(Math.max(unsaid.current, marked.current));
  });

  // What comes while one looks elsewhere stands under a new line on return.
  useEffect(() => {
    if (!visible && facts.joined) setLineAfter((line) => line ?? marked.current);
  }, [visible, facts.joined]);

  useEffect(() => {
    if (!seen || (last <= marked.current && unsaid.current === 0)) return;
    const timer = setTimeout(() => void markLater(last), PAUSE);
    return () => clearTimeout(timer);
  }, [seen, last]);

  return {
    lineAfter,
    /** Shift+Escape: everything here is read, and the line goes. */
    markAll() {
      setLineAfter(null);
      if (facts.joined && last > 0) void mark(last);
    },
  };
}
