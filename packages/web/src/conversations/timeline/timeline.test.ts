import type { MessagePage, MessageView } from '@folkmoot/contract/conversations/schema.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  caughtUp,
  fromPage,
  reaches,
  type Timeline,
  toggled,
  withAfter,
  withBefore,
  withChanges,
  withReactions,
  withVersion,
} from './timeline.ts';

const message = (seq: number, more: Partial<MessageView> = {}): MessageView => ({
  id: `m${seq}`,
  conversationId: 'c',
  seq,
  version: seq,
  authorId: 'a',
  text: `${seq}`,
  mentions: [],
  mentionsAll: false,
  attachments: [],
  replyTo: null,
  thread: null,
  copyOf: null,
  pinnedAt: null,
  hidden: false,
  reactions: [],
  createdAt: '2026-05-14T09:00:00Z',
  editedAt: null,
  deletedAt: null,
  ...more,
});
const page = (from: number, to: number, more: Partial<MessagePage> = {}): MessagePage => ({
  data: Array.from({ length: to - from + 1 }, (_, n) => message(from + n)),
  people: [],
  hasBefore: from > 1,
  hasAfter: false,
  version: to,
  readSeq: 0,
  ...more,
});
const seqs = (timeline: Timeline) => timeline.messages.map((one) => one.seq);

const ana = {
  id: 'a',
  username: 'ana',
  firstName: 'Ana',
  lastName: 'Lima',
  imageUrl: null,
  roleName: null,
};

describe('the people of a timeline', () => {
  test('the people of a timeline stay the same map while nobody has changed', () => {
    const known = fromPage(page(1, 3, { people: [ana] }));
    expect(withChanges(known, [message(4)], [{ ...ana }]).people).toBe(known.people);
    expect(withBefore(known, page(1, 1, { people: [{ ...ana }] })).people).toBe(known.people);
  });

  test('the people of a timeline are updated with a new name and a new picture', () => {
    const known = fromPage(page(1, 3, { people: [ana] }));
    const renamed = withChanges(known, [message(4)], [{ ...ana, lastName: 'Lima-Reis' }]).people;
    expect(renamed).not.toBe(known.people);
    expect(renamed.get('a')?.lastName).toBe('Lima-Reis');
    expect([...withAfter(known, page(4, 4, { people: [{ ...ana, id: 'b' }] })).people.keys()]).toEqual(['a', 'b']);
  });
});

describe('loaded ranges of messages', () => {
  test('a loaded range of messages grows at both ends without duplicates', () => {
    const middle = fromPage(page(50, 60, { hasAfter: true }));
    const wider = withAfter(withBefore(middle, page(45, 51)), page(59, 63));
    expect(seqs(wider)).toEqual(Array.from({ length: 19 }, (_, n) => n + 45));
  });

  test('a loaded range of messages takes a new message at its end, but not beyond a gap', () => {
    expect(seqs(withChanges(fromPage(page(1, 3)), [message(4)]))).toEqual([1, 2, 3, 4]);
    expect(seqs(withChanges(fromPage(page(1, 3, { hasAfter: true })), [message(9)]))).toEqual([1, 2, 3]);
    expect(seqs(withChanges(fromPage(page(5, 6)), [message(2, { version: 9 })]))).toEqual([5, 6]);
  });

  test('a loaded range of messages never replaces a newer state of a message with an older one', () => {
    const edited = withChanges(fromPage(page(1, 1)), [message(1, { version: 5, text: 'new' })]);
    expect(withChanges(edited, [message(1, { version: 3, text: 'old' })]).messages[0]?.text).toBe('new');
  });

  test('a loaded range of messages keeps which reactions are mine if a live message does not say', () => {
    const mine = withChanges(fromPage(page(1, 1)), [
      message(1, { version: 2, reactions: [{ emoji: '🔥', count: 1, mine: true }] }),
    ]);
    const live = withChanges(mine, [
      message(1, { version: 3, text: 'x', reactions: [{ emoji: '🔥', count: 2, mine: false }] }),
    ]);
    expect(live.messages[0]?.reactions).toEqual([{ emoji: '🔥', count: 2, mine: true }]);
  });
});

describe('versions', () => {
  test('versions are complete once each has arrived, in any order', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([11, 12, 13, 14, 15, 16], { minLength: 6 }), (order) => {
        let timeline = fromPage(page(1, 10));
        let gap = false;
        for (const version of order) ({ timeline, gap } = withVersion(timeline, version));
        expect([timeline.version, gap, timeline.ahead.size]).toEqual([16, false, 0]);
      }),
    );
  });

  test('versions that are missing leave a gap until they are fetched', () => {
    const { timeline, gap } = withVersion(fromPage(page(1, 10)), 12);
    expect([timeline.version, gap]).toEqual([10, true]);
    expect(caughtUp(timeline, 12)).toMatchObject({ version: 12, ahead: new Set() });
  });
});

describe('reactions', () => {
  test('reactions from an event are mine only if I added them', () => {
    const timeline = fromPage(page(1, 1));
    const event = {
      messageId: 'm1',
      version: 2,
      by: 'me',
      emoji: '🔥',
      added: true,
      reactions: [{ emoji: '🔥', count: 3 }],
    };
    expect(withReactions(timeline, event, 'me').messages[0]?.reactions[0]).toEqual({
      emoji: '🔥',
      count: 3,
      mine: true,
    });
    expect(withReactions(timeline, event, 'other').messages[0]?.reactions[0]?.mine).toBe(false);
  });

  test('reactions toggled twice are as they were', () => {
    const before = [{ emoji: '🔥', count: 2, mine: false }];
    expect(toggled(before, '🔥')).toEqual([{ emoji: '🔥', count: 3, mine: true }]);
    expect(toggled(toggled(before, '🔥'), '🔥')).toEqual(before);
    expect(toggled(toggled(before, '✅'), '✅')).toEqual(before);
  });
});

test.each([
  { name: 'the first message of the page', held: page(51, 100), seq: 51, expected: true },
  { name: 'a message in the middle', held: page(51, 100), seq: 80, expected: true },
  { name: 'a message before the page', held: page(51, 100), seq: 50, expected: false },
  { name: 'a read mark before the first message there is', held: page(1, 3), seq: 0, expected: true },
  { name: 'an empty conversation', held: page(1, 0), seq: 4, expected: true },
])('timeline: the newest messages are enough to open at $name: $expected', ({ held, seq, expected }) => {
  expect(reaches(held, seq)).toBe(expected);
});
