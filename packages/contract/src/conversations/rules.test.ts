import { describe, expect, test } from 'vitest';
import {
  canAddMembers,
  canDelete,
  canEdit,
  canNameAll,
  canPin,
  canReact,
  canRead,
  canSend,
  continues,
  mentionedNames,
  namesAll,
  newsOf,
} from './rules.ts';
import { Emoji, MessageText } from './schema.ts';

const NOW = new Date('2026-05-14T12:00:00Z');

const inside = {
  openTo: 'community' as const,
  posting: 'everyone' as const,
  joined: true,
  inCommunity: true,
  archived: false,
  blocked: false,
  closed: false,
  timedOutUntil: null,
  serverId: 's',
  permissions: ['VIEW_CHANNEL', 'SEND_MESSAGE'],
};
const visitor = { ...inside, joined: false };
const outsider = { ...inside, joined: false, inCommunity: false, permissions: [] };
const closed = { ...visitor, openTo: 'members' as const };
const timedOut = { ...inside, timedOutUntil: '2026-05-14T12:00:01Z' };
const removed = { ...inside, inCommunity: false, permissions: [] };
const code = (decision: ReturnType<typeof canRead>) => (decision.ok ? 'yes' : decision.refusal.code);

test('a time-out ends by itself', () => {
  expect(code(canSend(timedOut, NOW))).toBe('conversations.timed-out');
  expect(code(canReact(timedOut, { authorId: 'me', deletedAt: null }, false, 0, NOW))).toBe('conversations.timed-out');
  expect(code(canSend(timedOut, new Date('2026-05-14T12:00:01Z')))).toBe('yes');
});

test.each([
  ['a member who has joined', inside, 'yes', 'yes', 'yes'],
  [
    'a person who has not joined an open channel',
    visitor,
    'yes',
    'conversations.join-first',
    'conversations.may-not-add',
  ],
  ['a person who has not joined a private channel', closed, 'core.not-found', 'core.not-found', 'core.not-found'],
  ['an outsider', outsider, 'core.not-found', 'core.not-found', 'core.not-found'],
  ['a person who has left the community', removed, 'core.not-found', 'core.not-found', 'core.not-found'],
  [
    'a member without SEND_MESSAGE',
    { ...inside, permissions: ['VIEW_CHANNEL'] },
    'yes',
    'conversations.may-not-send',
    'yes',
  ],
  [
    'a member of an announcement channel',
    { ...inside, posting: 'editors' as const },
    'yes',
    'conversations.announcements',
    'yes',
  ],
  [
    'an editor of an announcement channel',
    { ...inside, posting: 'editors' as const, permissions: [...inside.permissions, 'EDIT_CHANNEL'] },
    'yes',
    'yes',
    'yes',
  ],
  [
    'anybody in an archived channel',
    { ...inside, archived: true },
    'yes',
    'conversations.archived',
    'conversations.archived',
  ],
  [
    'a person in a private conversation',
    { ...inside, serverId: null, inCommunity: false, permissions: [] },
    'yes',
    'yes',
    'yes',
  ],
])('sending is decided for %s', (_, facts, reads, sends, adds) =>
  expect([code(canRead(facts)), code(canSend(facts, NOW)), code(canAddMembers(facts))]).toEqual([reads, sends, adds]),
);

describe('messages', () => {
  const mine = { authorId: 'me', deletedAt: null };
  const moderator = { ...inside, permissions: [...inside.permissions, 'MANAGE_MESSAGES'] };
  test('a message can be edited by its author alone, and deleted by a moderator too', () => {
    expect([code(canEdit(inside, mine, 'me', NOW)), code(canEdit(moderator, mine, 'other', NOW))]).toEqual([
      'yes',
      'conversations.not-yours',
    ]);
    expect([
      code(canDelete(inside, mine, 'me')),
      code(canDelete(inside, mine, 'other')),
      code(canDelete(moderator, mine, 'other')),
    ]).toEqual(['yes', 'conversations.not-yours', 'yes']);
    expect(code(canEdit(inside, { ...mine, deletedAt: 'then' }, 'me', NOW))).toBe('conversations.deleted');
  });

  test('a message with twenty different emoji takes only those that are already there', () => {
    expect([
      code(canReact(inside, mine, false, 19, NOW)),
      code(canReact(inside, mine, false, 20, NOW)),
      code(canReact(inside, mine, true, 20, NOW)),
    ]).toEqual(['yes', 'conversations.too-many-reactions', 'yes']);
    expect(code(canReact({ ...inside, posting: 'editors' }, mine, false, 0, NOW))).toBe('yes');
  });

  test('a message is grouped under the author’s name for five minutes', () => {
    const at = (minute: number) => ({
      authorId: 'a',
      createdAt: new Date(Date.UTC(2026, 4, 14, 9, minute)).toISOString(),
      deletedAt: null,
    });
    expect([
      continues(at(0), at(4)),
      continues(at(0), at(5)),
      continues({ ...at(0), authorId: 'b' }, at(1)),
      continues(undefined, at(0)),
    ]).toEqual([true, false, false, false]);
  });
});

const privately = { ...inside, serverId: null, inCommunity: false, permissions: [], openTo: 'members' as const };
const moderating = { ...inside, permissions: [...inside.permissions, 'MANAGE_MESSAGES'] };

test.each([
  ['a member', inside, null, 'conversations.may-not-pin'],
  ['a moderator', moderating, null, 'yes'],
  ['a moderator who has not joined', { ...moderating, joined: false }, null, 'yes'],
  ['a moderator in an archived channel', { ...moderating, archived: true }, null, 'conversations.archived'],
  ['a moderator, for a deleted message', moderating, 'then', 'conversations.deleted'],
  [
    'a moderator outside a private channel',
    { ...moderating, joined: false, openTo: 'members' as const },
    null,
    'core.not-found',
  ],
  ['a person in a private conversation', privately, null, 'yes'],
  ['a person who has blocked the other one', { ...privately, blocked: true }, null, 'conversations.blocked'],
  ['a person blocked by the other one', { ...privately, closed: true }, null, 'conversations.not-taking'],
  ['a person outside a private conversation', { ...privately, joined: false }, null, 'core.not-found'],
])('pinning is decided for %s', (_, facts, deletedAt, says) => expect(code(canPin(facts, { deletedAt }))).toBe(says));

test.each([
  ['a member', inside, false],
  ['a moderator', moderating, false],
  ['an editor', { ...inside, permissions: [...inside.permissions, 'EDIT_CHANNEL'] }, true],
  ['people in a private conversation', privately, true],
])('naming everyone with @channel is decided for %s', (_, facts, may) => expect(canNameAll(facts)).toBe(may));

test.each([
  ['@channel', true],
  ['Hello @Channel, the kiln is hot', true],
  ['(@channel)', true],
  ['@channels', false],
  ['@channel-7', false],
  ['me@channel.example', false],
  ['a/@channel', false],
  ['`@channel` and ```\n@channel\n```', false],
  ['```@channel', false],
  ['channel', false],
])('%j names everyone or not: %s', (text, all) => expect(namesAll(text)).toBe(all));

const now = new Date('2026-05-14T09:00:00Z');
const membership = { unread: 7, mentions: 2, level: 'all' as const, mutedUntil: null };
test.each([
  ['everything', membership, { unread: 7, mentions: 2 }],
  ['only mentions', { ...membership, level: 'mentions' as const }, { unread: 2, mentions: 2 }],
  ['nothing', { ...membership, level: 'nothing' as const }, { unread: 0, mentions: 0 }],
  ['nothing while muted', { ...membership, mutedUntil: '2026-05-14T09:00:00.001Z' }, { unread: 0, mentions: 0 }],
  [
    'everything once the mute has expired',
    { ...membership, mutedUntil: '2026-05-14T09:00:00Z' },
    { unread: 7, mentions: 2 },
  ],
  [
    'what the level allows once the mute has expired',
    { ...membership, level: 'mentions' as const, mutedUntil: '2026-05-14T10:00:00+02:00' },
    { unread: 2, mentions: 2 },
  ],
])('a membership shows %s', (_, given, shown) => expect(newsOf(given, now)).toEqual(shown));

test.each([
  ['backticks', '`'.repeat(4000)],
  ['fences', '```'.repeat(1333)],
  ['at signs', '@'.repeat(4000)],
  ['names', '@ab'.repeat(1333)],
  ['one long name', `@${'a'.repeat(3999)}`],
])('a text of nothing but %s is parsed at once', { timeout: 1000 }, (_, text) => {
  expect([mentionedNames(text).length <= 1, namesAll(text)]).toEqual([true, false]);
});

test.each([
  ['@ines', ['ines']],
  ['hello @Ines, and @ines again', ['ines']],
  ['(@hal) @maren.', ['hal', 'maren']],
  ['me@example.org and a@ines', []],
  ['`@ines` and ```\n@hal\n```', []],
  ['path/@ines @@hal', []],
  ['@in', []],
])('%j names %j', (text, names) => expect(mentionedNames(text)).toEqual(names));

test('messages are counted in code points, and blank ones are refused', () => {
  expect(MessageText.safeParse('🏺'.repeat(4000)).success).toBe(true);
  for (const wrong of ['', ' \n', '🏺'.repeat(4001), 'a\u0000b'])
    expect(MessageText.safeParse(wrong).success).toBe(false);
});

test('a reaction is one whole emoji', () => {
  for (const good of ['🔥', '👍🏽', '👨‍👩‍👧', '🇬🇧', '❤️']) expect(Emoji.safeParse(good).success, good).toBe(true);
  for (const bad of ['', 'a', '🔥🔥', ':fire:', '<b>']) expect(Emoji.safeParse(bad).success, bad).toBe(false);
});
