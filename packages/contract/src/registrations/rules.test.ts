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
  seatOrWaitlist,
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

describe('outcomes of registering', () => {
  test.each<[string, Partial<RegistrationFacts>, string]>([
    ['takes a seat if one is free', {}, 'going'],
    ['joins the waitlist if no seat is free', { event: full }, 'waitlisted'],
    ['is refused if the event is full and has no waitlist', { event: { ...full, waitlist: false } }, 'events.full'],
    ['is a request if the ticket asks for approval', { ticket: { ...ticket, require_approval: true } }, 'requested'],
    [
      'is refused for a ticket that is hidden or archived',
      { ticket: { ...ticket, withheld: true } },
      'registrations.no-such-ticket',
    ],
    [
      'is refused before the ticket is on sale',
      { ticket: { ...ticket, sale_starts_epoc: NOW + 1 } },
      'registrations.sale-not-open',
    ],
    ['takes a seat from the second at which it is', { ticket: { ...ticket, sale_starts_epoc: NOW } }, 'going'],
    ['is refused once its sale has ended', { ticket: { ...ticket, sale_ends_epoc: NOW } }, 'registrations.sale-ended'],
    [
      'takes the seat that was offered, also after that',
      { ticket: { ...ticket, sale_ends_epoc: NOW }, own: own('offered', { offer_expires_epoc: NOW + 1 }) },
      'going',
    ],
    [
      'not with another ticket, though',
      {
        ticket: { ...ticket, sale_ends_epoc: NOW },
        own: own('offered', { offer_expires_epoc: NOW + 1, otherTicket: true }),
      },
      'registrations.sale-ended',
    ],
    [
      'keeps the seat that is held, also after that',
      {
        ticket: { ...ticket, price: 5, taken: 1, sale_ends_epoc: NOW },
        own: own('payment_pending', { hold_expires_epoc: NOW + 1 }),
      },
      'payment_pending, as before',
    ],
    [
      'holds the same seat at another price',
      {
        ticket: { ...ticket, price: 5, taken: 1 },
        own: own('payment_pending', { hold_expires_epoc: NOW + 1, otherPrice: true }),
      },
      'payment_pending',
    ],
    [
      'joins the waitlist behind people who are already waiting',
      { event: { ...event, taken: 1, waiting: 1 } },
      'waitlisted',
    ],
    ['takes a seat if there is no limit', { event: { ...event, capacity: null, taken: 900 } }, 'going'],
    [
      'takes a free seat just before the start, even if others are waiting',
      { event: { ...event, taken: 1, waiting: 1, start_epoc: NOW + HOUR, end_epoc: NOW + 3 * HOUR } },
      'going',
    ],
    ['becomes a request if hosts approve guests', { event: { ...event, require_approval: true } }, 'requested'],
    [
      'becomes a request if hosts approve guests, even if the event is full',
      { event: { ...full, require_approval: true } },
      'requested',
    ],
    [
      'takes a seat without a request if the guest is invited',
      { event: { ...event, require_approval: true }, own: own('invited') },
      'going',
    ],
    [
      'takes a seat if the hosts have approved the guest before',
      { event: { ...event, require_approval: true }, own: own('not_going', { approved: true }) },
      'going',
    ],
    [
      'becomes a request again after the guest was declined',
      { event: { ...event, require_approval: true }, own: own('not_going') },
      'requested',
    ],
    ['keeps the guest’s seat', { event: full, own: own('going') }, 'going, as before'],
    [
      'keeps the guest’s request',
      { event: { ...event, require_approval: true }, own: own('requested') },
      'requested, as before',
    ],
    ['keeps the guest’s position on the waitlist', { event: full, own: own('waitlisted') }, 'waitlisted, as before'],
    [
      'takes the seat that the guest was offered',
      { event: full, own: own('offered', { offer_expires_epoc: NOW + 1 }) },
      'going',
    ],
    [
      'is refused once the offer has expired',
      { event: full, own: own('offered', { offer_expires_epoc: NOW }) },
      'registrations.offer-expired',
    ],
    [
      'is refused without a ticket if the event has tickets',
      { event: { ...event, tickets: 1 } },
      'registrations.ticket-required',
    ],
    ['takes a seat with a ticket', { event: { ...event, tickets: 1 }, ticket }, 'going'],
    [
      'joins the waitlist for a full ticket',
      { event: { ...event, tickets: 1 }, ticket: { ...ticket, taken: 1 } },
      'waitlisted',
    ],
    [
      'is refused if the ticket is full and there is no waitlist',
      { event: { ...event, tickets: 1, waitlist: false }, ticket: { ...ticket, taken: 1 } },
      'events.ticket-full',
    ],
    [
      'takes a seat for another ticket than the one others wait for',
      { event: { ...event, tickets: 2, waiting: 1 }, ticket: { ...ticket, capacity: 5 } },
      'going',
    ],
    [
      'holds a seat for a paid ticket',
      { event: { ...event, tickets: 1 }, ticket: { ...ticket, price: 500 } },
      'payment_pending',
    ],
    [
      'holds a seat for a paid ticket that was offered',
      { event, ticket: { ...ticket, price: 500 }, own: own('offered', { offer_expires_epoc: NOW + 60 }) },
      'payment_pending',
    ],
    [
      'keeps a seat that is held for somebody who pays',
      {
        event: { ...event, taken: 1, capacity: 1 },
        ticket: { ...ticket, price: 500, taken: 1 },
        own: own('payment_pending', { hold_expires_epoc: NOW + 60 }),
      },
      'payment_pending, as before',
    ],
    [
      'is refused to somebody whose hold has lapsed once the seat is another’s',
      {
        event: { ...event, taken: 1, capacity: 1, waitlist: false },
        ticket: { ...ticket, price: 500 },
        own: own('payment_pending', { hold_expires_epoc: NOW - 1 }),
      },
      'events.full',
    ],
    [
      'gives up the seat that is held for the price of a free ticket',
      {
        event: { ...event, taken: 1, capacity: 1 },
        ticket,
        own: own('payment_pending', { hold_expires_epoc: NOW + 60 }),
      },
      'going',
    ],
    [
      'asks for approval before it asks for money',
      { event: { ...event, require_approval: true }, ticket: { ...ticket, price: 500 } },
      'requested',
    ],
  ])('a registration %s', (_, facts, expected) => {
    expect(decided(facts)).toBe(expected);
  });

  test('a registration never takes a seat that is not free', () => {
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

describe('registration', () => {
  test.each<[string, Partial<Event>, string]>([
    ['is open for a published event', {}, 'yes'],
    ['is closed for a draft', { status: 'draft' }, 'registrations.not-published'],
    ['is closed for a cancelled event', { status: 'cancelled' }, 'registrations.not-published'],
    ['is closed for an event on another site', { type: 'external' }, 'registrations.elsewhere'],
    ['is closed when the event is over', { start_epoc: NOW - 3 * HOUR, end_epoc: NOW }, 'registrations.over'],
    ['is open while the event is on', { start_epoc: NOW - HOUR, end_epoc: NOW + 1 }, 'yes'],
    ['is closed before it opens', { registration_opens_epoc: NOW + 1 }, 'registrations.not-open'],
    ['is open from the second it opens', { registration_opens_epoc: NOW }, 'yes'],
    ['is open until the second before it closes', { registration_closes_epoc: NOW + 1 }, 'yes'],
    ['is closed from the second it closes', { registration_closes_epoc: NOW }, 'registrations.closed'],
  ])('registration %s', (_, change, expected) => {
    expect(said(canRegister({ ...event, ...change }, NOW))).toBe(expected);
  });

  test('registration stays open to people who hold a seat or an offer when it closes', () => {
    const closed = { ...full, registration_closes_epoc: NOW };
    expect(decided({ event: closed })).toBe('registrations.closed');
    expect(decided({ event: closed, own: own('going') })).toBe('going, as before');
    expect(decided({ event: closed, own: own('offered', { offer_expires_epoc: NOW + 1 }) })).toBe('going');
    expect(decided({ event: closed, own: own('not_going') })).toBe('registrations.closed');
  });
});

describe('hosts', () => {
  test('a host can approve requests, and decline everyone but hosts and people who have left', () => {
    const approved = ParticipationStatus.options.filter((status) => canApprove({ status }).ok);
    const declined = ParticipationStatus.options.filter((status) => canDecline({ status, role: 'guest' }).ok);
    expect(approved).toEqual(['requested']);
    expect(declined).toEqual(ParticipationStatus.options.filter((status) => status !== 'not_going'));
    expect(said(canDecline({ status: 'going', role: 'host' }))).toBe('registrations.host-stays');
  });

  test('a host who approves a request gives a seat, or a position on the waitlist', () => {
    expect(seatOrWaitlist(event, null, false, NOW)).toMatchObject({ outcome: 'going' });
    expect(seatOrWaitlist(full, null, false, NOW)).toMatchObject({ outcome: 'waitlisted' });
  });

  test.each<[string, Parameters<typeof canSendCancellation>[0], string]>([
    [
      'cannot send a cancellation without a subject',
      { notifyUser: true, cancel_subject: ' ', cancel_body: 'Sorry.' },
      'registrations.subject-blank',
    ],
    [
      'cannot send a cancellation without a text',
      { notifyUser: true, cancel_subject: 'Sorry', cancel_body: ' ' },
      'registrations.body-blank',
    ],
    [
      'needs neither subject nor text to cancel without an email',
      { notifyUser: false, cancel_subject: '', cancel_body: '' },
      'yes',
    ],
    [
      'can send a cancellation with both',
      { notifyUser: true, cancel_subject: 'Sorry', cancel_body: 'Next time.' },
      'yes',
    ],
  ])('a host %s', (_, mail, expected) => {
    expect(said(canSendCancellation(mail))).toBe(expected);
  });
});

test('answers can be changed until the event begins', () => {
  const at = (start_epoc: number) => said(canEditAnswers({ ...event, start_epoc }, NOW));
  expect([at(NOW + 1), at(NOW)]).toEqual(['yes', 'registrations.started']);
});

test('declining a guest and rejecting a member offer the same reasons, with the same ones left empty', () => {
  expect(Object.keys(DECLINE_TEXTS)).toEqual(Object.keys(REJECT_TEXTS));
  const empty = (texts: Record<string, string>) => Object.keys(texts).filter((reason) => texts[reason] === '');
  expect([empty(DECLINE_TEXTS), empty(REJECT_TEXTS)]).toEqual([
    ['Custom', 'Other'],
    ['Custom', 'Other'],
  ]);
});
