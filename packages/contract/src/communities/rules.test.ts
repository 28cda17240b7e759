import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RoleType } from '../core/permissions.ts';
import { holds } from '../core/permissions.ts';
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

describe('rank', () => {
  test('nobody acts on a person of equal or higher rank, nor on themselves', () => {
    for (const actor of TYPES)
      for (const subject of TYPES)
        expect(canActOn(one(actor, 'a'), one(subject, 'b')).ok, `${actor} on ${subject}`).toBe(
          ROLES[actor].rank > ROLES[subject].rank,
        );
    expect(canActOn(one('CREATOR', 'a'), one('CREATOR', 'a')).ok).toBe(false);
  });

  test('roles are given downwards only, and nobody is made creator', () => {
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

  test('each role holds what the one below holds', () => {
    const byRank = [...TYPES].sort((a, b) => ROLES[a].rank - ROLES[b].rank);
    for (const [index, type] of byRank.entries()) {
      const below = byRank[index - 1];
      if (below) expect(holds(ROLES[type].permissions, ROLES[below].permissions)).toBe(true);
    }
  });

  test('only the creator cannot leave', () =>
    expect(TYPES.filter((roleType) => !canLeaveCommunity({ roleType }).ok)).toEqual(['CREATOR']));
});

test('holds all, or any when asked', () => {
  expect([holds(['A'], ['A', 'B']), holds(['A'], ['A', 'B'], 'any'), holds([], []), holds([], [], 'any')]).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

describe('an invitation', () => {
  const now = new Date('2026-05-14T12:00:00Z');
  const fresh = { uses: 0, maxUses: null, expiresAt: null, revokedAt: null };
  test.each([
    ['a fresh one', fresh, 'yes'],
    ['none', undefined, 'communities.invite-wrong'],
    ['one that ends this moment', { ...fresh, expiresAt: now }, 'communities.invite-expired'],
    ['one with a second left', { ...fresh, expiresAt: new Date(now.getTime() + 1000) }, 'yes'],
    ['one used up', { ...fresh, uses: 3, maxUses: 3 }, 'communities.invite-used-up'],
    ['one with a use left', { ...fresh, uses: 2, maxUses: 3 }, 'yes'],
    [
      'a withdrawn one, whatever else',
      { uses: 9, maxUses: 3, expiresAt: now, revokedAt: now },
      'communities.invite-revoked',
    ],
  ])('%s', (_, invite, expected) => {
    const decision = canUseInvite(invite, now);
    expect(decision.ok ? 'yes' : decision.refusal.code).toBe(expected);
  });
});

describe('asking to join', () => {
  const now = new Date('2026-05-14T12:00:00Z');
  const days = (count: number) => new Date(now.getTime() - count * 86_400_000);
  const stranger = { visibility: 'private' as const, joined: false, banned: false, request: null };
  test.each([
    ['a stranger', stranger, 'yes'],
    ['a member', { ...stranger, joined: true }, 'communities.already-member'],
    ['one who was banned', { ...stranger, banned: true }, 'communities.banned'],
    ['where everybody may come', { ...stranger, visibility: 'public' as const }, 'communities.join-freely'],
    [
      'one who waits',
      { ...stranger, request: { status: 'pending' as const, answeredAt: null } },
      'communities.already-asked',
    ],
    [
      'one refused six days ago',
      { ...stranger, request: { status: 'rejected' as const, answeredAt: days(6) } },
      'communities.asked-recently',
    ],
    [
      'one refused seven days ago',
      { ...stranger, request: { status: 'rejected' as const, answeredAt: days(7) } },
      'yes',
    ],
  ])('%s', (_, asking, expected) => {
    const decision = canAskToJoin(asking, now);
    expect(decision.ok ? 'yes' : decision.refusal.code).toBe(expected);
  });

  test('only what waits can be answered', () =>
    expect(
      ['pending', 'approved', 'rejected', 'withdrawn'].filter((status) => canAnswerRequest({ status }).ok),
    ).toEqual(['pending']));

  test('every preset text fits, and Other needs one of its own', () => {
    const memberId = '01a1fc87-0ae0-70d4-9206-ee10082d57a2';
    for (const [selectedReason, reason] of Object.entries(REJECT_TEXTS)) {
      expect(reason.length).toBeLessThanOrEqual(LIMITS.reason);
      expect(RejectFields.safeParse({ memberId, selectedReason, reason }).success, selectedReason).toBe(
        selectedReason !== 'Other',
      );
    }
  });
});

test('a community is handed over by its creator, to anybody else in it', () => {
  for (const actor of TYPES)
    for (const subject of TYPES)
      expect(canHandOver(one(actor, 'a'), one(subject, 'b')).ok, `${actor} to ${subject}`).toBe(actor === 'CREATOR');
  expect(canHandOver(one('CREATOR', 'a'), one('CREATOR', 'a')).ok).toBe(false);
});

test('an address changes five times, and no sixth', () =>
  expect([1, 5, 6].map((changes) => canChangeAddress(changes).ok)).toEqual([true, true, false]));

describe('the audit log', () => {
  const actor = { id: '1', firstName: 'Maren', lastName: 'Aldous', username: 'maren', imageUrl: null };
  const facts = { action: '', actor, own: false, subject: 'Ines Duarte', people: [], changes: [] };
  const read = (more: object) =>
    auditSentence({ ...facts, ...more })
      .map(({ text }) => text)
      .join('');

  test('has a sentence with a name for every action, even where the people are gone', () => {
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
    [{ action: 'member.joined' }, 'Ines Duarte joined by an invitation of Maren Aldous'],
    [
      { action: 'channel.members-added', subject: 'kiln', people: ['Ada', 'Bo', 'Cy'] },
      'Maren Aldous added Ada, Bo and Cy to #kiln',
    ],
    [{ action: 'channel.archived', subject: null }, 'Maren Aldous archived a private channel'],
    [{ action: 'something.new' }, 'Maren Aldous: something.new'],
  ])('%j', (more, sentence) => expect(read(more)).toBe(sentence));

  test('tells what differs, in the words of the screen, and nothing that is not for a reader', () => {
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
  test('reserved words and the shape of an id are refused', () => {
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
  ])('%j proposes %j', (name, slug) => expect(slugFrom(name)).toBe(slug));

  test('what is proposed is an address, or too short to be one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (name) => {
        const slug = slugFrom(name);
        expect(slug.length < 3 || Slug.safeParse(slug).success).toBe(true);
      }),
    );
  });
});
