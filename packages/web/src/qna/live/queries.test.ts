import { getQna, listQuestions } from '@folkmoot/contract/qna/api.ts';
import { afterEach, expect, test } from 'vitest';
import { qnaView, questionView } from '../../../test/qna.ts';
import { apiQueryKey } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import type { Pages } from './lists.ts';
import { dropQuestion, noteQuestion } from './queries.ts';

afterEach(() => queryClient.clear());

const first = questionView({ isNow: true, now_epoc: 1_790_000_000 });
const second = questionView({ content: 'Is there tea?' });
const { eventId } = first;

test('what becomes “now” ends what was: in every list, and on the card', () => {
  const lists = (['votes', 'newest'] as const).map((sortBy) => [
    ...apiQueryKey(listQuestions),
    { eventId, token: undefined, sortBy, isAnswered: false },
    'pages',
  ]);
  const shown: Pages = { pages: [{ items: [first, second], count: 2 }], pageParams: [1] };
  for (const key of lists) queryClient.setQueryData(key, shown);
  const card = apiQueryKey(getQna, { eventId, token: undefined });
  queryClient.setQueryData(card, { data: qnaView({ now: first }) });

  noteQuestion({ ...second, isNow: true, now_epoc: 1_790_000_060, rev: 2 });

  for (const key of lists) {
    const items = queryClient.getQueryData<Pages>(key)?.pages.flatMap((page) => page.items) ?? [];
    expect(items.filter(({ isNow }) => isNow).map(({ _id }) => _id)).toEqual([second._id]);
    // The clock of what was is over as well.
    expect(items.find(({ _id }) => _id === first._id)?.now_epoc).toBeNull();
  }
  expect(queryClient.getQueryData(card)).toMatchObject({ data: { now: { _id: second._id } } });
});

test('live news that overtakes an answer on its way is not lost: a list, its pages, and the card', async () => {
  const key = (isAnswered: boolean) => [
    ...apiQueryKey(listQuestions),
    { eventId, token: undefined, sortBy: 'votes', isAnswered },
    'pages',
  ];
  const asked = second;
  let answer: (pages: Pages) => void = () => undefined;
  const open = (isAnswered: boolean) =>
    queryClient.fetchQuery({
      queryKey: key(isAnswered),
      queryFn: () => new Promise<Pages>((resolve) => (answer = resolve)),
    });

  // Both were read before the question was answered, and arrive afterwards.
  const answered = open(true);
  noteQuestion({ ...asked, state: 'answered', rev: 2 });
  answer({ pages: [{ items: [], count: 0 }], pageParams: [1] });
  await answered;
  const shown = (isAnswered: boolean) =>
    queryClient.getQueryData<Pages>(key(isAnswered))?.pages.flatMap(({ items }) => items.map(({ rev }) => rev));
  expect(shown(true)).toEqual([2]);
  const unanswered = open(false);
  noteQuestion({ ...asked, state: 'answered', rev: 2 });
  answer({ pages: [{ items: [asked], count: 1 }], pageParams: [1] });
  await unanswered;
  expect(shown(false)).toEqual([]);

  // News of before is not told twice.
  void queryClient.invalidateQueries({ queryKey: key(true) });
  const again = open(true);
  answer({ pages: [{ items: [], count: 0 }], pageParams: [1] });
  await again;
  expect(shown(true)).toEqual([]);

  // Nor after an answer that failed: the next one is newer than it.
  let fail: (error: Error) => void = () => undefined;
  void queryClient.invalidateQueries({ queryKey: key(true) });
  const failed = queryClient.fetchQuery({
    queryKey: key(true),
    queryFn: () => new Promise<Pages>((_, reject) => (fail = reject)),
  });
  dropQuestion(eventId, asked._id);
  fail(new Error('No connection.'));
  await failed.catch(() => undefined);
  const newer = open(true);
  answer({ pages: [{ items: [{ ...asked, state: 'answered', rev: 4 }], count: 1 }], pageParams: [1] });
  await newer;
  expect(shown(true)).toEqual([4]);

  const cardKey = apiQueryKey(getQna, { eventId, token: undefined });
  let show: (qna: { data: ReturnType<typeof qnaView> }) => void = () => undefined;
  const card = queryClient.fetchQuery({
    queryKey: cardKey,
    queryFn: () => new Promise<{ data: ReturnType<typeof qnaView> }>((resolve) => (show = resolve)),
  });
  noteQuestion({ ...first, isNow: true, rev: 3 });
  show({ data: qnaView({ now: null }) });
  await card;
  expect(queryClient.getQueryData(cardKey)).toMatchObject({ data: { now: { _id: first._id } } });
});
