import { describe, expect, test } from 'vitest';
import { canAddMembers, canDelete, canEdit, canReact, canRead, canSend, continues, mentionedNames } from './rules.ts';
import { Emoji, MessageText } from './schema.ts';

const inside = {
  openTo: 'community' as const,
  posting: 'everyone' as const,
  joined: true,
  inCommunity: true,
  archived: false,
  serverId: 's',
  permissions: ['VIEW_CHANNEL', 'SEND_MESSAGE'],
};
const visitor = { ...inside, joined: false };
const outsider = { ...inside, joined: false, inCommunity: false, permissions: [] };
const closed = { ...visitor, openTo: 'members' as const };
const removed = { ...inside, inCommunity: false, permissions: [] };
const code = (decision: ReturnType<typeof canRead>) => (decision.ok ? 'yes' : decision.refusal.code);

test.each([
  ['a member inside', inside, 'yes', 'yes', 'yes'],
  ['a visitor of an open channel', visitor, 'yes', 'conversations.join-first', 'conversations.may-not-add'],
  ['a visitor of a closed one', closed, 'core.not-found', 'core.not-found', 'core.not-found'],
  ['an outsider', outsider, 'core.not-found', 'core.not-found', 'core.not-found'],
  ['someone who has left the community', removed, 'core.not-found', 'core.not-found', 'core.not-found'],
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
    'an editor of one',
    { ...inside, posting: 'editors' as const, permissions: [...inside.permissions, 'EDIT_CHANNEL'] },
    'yes',
    'yes',
    'yes',
  ],
  [
    'anyone in an archived channel',
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
])('%s', (_, facts, reads, sends, adds) =>
  expect([code(canRead(facts)), code(canSend(facts)), code(canAddMembers(facts))]).toEqual([reads, sends, adds]),
);

describe('a message', () => {
  const mine = { authorId: 'me', deletedAt: null };
  const moderator = { ...inside, permissions: [...inside.permissions, 'MANAGE_MESSAGES'] };
  test('is edited by its author alone, deleted by a moderator too', () => {
    expect([code(canEdit(inside, mine, 'me')), code(canEdit(moderator, mine, 'other'))]).toEqual([
      'yes',
      'conversations.not-yours',
    ]);
    expect([
      code(canDelete(inside, mine, 'me')),
      code(canDelete(inside, mine, 'other')),
      code(canDelete(moderator, mine, 'other')),
    ]).toEqual(['yes', 'conversations.not-yours', 'yes']);
    expect(code(canEdit(inside, { ...mine, deletedAt: 'then' }, 'me'))).toBe('conversations.deleted');
  });

  test('takes the twenty-first emoji only where it is there already', () => {
    expect([
      code(canReact(inside, mine, false, 19)),
      code(canReact(inside, mine, false, 20)),
      code(canReact(inside, mine, true, 20)),
    ]).toEqual(['yes', 'conversations.too-many-reactions', 'yes']);
    expect(code(canReact({ ...inside, posting: 'editors' }, mine, false, 0))).toBe('yes');
  });

  test('stands under the name before it for five minutes', () => {
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

test.each([
  ['@ines', ['ines']],
  ['hello @Ines, and @ines again', ['ines']],
  ['(@hal) @maren.', ['hal', 'maren']],
  ['me@example.org and a@ines', []],
  ['`@ines` and ```\n@hal\n```', []],
  ['path/@ines @@hal', []],
  ['@in', []],
])('%j names %j', (text, names) => expect(mentionedNames(text)).toEqual(names));

test('texts are counted in code points, and blank ones refused', () => {
  expect(MessageText.safeParse('🏺'.repeat(4000)).success).toBe(true);
  for (const wrong of ['', ' \n', '🏺'.repeat(4001), 'a\u0000b'])
    expect(MessageText.safeParse(wrong).success).toBe(false);
});

test('one emoji, whole', () => {
  for (const good of ['🔥', '👍🏽', '👨‍👩‍👧', '🇬🇧', '❤️']) expect(Emoji.safeParse(good).success, good).toBe(true);
  for (const bad of ['', 'a', '🔥🔥', ':fire:', '<b>']) expect(Emoji.safeParse(bad).success, bad).toBe(false);
});
