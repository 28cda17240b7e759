import { getQna, listQuestions } from '@folkmoot/contract/qna/api.ts';
import { afterEach, expect, test } from 'vitest';
import { qnaView, questionView } from '../../../test/qna.ts';
import { apiQueryKey } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import type { Pages } from './lists.ts';
import { noteQuestion } from './queries.ts';

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
