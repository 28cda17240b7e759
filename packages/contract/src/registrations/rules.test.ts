import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { REJECT_TEXTS } from '../communities/schema.ts';
import type { Decision } from '../core/problem.ts';
import { freeSeats, type RegistrationFacts } from '../participations/rules.ts';
import { ParticipationRole, ParticipationStatus } from '../participations/schema.ts';
import {
  canApprove,
  canDecline,
  canEditAnswers,
  canRegister,
  canSendCancellation,
  decideRegistration,
  seatOrQueue,
} from './rules.ts';
import { DECLINE_TEXTS } from './schema.ts';

const HOUR = 3600;
const NOW = 1_780_000_000;
type Event = RegistrationFacts['event'];
const event: Event = {
  status: 'published',
  type: 'internal',
  start_epoc: NOW + 240 * HOUR,
  end_epoc: NOW + 242 * HOUR,
  tbdDate: false,
  registration_opens_epoc: null,
  registration_closes_epoc: null,
  capacity: 2,
  taken: 0,
  waiting: 0,
  require_approval: false,
  waitlist: true,
  tickets: 0,
};
const ticket = { capacity: 1, taken: 0, waiting: 0, price: 0 };
const own = (status: ParticipationStatus, more: object = {}) => ({
  status,
  role: 'guest' as const,
  approved: false,
  offer_expires_epoc: null,
  ...more,
});
const said = (decision: Decision) => (decision.ok ? 'yes' : decision.refusal.code);
const decided = (facts: Partial<RegistrationFacts>) => {
  const answer = decideRegistration({ event, ticket: null, own: null, ...facts }, NOW);
  return answer.ok ? `${answer.outcome}${answer.keeps ? ', as before' : ''}` : answer.refusal.code;
};
const full = { ...event, taken: 2 };

describe('a registration comes to', () => {
  test.each<[string, Partial<RegistrationFacts>, string]>([
    ['a seat where one is free', {}, 'going'],
    ['a place in the queue where none is', { event: full }, 'waitlisted'],
    ['nothing where there is no queue', { event: { ...full, waitlist: false } }, 'events.full'],
    ['a place behind those who wait', { event: { ...event, taken: 1, waiting: 1 } }, 'waitlisted'],
    ['a seat where there is no limit', { event: { ...event, capacity: null, taken: 900 } }, 'going'],
    [
      'a seat just before the start, whoever waits',
      { event: { ...event, taken: 1, waiting: 1, start_epoc: NOW + HOUR, end_epoc: NOW + 3 * HOUR } },
      'going',
    ],
    ['a question to the hosts', { event: { ...event, require_approval: true } }, 'requested'],
    ['a question also where it is full', { event: { ...full, require_approval: true } }, 'requested'],
    [
      'a seat for the invited, without a question',
      { event: { ...event, require_approval: true }, own: own('invited') },
      'going',
    ],
    [
      'a seat for whom the hosts have said yes to',
      { event: { ...event, require_approval: true }, own: own('not_going', { approved: true }) },
      'going',
    ],
    [
      'a question again after a no',
      { event: { ...event, require_approval: true }, own: own('not_going') },
      'requested',
    ],
    ['the seat one has', { event: full, own: own('going') }, 'going, as before'],
    [
      'the question one has asked',
      { event: { ...event, require_approval: true }, own: own('requested') },
      'requested, as before',
    ],
    ['the place in the queue one has', { event: full, own: own('waitlisted') }, 'waitlisted, as before'],
    ['the seat that was offered', { event: full, own: own('offered', { offer_expires_epoc: NOW + 1 }) }, 'going'],
    [
      'nothing where the offer has lapsed',
      { event: full, own: own('offered', { offer_expires_epoc: NOW }) },
      'registrations.offer-expired',
    ],
    [
      'nothing without a ticket where there are some',
      { event: { ...event, tickets: 1 } },
      'registrations.ticket-required',
    ],
    ['a seat with a ticket', { event: { ...event, tickets: 1 }, ticket }, 'going'],
    ['the queue of a full ticket', { event: { ...event, tickets: 1 }, ticket: { ...ticket, taken: 1 } }, 'waitlisted'],
    [
      'nothing where ticket and queue are closed',
      { event: { ...event, tickets: 1, waitlist: false }, ticket: { ...ticket, taken: 1 } },
      'events.ticket-full',
    ],
    [
      'a seat of another ticket than the one others wait for',
      { event: { ...event, tickets: 2, waiting: 1 }, ticket: { ...ticket, capacity: 5 } },
      'going',
    ],
    [
      'nothing yet for a paid ticket',
      { event: { ...event, tickets: 1 }, ticket: { ...ticket, price: 500 } },
      'registrations.not-free',
    ],
  ])('%s', (_, facts, expected) => {
    expect(decided(facts)).toBe(expected);
  });

  test('never to a seat that is not there', () => {
    const seats = fc.record({
      capacity: fc.option(fc.integer({ min: 1, max: 4 })),
      taken: fc.nat(5),
      waiting: fc.nat(3),
    });
    fc.assert(
      fc.property(
        seats,
        fc.option(seats),
        fc.boolean(),
        fc.boolean(),
        fc.option(fc.constantFrom(...ParticipationStatus.options)),
        fc.constantFrom(...ParticipationRole.options),
        (of, ofTicket, waitlist, approval, status, role) => {
          const facts = {
            event: { ...event, ...of, waitlist, require_approval: approval, tickets: ofTicket ? 1 : 0 },
            ticket: ofTicket && { ...ofTicket, price: 0 },
            own: status === null ? null : { ...own(status), role },
          };
          const answer = decideRegistration(facts, NOW);
          const holds = status === 'going' || status === 'offered';
          if (answer.ok && answer.outcome === 'going' && !holds) {
            expect(freeSeats(facts.event)).toBeGreaterThan(0);
            if (facts.ticket) expect(freeSeats(facts.ticket)).toBeGreaterThan(0);
          }
          if (answer.ok && answer.outcome === 'waitlisted' && status !== 'waitlisted') expect(waitlist).toBe(true);
        },
      ),
    );
  });
});

describe('registration is open', () => {
  test.each<[string, Partial<Event>, string]>([
    ['for what is published', {}, 'yes'],
    ['not for a draft', { status: 'draft' }, 'registrations.not-published'],
    ['not for what was cancelled', { status: 'cancelled' }, 'registrations.not-published'],
    ['not here for what is elsewhere', { type: 'external' }, 'registrations.elsewhere'],
    ['not when it is over', { start_epoc: NOW - 3 * HOUR, end_epoc: NOW }, 'registrations.over'],
    ['while it runs', { start_epoc: NOW - HOUR, end_epoc: NOW + 1 }, 'yes'],
    ['not before it opens', { registration_opens_epoc: NOW + 1 }, 'registrations.not-open'],
    ['from the second it opens', { registration_opens_epoc: NOW }, 'yes'],
    ['until the second before it closes', { registration_closes_epoc: NOW + 1 }, 'yes'],
    ['and not after', { registration_closes_epoc: NOW }, 'registrations.closed'],
  ])('%s', (_, change, expected) => {
    expect(said(canRegister({ ...event, ...change }, NOW))).toBe(expected);
  });

  test('to whoever has a place already, also when it has closed', () => {
    const closed = { ...full, registration_closes_epoc: NOW };
    expect(decided({ event: closed })).toBe('registrations.closed');
    expect(decided({ event: closed, own: own('going') })).toBe('going, as before');
    expect(decided({ event: closed, own: own('offered', { offer_expires_epoc: NOW + 1 }) })).toBe('going');
    expect(decided({ event: closed, own: own('not_going') })).toBe('registrations.closed');
  });
});

describe('what hosts do with a guest', () => {
  test('they approve who has asked, and decline everyone but hosts and those who are gone', () => {
    const approved = ParticipationStatus.options.filter((status) => canApprove({ status }).ok);
    const declined = ParticipationStatus.options.filter((status) => canDecline({ status, role: 'guest' }).ok);
    expect(approved).toEqual(['requested']);
    expect(declined).toEqual(ParticipationStatus.options.filter((status) => status !== 'not_going'));
    expect(said(canDecline({ status: 'going', role: 'host' }))).toBe('registrations.host-stays');
  });

  test('they give a seat, or a place in the queue', () => {
    expect(seatOrQueue(event, null, false, NOW)).toMatchObject({ outcome: 'going' });
    expect(seatOrQueue(full, null, false, NOW)).toMatchObject({ outcome: 'waitlisted' });
  });

  test.each<[string, Parameters<typeof canSendCancellation>[0], string]>([
    [
      'a mail has a subject',
      { notifyUser: true, cancel_subject: ' ', cancel_body: 'Sorry.' },
      'registrations.subject-blank',
    ],
    ['and a text', { notifyUser: true, cancel_subject: 'Sorry', cancel_body: ' ' }, 'registrations.body-blank'],
    ['without a mail neither is needed', { notifyUser: false, cancel_subject: '', cancel_body: '' }, 'yes'],
    ['with both it goes out', { notifyUser: true, cancel_subject: 'Sorry', cancel_body: 'Next time.' }, 'yes'],
  ])('%s', (_, mail, expected) => {
    expect(said(canSendCancellation(mail))).toBe(expected);
  });
});

test('answers are changed until the event begins', () => {
  const at = (start_epoc: number) => said(canEditAnswers({ ...event, start_epoc }, NOW));
  expect([at(NOW + 1), at(NOW)]).toEqual(['yes', 'registrations.started']);
});

test('who declines a guest and who rejects a member choose from the same reasons, and begin with the same empty texts', () => {
  expect(Object.keys(DECLINE_TEXTS)).toEqual(Object.keys(REJECT_TEXTS));
  const empty = (texts: Record<string, string>) => Object.keys(texts).filter((reason) => texts[reason] === '');
  expect([empty(DECLINE_TEXTS), empty(REJECT_TEXTS)]).toEqual([
    ['Custom', 'Other'],
    ['Custom', 'Other'],
  ]);
});
