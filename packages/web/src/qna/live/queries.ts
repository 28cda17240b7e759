import {
  countQuestions,
  getQna,
  getQnaStats,
  listComments,
  listMine,
  listQuestions,
} from '@folkmoot/contract/qna/api.ts';
import { PACE, type QnaView, type QuestionView } from '@folkmoot/contract/qna/schema.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '../../core/api-client.ts';
import { apiQuery, apiQueryKey } from '../../core/queries.ts';
import { onceAnswered, queryClient } from '../../core/query-client.ts';
import { keptKeys } from '../asking/kept.ts';
import { type Asked, changed, missesVotes, newer, type Pages, without, withQuestion, withVotes } from './lists.ts';

/** How often a page without a socket asks again, in milliseconds. */
export const AGAIN_MS = 30_000;

/** Whose eyes a Q&A is seen with: the event, and the token of the page or of a guest's pass. */
export type Seen = { eventId: string; token: string | undefined };

/** An event's Q&A as this person sees it. */
export function useQna({ eventId, token }: Seen, again?: number) {
  return useQuery({ ...apiQuery(getQna, { eventId, token }), refetchInterval: again ?? false });
}

/** A list of questions, a page at a time. Its order is `ordered` in lists.ts. */
export function useQuestions(seen: Seen, asked: Asked, { again, limit }: { again?: number; limit?: number } = {}) {
  const { isAnswered, isArchived, isBookmarked, isPending, isMine, ...rest } = asked;
  const flags = { isAnswered, isArchived, isBookmarked, isPending, isMine };
  const input = { ...seen, ...rest, ...flagsOf(flags), ...(limit === undefined ? {} : { limit }) };
  return useInfiniteQuery({
    // With what was asked as it is written here: live events find their lists by it.
    queryKey: [...apiQueryKey(listQuestions), { ...seen, ...asked }, limit ?? 'pages'],
    queryFn: ({ signal, pageParam }) => call(listQuestions, { ...input, page: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) =>
      last.items.length > 0 && pages.reduce((sum, { items }) => sum + items.length, 0) < last.count
        ? pages.length + 1
        : undefined,
    refetchInterval: again ?? false,
  });
}

/** Yes and no as an address has them. */
function flagsOf<Names extends string>(flags: Record<Names, boolean | undefined>) {
  const given = Object.entries<boolean | undefined>(flags).filter(([, flag]) => flag !== undefined);
  return Object.fromEntries(given.map(([name, flag]) => [name, flag ? 'true' : 'false'])) as {
    [Name in Names]?: 'true' | 'false';
  };
}

/** How many questions there are in each state. */
export function useCounts({ eventId, token }: Seen, again?: number) {
  return useQuery({ ...apiQuery(countQuestions, { eventId, token }), refetchInterval: again ?? false });
}

const ownKey = (eventId: string) => apiQueryKey(listMine, { eventId });

/** The questions that were asked anonymously in this browser, asked for by nobody. */
export function useOwnAnonymous(eventId: string, again?: number) {
  return useQuery({
    queryKey: ownKey(eventId),
    queryFn: async ({ signal }) => {
      const keys = keptKeys(eventId);
      return keys.length === 0 ? { items: [] } : call(listMine, { eventId, keys }, { signal, asNobody: true });
    },
    refetchInterval: again ?? false,
  });
}

/** Everything that is cached about an event's Q&A, by the call that it came from. */
const SHOWING = [getQna, getQnaStats, listQuestions, countQuestions, listMine, listComments] as const;
type Showing = (typeof SHOWING)[number];

const isOf = (endpoint: Showing, eventId: string) => ({
  queryKey: apiQueryKey(endpoint),
  predicate: ({ queryKey: [, input] }: { queryKey: readonly unknown[] }) =>
    (input as { eventId?: string } | undefined)?.eventId === eventId,
});

/** Asks again for what is on the screen of an event's Q&A: of everything, or of these calls. */
export function refreshQna(eventId: string, endpoints: readonly Showing[] = SHOWING): void {
  for (const endpoint of endpoints) void queryClient.invalidateQueries(isOf(endpoint, eventId));
}

/** A random moment within two seconds: a whole room that asks again does not ask at once. */
export const spread = (): number => Math.random() * PACE.spread;

/** Changes what is shown of an event's Q&A by one call: what is in the cache, and answers on their way, which may be older. */
function change<Data>(endpoint: Showing, eventId: string, next: (shown: Data, asked: Asked) => Data): void {
  for (const query of queryClient.getQueryCache().findAll(isOf(endpoint, eventId))) {
    const apply = () => {
      const shown = query.state.data as Data | undefined;
      const news = shown && next(shown, query.queryKey[1] as Asked);
      if (news !== shown) queryClient.setQueryData(query.queryKey, news);
    };
    apply();
    onceAnswered(query, apply);
  }
}

const eachList = (eventId: string, next: (list: Pages, asked: Asked) => Pages): void =>
  change(listQuestions, eventId, next);

const eachQna = (eventId: string, next: (qna: QnaView) => QnaView): void =>
  change<{ data: QnaView }>(getQna, eventId, (shown) => {
    const data = next(shown.data);
    return data === shown.data ? shown : { ...shown, data };
  });

/** Puts a question that is new or has changed wherever it is shown. */
export function noteQuestion(question: QuestionView): void {
  const { eventId } = question;
  eachList(eventId, (list, asked) => {
    const next = withQuestion(list, asked, question);
    // One at a time is being answered.
    return question.isNow
      ? changed(next, (one) => (one.isNow && one._id !== question._id ? { ...one, isNow: false, now_epoc: null } : one))
      : next;
  });
  eachQna(eventId, (qna) => {
    if (question.isNow) return { ...qna, now: qna.now?._id === question._id ? newer(qna.now, question) : question };
    return qna.now?._id === question._id ? { ...qna, now: null } : qna;
  });
}

/** Takes a question off the screen. */
export function dropQuestion(eventId: string, id: string): void {
  eachList(eventId, (list) => without(list, id));
  eachQna(eventId, (qna) => (qna.now?._id === id ? { ...qna, now: null } : qna));
}

/** Shows which question is being answered, if any. */
export function noteNow(eventId: string, now: QuestionView | null): void {
  if (now) {
    noteQuestion(now);
    return;
  }
  eachList(eventId, (list) => changed(list, (one) => (one.isNow ? { ...one, isNow: false, now_epoc: null } : one)));
  eachQna(eventId, (qna) => ({ ...qna, now: null }));
}

/** Puts newest counts of votes wherever they are shown. @returns whether a list lacks a question that belongs in it now. */
export function noteVotes(eventId: string, votes: readonly { _id: string; votes: number; rev: number }[]): boolean {
  let misses = false;
  eachList(eventId, (list, asked) => {
    misses ||= missesVotes(list, asked.sortBy, votes);
    return withVotes(list, votes);
  });
  eachQna(eventId, (qna) => {
    const news = votes.find(({ _id, rev }) => _id === qna.now?._id && rev > qna.now.rev);
    return qna.now && news ? { ...qna, now: { ...qna.now, ...news } } : qna;
  });
  return misses;
}

/** Changes a question wherever it is shown, such as before its call has been answered. */
export function changeShown(eventId: string, id: string, change: (question: QuestionView) => QuestionView): void {
  eachList(eventId, (list) => changed(list, (one) => (one._id === id ? change(one) : one)));
  eachQna(eventId, (qna) => (qna.now?._id === id ? { ...qna, now: change(qna.now) } : qna));
}

/** A question that not everybody sees any more. Hosts, and its asker under their name, are told by other ways what it is now. */
export function leaveRoom(eventId: string, id: string): void {
  eachList(eventId, (list, { isPending, isArchived, isBookmarked, isMine, status }) => {
    const isOfAll = !isPending && !isArchived && !isBookmarked && !isMine && status === undefined;
    return isOfAll ? without(list, id) : list;
  });
  eachQna(eventId, (qna) => (qna.now?._id === id ? { ...qna, now: null } : qna));
}

/** Asks again for the questions that a person asked under their name. */
export function refreshMine(eventId: string): void {
  void queryClient.invalidateQueries({
    queryKey: apiQueryKey(listQuestions),
    predicate: ({ queryKey: [, input] }) => {
      const asked = input as (Asked & { eventId?: string }) | undefined;
      return asked?.eventId === eventId && asked.isMine === true;
    },
  });
}

/** Asks again for the comments of one question. */
export function refreshComments(eventId: string, questionId: string): void {
  void queryClient.invalidateQueries({
    queryKey: apiQueryKey(listComments),
    predicate: ({ queryKey: [, input] }) => {
      const asked = input as { eventId?: string; questionId?: string } | undefined;
      return asked?.eventId === eventId && asked.questionId === questionId;
    },
  });
}

/** Shows settings that a call returned. */
export function noteQna(qna: QnaView): void {
  eachQna(qna.eventId, () => qna);
}
