import { expect, test } from 'vitest';
import { questionView } from '../../../test/qna.ts';
import { belongs, missesVotes, ordered, type Pages, without, withQuestion, withVotes } from './lists.ts';

const one = questionView({ _id: '0190a3b4-0000-7000-8000-000000000001', votes: 3, rev: 5, created_epoc: 100 });
const two = questionView({ _id: '0190a3b4-0000-7000-8000-000000000002', votes: 7, rev: 2, created_epoc: 200 });
const listOf = (items: Pages['pages'][number]['items'], count = items.length): Pages => ({
  pages: [{ items, count }],
  pageParams: [1],
});
const OPEN = { isAnswered: false, sortBy: 'votes' } as const;

test('lists: what is in one is told by its state; of a search, only the server can tell', () => {
  expect(belongs(one, OPEN)).toBe(true);
  expect(belongs({ ...one, state: 'answered' }, OPEN)).toBe(false);
  expect(belongs({ ...one, state: 'pending' }, { isPending: true, sortBy: 'oldest' })).toBe(true);
  expect(belongs(one, { ...OPEN, isBookmarked: true })).toBe(false);
  expect(belongs(one, { ...OPEN, search: 'kiln' })).toBeUndefined();
  expect(belongs(one, { isMine: true, sortBy: 'newest' })).toBeUndefined();
});

test('lists: the most votes come first, and of as many the older question', () => {
  const third = { ...one, _id: '0190a3b4-0000-7000-8000-000000000003', created_epoc: 50 };
  expect(ordered(listOf([one, two, third]), 'votes')).toEqual([two, third, one]);
  expect(ordered(listOf([one, two, one]), 'newest')).toEqual([two, one]);
});

test('lists: a live question keeps what only its viewer knows, unless it is older than what is shown', () => {
  // As live events have it.
  const { voted: _voted, isMine: _isMine, ...told } = one;
  const voted = listOf([{ ...one, voted: true, isMine: true }]);
  const [shown] = ordered(withQuestion(voted, OPEN, { ...told, content: 'Reworded?', rev: 6 }), 'votes');
  expect(shown).toMatchObject({ content: 'Reworded?', voted: true, isMine: true });
  expect(withQuestion(voted, OPEN, { ...told, content: 'Old', rev: 4 }).pages[0]?.items[0]?.content).toBe(one.content);
});

test('lists: a question comes, moves on, and goes, and the count with it', () => {
  const both = withQuestion(listOf([one]), OPEN, two);
  expect(both.pages[0]).toMatchObject({ count: 2, items: [one, two] });
  const left = withQuestion(both, OPEN, { ...two, state: 'answered', rev: 3 });
  expect(left.pages[0]).toEqual({ count: 1, items: [one] });
  expect(without(left, two._id)).toBe(left);
  // Behind what is loaded it is only counted.
  const last = { ...two, votes: 0 };
  expect(withQuestion(listOf([one], 4), OPEN, last).pages[0]).toEqual({ count: 5, items: [one] });
});

test('lists: newest counts win, and one that should be on the screen is missed', () => {
  const news = [{ _id: one._id, votes: 9, rev: 6 }];
  expect(withVotes(listOf([one]), news).pages[0]?.items[0]).toMatchObject({ votes: 9, rev: 6 });
  const same = listOf([one]);
  expect(withVotes(same, [{ _id: one._id, votes: 1, rev: 4 }])).toBe(same);
  expect(missesVotes(listOf([one], 2), 'votes', [{ _id: two._id, votes: 8, rev: 3 }])).toBe(true);
  expect(missesVotes(listOf([one], 2), 'votes', [{ _id: two._id, votes: 2, rev: 3 }])).toBe(false);
  expect(missesVotes(listOf([one]), 'votes', [{ _id: two._id, votes: 8, rev: 3 }])).toBe(false);
});
