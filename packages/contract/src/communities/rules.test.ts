import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RoleType } from '../core/permissions.ts';
import { holds } from '../core/permissions.ts';
import { canActOn, canBeAlias, canGiveRole, canLeaveCommunity, canUseInvite, ROLES, slugFrom } from './rules.ts';
import { Slug } from './schema.ts';

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

describe('addresses', () => {
  test('reserved words and the shape of an id are refused', () => {
    for (const alias of ['settings', 'API', '01a1fc87-0ae0-70d4-9206-ee10082d57a2'])
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
