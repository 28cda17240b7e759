import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Decision } from '../core/problem.ts';
import { hasTicket } from '../participations/rules.ts';
import { ParticipationRole, ParticipationStatus } from '../participations/schema.ts';
import {
  canEnter,
  canPassOn,
  type PassOnFacts,
  packClaims,
  type TicketClaims,
  ticketLine,
  ticketState,
  unpackClaims,
} from './rules.ts';

const NOW = 1_780_000_000;
const HOUR = 3600;
const EVENT = '01972d5e-0000-7000-8000-0000000000e1';
const OTHER = '01972d5e-0000-7000-8000-0000000000e2';
const claims: TicketClaims = { eventId: EVENT, participationId: '01972d5e-0000-7000-8000-0000000000a1', issue: 2 };

const codeOf = (decision: Decision) => (decision.ok ? 'yes' : decision.refusal.code.replace('admission.', ''));

describe('what a ticket says', () => {
  test.each([
    [null, null, ''],
    ['Day pass', null, 'Day pass'],
    ['Workshop pass', { amount: 1890, currency: 'GBP' }, 'Workshop pass, £18.90 paid'],
    ['Workshop pass', { amount: 1800, currency: 'JPY' }, 'Workshop pass, ¥1,800 paid'],
  ])('of the kind %s, for which %j was paid: “%s”', (ticketName, paid, line) => {
    expect(ticketLine({ ticketName, paid })).toBe(line);
  });

  test('any claims are the same after they have travelled, in 70 characters', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), fc.integer({ min: 1, max: 1000 }), (eventId, participationId, issue) => {
        const packed = packClaims({ eventId, participationId, issue });
        expect(unpackClaims(packed)).toEqual({ eventId, participationId, issue });
        expect(packed.length).toBeLessThanOrEqual(70);
      }),
    );
  });

  test.each([
    '',
    'null',
    '[]',
    '"text"',
    '{}',
    '{"e":"short","p":"AZctXgAAcACAAAAAAAAAoQ","n":1}',
    '{"e":1,"p":2,"n":3}',
  ])('%s is no ticket', (content) => {
    expect(unpackClaims(content)).toBeUndefined();
  });
});

describe('who has a ticket', () => {
  test.each(ParticipationStatus.options)('of those who are %s', (status) => {
    const roles = ParticipationRole.options.filter((role) => hasTicket({ role, status }));
    expect(roles).toEqual(status === 'going' ? ['featured_guest', 'guest'] : []);
  });
});

describe('who may enter', () => {
  const place = { role: 'guest', status: 'going', issue: 2 } as const;
  test.each([
    ['the right ticket', claims, place, 'yes'],
    ['a featured guest', claims, { ...place, role: 'featured_guest' as const }, 'yes'],
    ['a signature that is not ours', undefined, place, 'forged'],
    ['another event', { ...claims, eventId: OTHER }, place, 'other-event'],
    ['an older issue', { ...claims, issue: 1 }, place, 'old-issue'],
    ['an issue that is still to come', { ...claims, issue: 3 }, place, 'old-issue'],
    ['nobody on the list', claims, undefined, 'not-going'],
    ['a place that was given up', claims, { ...place, status: 'not_going' as const }, 'not-going'],
    ['a place that is not paid for', claims, { ...place, status: 'payment_pending' as const }, 'not-going'],
    ['somebody who hosts now', claims, { ...place, role: 'host' as const }, 'not-going'],
  ])('%s', (_, given, listed, expected) => {
    expect(codeOf(canEnter(given, EVENT, listed))).toBe(expected);
  });
});

describe('what becomes of a ticket', () => {
  const event = { status: 'published', start_epoc: NOW + HOUR, end_epoc: NOW + 2 * HOUR, tbdDate: false } as const;
  test.each([
    ['before the event', event, 'valid'],
    ['during it', { ...event, start_epoc: NOW - HOUR }, 'valid'],
    ['after it', { ...event, start_epoc: NOW - 2 * HOUR, end_epoc: NOW }, 'over'],
    ['when it was cancelled', { ...event, status: 'cancelled' as const }, 'cancelled'],
    ['when it is a draft again', { ...event, status: 'draft' as const }, 'cancelled'],
    ['while the date is to be announced', { ...event, end_epoc: NOW - HOUR, tbdDate: true }, 'valid'],
  ])('%s', (_, given, state) => {
    expect(ticketState(given, NOW)).toBe(state);
  });
});

describe('passing a place on', () => {
  const own: PassOnFacts['own'] = { role: 'guest', status: 'going', checked_in_at: null, proved: true };
  const event: PassOnFacts['event'] = {
    status: 'published',
    visibility: 'public',
    require_approval: false,
    start_epoc: NOW + HOUR,
    end_epoc: NOW + 2 * HOUR,
    tbdDate: false,
  };
  test.each<[string, Partial<PassOnFacts['own']>, Partial<PassOnFacts['event']>, string]>([
    ['a guest before the start', {}, {}, 'yes'],
    ['with a date that is to be announced', {}, { start_epoc: NOW - HOUR, tbdDate: true }, 'yes'],
    ['in the minute of the start', {}, { start_epoc: NOW }, 'started'],
    ['a featured guest', { role: 'featured_guest' }, {}, 'not-to-pass-on'],
    ['a host', { role: 'host' }, {}, 'not-to-pass-on'],
    ['somebody at the door', { role: 'check_in' }, {}, 'not-to-pass-on'],
    ['somebody who waits', { status: 'waitlisted' }, {}, 'no-ticket'],
    ['somebody who has an offer', { status: 'offered' }, {}, 'no-ticket'],
    ['somebody who has given it up', { status: 'not_going' }, {}, 'no-ticket'],
    ['somebody who is inside', { checked_in_at: NOW - 60 }, {}, 'used'],
    ['of a cancelled event', {}, { status: 'cancelled' }, 'no-ticket'],
    ['of a private event', {}, { visibility: 'private' }, 'hosts-choose'],
    ['of an event for members', {}, { visibility: 'community' }, 'hosts-choose'],
    ['where hosts approve each guest', {}, { require_approval: true }, 'hosts-choose'],
  ])('%s', (_, changedOwn, changedEvent, expected) => {
    expect(codeOf(canPassOn({ own: { ...own, ...changedOwn }, event: { ...event, ...changedEvent } }, NOW))).toBe(
      expected,
    );
  });
});
