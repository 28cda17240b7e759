import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canBeDefault, canJoin, canLeave, canMove, canRestore, canSee, memberCountLabel, putBefore } from './rules.ts';
import { ChannelName, NewChannel, refusals, tidyCategoryName, tidyChannelName } from './schema.ts';

describe('channel names', () => {
  test.each([
    ['Glaze Lab', 'glaze-lab'],
    ['Größe & Maß', 'größe--maß'],
    ['مرحبا بكم', 'مرحبا-بكم'],
    ['日本語 チャンネル', '日本語-チャンネル'],
    ["elspeth's_corner", "elspeth's_corner"],
    ['fire🔥 👨‍👩‍👧', 'fire🔥-👨‍👩‍👧'],
    ['a/b#c<d>', 'abcd'],
  ])('the channel name %j is tidied to %j', (raw, tidy) => expect(tidyChannelName(raw)).toBe(tidy));

  test('a channel name is unchanged when it is tidied twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (raw) => {
        expect(tidyChannelName(tidyChannelName(raw))).toBe(tidyChannelName(raw));
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (raw) => {
        expect(tidyCategoryName(tidyCategoryName(raw))).toBe(tidyCategoryName(raw));
      }),
    );
  });

  test('a channel name is refused if tidying leaves nothing', () => {
    expect(ChannelName.safeParse('!!!').error?.issues[0]?.message).toBe('Channel name is required.');
  });

  test('an invisible channel name counts as empty, and two names that look alike are equal', () => {
    for (const unseen of ['\u200d', '\ufe0f', '\u0301']) expect(ChannelName.safeParse(unseen).success).toBe(false);
    expect(ChannelName.parse('cafe\u0301')).toBe(ChannelName.parse('caf\u00e9'));
    expect(ChannelName.safeParse('İ'.repeat(80)).success).toBe(false);
  });

  test('a category’s name keeps case, spaces and &', () =>
    expect(tidyCategoryName('Arts & Crafts #1!')).toBe('Arts & Crafts 1'));
});

test('a new channel gets defaults, and a change gets none', () => {
  expect(NewChannel.parse({ name: 'a', mode: 'public', type: 'text' })).toMatchObject({
    type: 'text',
    isDefault: false,
    categoryId: null,
  });
});

const viewer = (roleType: 'CREATOR' | 'ADMIN' | 'MODERATOR' | 'MEMBER', ...permissions: string[]) => ({
  roleType,
  permissions,
});
const channel = (mode: 'public' | 'private', joined: boolean, archivedAt: string | null = null) => ({
  mode,
  joined,
  archivedAt,
});
const code = (decision: ReturnType<typeof canSee>) => (decision.ok ? 'yes' : decision.refusal.code);

describe('who may see, join and leave', () => {
  const member = viewer('MEMBER', 'VIEW_CHANNEL');
  const editor = viewer('MODERATOR', 'VIEW_CHANNEL', 'EDIT_CHANNEL');
  const blind = viewer('MEMBER');
  test.each([
    ['a member, a public channel', member, channel('public', false), 'yes', 'yes', 'channels.not-joined'],
    ['a member who has joined', member, channel('public', true), 'yes', 'channels.already-joined', 'yes'],
    [
      'a member, a private channel',
      member,
      channel('private', false),
      'core.not-found',
      'core.not-found',
      'core.not-found',
    ],
    [
      'a member who has joined a private channel',
      member,
      channel('private', true),
      'yes',
      'channels.already-joined',
      'yes',
    ],
    ['an editor, a private channel', editor, channel('private', false), 'yes', 'yes', 'channels.not-joined'],
    [
      'a person without VIEW_CHANNEL',
      blind,
      channel('public', false),
      'core.not-found',
      'core.not-found',
      'core.not-found',
    ],
    [
      'an admin who has joined',
      viewer('ADMIN', 'VIEW_CHANNEL'),
      channel('public', true),
      'yes',
      'channels.already-joined',
      'channels.role-cannot-leave',
    ],
    [
      'a creator who has joined',
      viewer('CREATOR', 'VIEW_CHANNEL'),
      channel('public', true),
      'yes',
      'channels.already-joined',
      'channels.role-cannot-leave',
    ],
    [
      'a member, an archived channel',
      member,
      channel('public', false, 'then'),
      'yes',
      'channels.archived',
      'channels.archived',
    ],
  ] as const)('seeing, joining and leaving a channel are decided for %s', (_, who, what, sees, joins, leaves) => {
    expect([code(canSee(what, who)), code(canJoin(what, who)), code(canLeave(what, who))]).toEqual([
      sees,
      joins,
      leaves,
    ]);
  });
});

test('a default channel has to be public', () => {
  expect(canBeDefault({ mode: 'private', isDefault: true })).toEqual({
    ok: false,
    refusal: refusals.defaultOnlyPublic,
  });
  expect(
    canBeDefault({ mode: 'private', isDefault: false }).ok && canBeDefault({ mode: 'public', isDefault: true }).ok,
  ).toBe(true);
});

test('an archived channel can be restored for exactly thirty days', () => {
  const archivedAt = new Date('2026-05-01T10:00:00Z');
  expect(code(canRestore({ archivedAt }, new Date('2026-05-31T10:00:00Z')))).toBe('yes');
  expect(code(canRestore({ archivedAt }, new Date('2026-05-31T10:00:01Z')))).toBe('channels.too-late');
  expect(code(canRestore({ archivedAt: null }, archivedAt))).toBe('channels.not-archived');
});

test.each([
  [0, '0 member'],
  [1, '1 member'],
  [2, '2 members'],
  [1200, '1,200 members'],
] as const)('a count of %i members is labelled %j', (count, label) => expect(memberCountLabel(count)).toBe(label));

describe('the channel order', () => {
  test.each([
    [['a', 'b', 'c'], 'c', 'a', ['c', 'a', 'b']],
    [['a', 'b', 'c'], 'a', null, ['b', 'c', 'a']],
    [['a', 'b', 'c'], 'b', 'b', ['a', 'b', 'c']],
    [['a', 'b'], 'new', 'b', ['a', 'new', 'b']],
    [[], 'new', null, ['new']],
    [['a', 'b'], 'a', 'gone', undefined],
    [['a', 'b'], 'gone', 'gone', undefined],
  ])('ordering channels puts an item into %j: %s before %s', (order, id, before, expected) =>
    expect(putBefore(order, id, before)).toEqual(expected),
  );

  test('ordering channels keeps every item once, and leaves all others where they were', () => {
    const lists = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(lists, fc.nat(), fc.option(fc.nat()), (order, which, at) => {
        const id = order[which % order.length] ?? '';
        const before = at === null ? null : (order[at % order.length] ?? null);
        const after = putBefore(order, id, before) ?? [];
        expect([...after].sort()).toEqual([...order].sort());
        expect(after.filter((other) => other !== id)).toEqual(order.filter((other) => other !== id));
      }),
    );
  });
});

test('moving a channel takes EDIT_CHANNEL; moving it into a new category takes only the permissions to create both', () => {
  const may = (permissions: string[], intoNew: boolean) => canMove({ permissions }, intoNew).ok;
  expect([may(['EDIT_CHANNEL'], false), may(['EDIT_CHANNEL'], true)]).toEqual([true, true]);
  const both = ['CREATE_CHANNEL', 'CREATE_CATEGORY'];
  expect([may(both, true), may(both, false)]).toEqual([true, false]);
  expect([may(['CREATE_CHANNEL'], true), may(['CREATE_CATEGORY'], true), may([], true)]).toEqual([false, false, false]);
});
