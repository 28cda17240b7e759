import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds } from '../core/permission-rules.ts';
import type { RoleType } from '../core/permissions.ts';
import { AUDIT_ACTIONS, auditSentence, changesOf } from './audit-rules.ts';
import {
  canActOn,
  canAnswerRequest,
  canAskToJoin,
  canBeAlias,
  canChangeAddress,
  canGiveRole,
  canHandOver,
  canLeaveCommunity,
  canUseInvite,
  ROLES,
  slugFrom,
} from './rules.ts';
import { LIMITS, REJECT_TEXTS, RejectFields, Slug } from './schema.ts';

const TYPES = Object.keys(ROLES) as RoleType[];
const one = (roleType: RoleType, memberId: string) => ({ memberId, roleType });

describe('ranks', () => {
  test('ranks let nobody act on a person of equal or higher rank, or on themselves', () => {
    for (const actor of TYPES)
      for (const subject of TYPES)
        expect(canActOn(one(actor, 'a'), one(subject, 'b')).ok, `${actor} on ${subject}`).toBe(
          ROLES[actor].rank > ROLES[subject].rank,
        );
    expect(canActOn(one('CREATOR', 'a'), one('CREATOR', 'a')).ok).toBe(false);
  });

  test('ranks let people give only roles below their own, and make nobody creator', () => {
    for (const actor of TYPES)
      for (const subject of TYPES)
        for (const role of TYPES) {
          const expected =
            ROLES[actor].rank > ROLES[subject].rank && ROLES[actor].rank > ROLES[role].rank && role !== 'CREATOR';
          expect(canGiveRole(one(actor, 'a'), one(subject, 'b'), role).ok, `${actor} makes ${subject} ${role}`).toBe(
            expected,
          );
        }
  });

  test('each role has everything the role below it has', () => {
    const byRank = [...TYPES].sort((a, b) => ROLES[a].rank - ROLES[b].rank);
    for (const [index, type] of byRank.entries()) {
      const below = byRank[index - 1];
      if (below) expect(holds(ROLES[type].permissions, ROLES[below].permissions)).toBe(true);
    }
  });

  test('everybody but the creator can leave a community', () =>
    expect(TYPES.filter((roleType) => !canLeaveCommunity({ roleType }).ok)).toEqual(['CREATOR']));
});

test('a permission check requires all permissions, or any if asked to', () => {
  expect([holds(['A'], ['A', 'B']), holds(['A'], ['A', 'B'], 'any'), holds([], []), holds([], [], 'any')]).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

describe('invitations', () => {
  const now = new Date('2026-05-14T12:00:00Z');
  const fresh = { uses: 0, maxUses: null, expiresAt: null, revokedAt: null };
  test.each([
    ['is accepted if it is new', fresh, 'yes'],
    ['is refused if it does not exist', undefined, 'communities.invite-wrong'],
    ['is refused from the moment it expires', { ...fresh, expiresAt: now }, 'communities.invite-expired'],
    ['is accepted a second before it expires', { ...fresh, expiresAt: new Date(now.getTime() + 1000) }, 'yes'],
    ['is refused once it is used up', { ...fresh, uses: 3, maxUses: 3 }, 'communities.invite-used-up'],
    ['is accepted with one use left', { ...fresh, uses: 2, maxUses: 3 }, 'yes'],
    [
      'is refused as withdrawn, whatever else is wrong with it',
      { uses: 9, maxUses: 3, expiresAt: now, revokedAt: now },
      'communities.invite-revoked',
    ],
  ])('an invitation %s', (_, invite, expected) => {
    const decision = canUseInvite(invite, now);
    expect(decision.ok ? 'yes' : decision.refusal.code).toBe(expected);
  });
});

describe('requests to join', () => {
  const now = new Date('2026-05-14T12:00:00Z');
  const days = (count: number) => new Date(now.getTime() - count * 86_400_000);
  const stranger = { visibility: 'private' as const, joined: false, banned: false, request: null };
  test.each([
    ['is allowed to a stranger', stranger, 'yes'],
    ['is refused to a member', { ...stranger, joined: true }, 'communities.already-member'],
    ['is refused to a banned person', { ...stranger, banned: true }, 'communities.banned'],
    ['is refused if everybody may join', { ...stranger, visibility: 'public' as const }, 'communities.join-freely'],
    [
      'is refused while a request is open',
      { ...stranger, request: { status: 'pending' as const, answeredAt: null } },
      'communities.already-asked',
    ],
    [
      'is refused six days after a refusal',
      { ...stranger, request: { status: 'rejected' as const, answeredAt: days(6) } },
      'communities.asked-recently',
    ],
    [
      'is allowed seven days after a refusal',
      { ...stranger, request: { status: 'rejected' as const, answeredAt: days(7) } },
      'yes',
    ],
  ])('asking to join %s', (_, asking, expected) => {
    const decision = canAskToJoin(asking, now);
    expect(decision.ok ? 'yes' : decision.refusal.code).toBe(expected);
  });

  test('a request to join can be answered only while it is open', () =>
    expect(
      ['pending', 'approved', 'rejected', 'withdrawn'].filter((status) => canAnswerRequest({ status }).ok),
    ).toEqual(['pending']));

  test('every preset text for rejecting a request fits the limit, and Other needs a text', () => {
    const memberId = '01a1fc87-0ae0-70d4-9206-ee10082d57a2';
    for (const [selectedReason, reason] of Object.entries(REJECT_TEXTS)) {
      expect(reason.length).toBeLessThanOrEqual(LIMITS.reason);
      expect(RejectFields.safeParse({ memberId, selectedReason, reason }).success, selectedReason).toBe(
        selectedReason !== 'Other',
      );
    }
  });
});

test('a community can be handed over only by its creator, to anybody else in it', () => {
  for (const actor of TYPES)
    for (const subject of TYPES)
      expect(canHandOver(one(actor, 'a'), one(subject, 'b')).ok, `${actor} to ${subject}`).toBe(actor === 'CREATOR');
  expect(canHandOver(one('CREATOR', 'a'), one('CREATOR', 'a')).ok).toBe(false);
});

test('an address can be changed five times, but not a sixth', () =>
  expect([1, 5, 6].map((changes) => canChangeAddress(changes).ok)).toEqual([true, true, false]));

describe('the audit log', () => {
  const actor = { id: '1', firstName: 'Maren', lastName: 'Aldous', username: 'maren', imageUrl: null };
  const facts = { action: '', actor, own: false, subject: 'Ines Duarte', people: [], changes: [] };
  const read = (more: object) =>
    auditSentence({ ...facts, ...more })
      .map(({ text }) => text)
      .join('');

  test('the audit log has a sentence with a name for every action, even if the people are gone', () => {
    for (const action of AUDIT_ACTIONS) {
      expect(
        auditSentence({ ...facts, action }).some(({ name }) => name),
        action,
      ).toBe(true);
      expect(read({ action, actor: null, subject: null }), action).toMatch(/Deleted member/);
    }
  });

  test.each([
    [
      { action: 'member.role', changes: [{ field: 'roleType', before: 'MEMBER', after: 'MODERATOR' }] },
      'Maren Aldous made Ines Duarte a moderator',
    ],
    [{ action: 'member.joined', own: true, subject: 'Maren Aldous' }, 'Maren Aldous joined'],
    [{ action: 'member.joined' }, 'Ines Duarte joined with an invitation from Maren Aldous'],
    [
      { action: 'channel.members-added', subject: 'kiln', people: ['Ada', 'Bo', 'Cy'] },
      'Maren Aldous added Ada, Bo and Cy to #kiln',
    ],
    [{ action: 'channel.archived', subject: null }, 'Maren Aldous archived a private channel'],
    [{ action: 'something.new' }, 'Maren Aldous: something.new'],
  ])('the audit log says for %j: %s', (more, sentence) => expect(read(more)).toBe(sentence));

  test('the audit log says what has changed in the words of the screen, and nothing that readers should not see', () => {
    expect(changesOf(null, { name: 'a' })).toEqual([]);
    expect(
      changesOf(
        { name: 'a', isDefault: false, conversation: { id: 'x' }, logo: '/a.svg', description: '' },
        { name: 'a', is_default: true, conversation: 'y', logo: '/b.svg', description: 'new', search_text: 'z' },
      ),
    ).toEqual([
      { field: 'isDefault', before: 'no', after: 'yes' },
      { field: 'logo', before: null, after: null },
      { field: 'description', before: null, after: 'new' },
    ]);
  });
});

describe('addresses', () => {
  test('an address can be neither a reserved word nor shaped like an id', () => {
    for (const alias of [
      'settings',
      'API',
      'administrator',
      'Postmaster',
      'abuse',
      '01a1fc87-0ae0-70d4-9206-ee10082d57a2',
    ])
      expect(canBeAlias(alias).ok).toBe(false);
    expect(canBeAlias('alderwick').ok).toBe(true);
  });

  test.each([
    ['Alderwick Makers’ Guild', 'alderwick-makers-guild'],
    ['  Café  Zürich! ', 'cafe-zurich'],
    ['日本', ''],
    ['---', ''],
  ])('the community name %j proposes the address %j', (name, slug) => expect(slugFrom(name)).toBe(slug));

  test('an address proposed from a name is valid, or too short', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (name) => {
        const slug = slugFrom(name);
        expect(slug.length < 3 || Slug.safeParse(slug).success).toBe(true);
      }),
    );
  });
});
