import {
  countQuestions,
  getQna,
  getQnaStats,
  listMine,
  listQuestions,
  questionChanged,
  questionCommented,
  questionFaces,
  questionGone,
  questionHint,
  questionNow,
  questionQueued,
  questionSettings,
  questionVotes,
  questionWatching,
  questionWithdrawn,
} from '@folkmoot/contract/qna/api.ts';
import { PACE } from '@folkmoot/contract/qna/schema.ts';
import { useThrottledCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { attend, useLive, useLiveStatus, useResync } from '../../core/live.ts';
import { useSession } from '../../core/session.tsx';
import type { AvatarPerson } from '../../ui/identity/Avatar.tsx';
import { keptKeys } from '../asking/kept.ts';
import {
  AGAIN_MS,
  changeShown,
  dropQuestion,
  leaveRoom,
  noteNow,
  noteQuestion,
  noteVotes,
  refreshComments,
  refreshMine,
  refreshQna,
  type Seen,
  spread,
} from './queries.ts';

type Watching = { watching: number; faces: readonly AvatarPerson[] };
const NOBODY: Watching = { watching: 0, faces: [] };

/**
 * Keeps an event's Q&A on the screen current. What a whole room is told at once, it asks for at random moments.
 *
 * @returns how many people are watching, and how often a page without a socket has to ask.
 */
export function useQnaLive({ eventId, token }: Seen): Watching & { again: number | undefined } {
  const session = useSession();
  const signedIn = session.status === 'signedIn';
  const live = useLiveStatus() === 'ready';
  const [seen, setSeen] = useState(NOBODY);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => attend(eventId, token, signedIn), [eventId, token, signedIn]);
  useEffect(() => {
    const waiting = timers.current;
    return () => {
      for (const timer of waiting) clearTimeout(timer);
    };
  }, []);

  /** Soon, at a moment of this browser's own. */
  const soon = (act: () => void) => {
    const timer = setTimeout(() => {
      timers.current.delete(timer);
      act();
    }, spread());
    timers.current.add(timer);
  };
  const refresh = useThrottledCallback(() => soon(() => refreshQna(eventId)), PACE.spread);
  const recount = useThrottledCallback(
    () => soon(() => refreshQna(eventId, [countQuestions, getQnaStats])),
    PACE.order,
  );
  const relist = useThrottledCallback(() => soon(() => refreshQna(eventId, [listQuestions])), PACE.order);
  const own = useThrottledCallback(
    () =>
      soon(() => {
        // Under their name people ask for theirs with the list, which only those have open who look at it.
        refreshQna(eventId, keptKeys(eventId).length > 0 ? [listMine, countQuestions] : [countQuestions]);
        refreshMine(eventId);
      }),
    PACE.spread,
  );
  const mine =
    <News extends { eventId: string }>(act: (news: News) => void) =>
    (news: News) => {
      if (news.eventId === eventId) act(news);
    };

  useLive(
    questionChanged,
    mine(({ question }) => {
      noteQuestion(question);
      recount();
    }),
  );
  useLive(
    questionQueued,
    mine(({ question }) => {
      noteQuestion(question);
      recount();
    }),
  );
  useLive(
    questionGone,
    mine(({ questionId }) => {
      // Hosts are told where it went, by an event of their own.
      leaveRoom(eventId, questionId);
      recount();
    }),
  );
  useLive(
    questionWithdrawn,
    mine(({ questionId }) => {
      dropQuestion(eventId, questionId);
      recount();
    }),
  );
  useLive(
    questionVotes,
    mine(({ votes }) => {
      if (noteVotes(eventId, votes)) relist();
    }),
  );
  useLive(
    questionNow,
    mine(({ question }) => noteNow(eventId, question)),
  );
  useLive(questionHint, mine(own));
  useLive(
    questionCommented,
    mine(({ questionId, comments }) => {
      changeShown(eventId, questionId, (question) => ({ ...question, comments }));
      refreshComments(eventId, questionId);
    }),
  );
  useLive(
    questionSettings,
    mine(() => soon(() => refreshQna(eventId, [getQna]))),
  );
  useLive(
    questionWatching,
    mine(({ watching }) => setSeen((before) => ({ ...before, watching }))),
  );
  useLive(
    questionFaces,
    mine(({ faces }) => setSeen((before) => ({ ...before, faces }))),
  );
  useResync(refresh);
  return { ...seen, again: live ? undefined : AGAIN_MS };
}
