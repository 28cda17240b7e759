import type { QuestionView, SortBy } from '@folkmoot/contract/qna/schema.ts';

/** What a list of questions was asked for. */
export type Asked = {
  sortBy: SortBy;
  search?: string;
  isAnswered?: boolean;
  isArchived?: boolean;
  isBookmarked?: boolean;
  isPending?: boolean;
  isMine?: boolean;
  status?: QuestionView['state'];
};
export type Page = { items: QuestionView[]; count: number };
/** What a cached list holds: its pages, as they were asked for. */
export type Pages = { pages: Page[]; pageParams: unknown[] };

/** Whether a question is in such a list; undefined where only the server can tell. */
export function belongs(question: QuestionView, asked: Asked): boolean | undefined {
  const { state } = question;
  if (asked.status !== undefined && state !== asked.status) return false;
  if (asked.isPending && state !== 'pending') return false;
  if (asked.isArchived && state !== 'archived') return false;
  if (asked.isAnswered !== undefined && state !== (asked.isAnswered ? 'answered' : 'published')) return false;
  if (asked.isBookmarked && question.isBookmarked !== true) return false;
  if (asked.isMine) return question.isMine === true ? true : undefined;
  return (asked.search ?? '') === '' ? true : undefined;
}

/**
 * The newer of two views of a question. Live events leave out what only some may know: that stays as the viewer's own answer had it.
 */
export function newer(known: QuestionView, news: QuestionView): QuestionView {
  return news.rev < known.rev ? known : { ...known, ...news };
}

/**
 * A list with a question that is new or has changed: it is replaced, put where its order wants it, or taken out.
 * The same object where nothing changes.
 */
export function withQuestion(list: Pages, asked: Asked, news: QuestionView): Pages {
  const known = itemsOf(list).find(({ _id }) => _id === news._id);
  const question = known ? newer(known, news) : news;
  const stays = belongs(question, asked);
  if (known) return stays === false ? without(list, news._id) : replaced(list, question);
  return stays === true ? inserted(list, question, asked.sortBy) : list;
}

/** A list without a question. The same object where it was not in it. */
export function without(list: Pages, id: string): Pages {
  if (!itemsOf(list).some(({ _id }) => _id === id)) return list;
  return {
    ...list,
    pages: list.pages.map(({ items, count }) => ({
      items: items.filter(({ _id }) => _id !== id),
      count: Math.max(0, count - 1),
    })),
  };
}

/** Changes the questions for which `change` returns something else. The same object where it returns none. */
export function changed(list: Pages, change: (question: QuestionView) => QuestionView): Pages {
  let any = false;
  const pages = list.pages.map((page) => ({
    ...page,
    items: page.items.map((question) => {
      const next = change(question);
      any ||= next !== question;
      return next;
    }),
  }));
  return any ? { ...list, pages } : list;
}

const replaced = (list: Pages, question: QuestionView) =>
  changed(list, (one) => (one._id === question._id ? question : one));

function inserted(list: Pages, question: QuestionView, sortBy: SortBy): Pages {
  const pages = list.pages.map(({ items, count }) => ({ items, count: count + 1 }));
  const last = pages.at(-1);
  if (!last) return list;
  const loaded = pages.reduce((sum, { items }) => sum + items.length, 0);
  const end = itemsOf(list).at(-1);
  // Beyond what is loaded: the next page will have it.
  if (loaded < last.count - 1 && end && inOrder(sortBy)(end, question) < 0) return { ...list, pages };
  pages[pages.length - 1] = { ...last, items: [...last.items, question] };
  return { ...list, pages };
}

const itemsOf = (list: Pages) => list.pages.flatMap(({ items }) => items);

/** Every question of a list once, in its order: votes change more often than lists are asked for. */
export function ordered(list: Pages | undefined, sortBy: SortBy): QuestionView[] {
  const known = new Map((list ? itemsOf(list) : []).map((question) => [question._id, question]));
  return [...known.values()].sort(inOrder(sortBy));
}

/** The order of the server: by votes, then the older one; or by when they were asked. */
function inOrder(sortBy: SortBy): (one: QuestionView, other: QuestionView) => number {
  const age = (one: QuestionView, other: QuestionView) =>
    one.created_epoc - other.created_epoc || (one._id < other._id ? -1 : 1);
  if (sortBy === 'oldest') return age;
  if (sortBy === 'newest') return (one, other) => age(other, one);
  return (one, other) => other.votes - one.votes || age(one, other);
}

type Counted = { _id: string; votes: number; rev: number };

/** Puts newest counts into a list. An older count than what is shown changes nothing. */
export function withVotes(list: Pages, votes: readonly Counted[]): Pages {
  const by = new Map(votes.map((one) => [one._id, one]));
  return changed(list, (question) => {
    const news = by.get(question._id);
    return !news || news.rev <= question.rev ? question : { ...question, votes: news.votes, rev: news.rev };
  });
}

/** Whether one of these belongs among what is loaded of a list, and is not there: the list has to be asked for again. */
export function missesVotes(list: Pages, sortBy: SortBy, votes: readonly Counted[]): boolean {
  const items = itemsOf(list);
  if (sortBy !== 'votes' || items.length >= (list.pages.at(-1)?.count ?? 0)) return false;
  const least = Math.min(...items.map((question) => question.votes));
  return votes.some(({ _id, votes }) => votes > least && items.every((question) => question._id !== _id));
}
