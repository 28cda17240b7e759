import { refusals as core, type Decision } from '@folkmoot/contract/core/problem.ts';
import { canChangeRole } from '@folkmoot/contract/events/rules.ts';
import { refusals as events } from '@folkmoot/contract/events/schema.ts';
import { canSwitchTo, HOLD, holdsSeat, holdUntil } from '@folkmoot/contract/participations/rules.ts';
import * as api from '@folkmoot/contract/registrations/api.ts';
import { canApprove, canDecline, canSendCancellation, seatOrWaitlist } from '@folkmoot/contract/registrations/rules.ts';
import {
  type CancelRegistration,
  type GuestChange,
  refusals,
  TOASTS,
} from '@folkmoot/contract/registrations/schema.ts';
import { findAccount } from '../accounts/store.ts';
import type { CommandContext } from '../core/command.ts';
import type { Db } from '../core/db/db.ts';
import { assertAllowed, assertFound, refuse } from '../core/http/errors.ts';
import { type Binding, handle, RawJson } from '../core/http/handle.ts';
import { cleanHtml } from '../core/http/html.ts';
import { auditEvent, lockedEvent, managed, needManaged, needRoom } from '../events/actions.ts';
import { ask, mailInvitation, takeBack } from '../events/hosts/invitations-actions.ts';
import type { EventFacts } from '../events/store.ts';
import { mail, move, moveAll, offerSeats, tellHosts } from '../participations/actions.ts';
import {
  insertParticipation,
  isLookDue,
  type Moving,
  noteLook,
  setAsked,
  setTyped,
} from '../participations/moves-store.ts';
import { findRegistration } from '../participations/registration-store.ts';
import {
  findParticipation,
  findParticipationOf,
  listParticipations,
  listSeats,
  type Participation,
} from '../participations/store.ts';
import { endPaid } from '../payments/orders/place-actions.ts';
import { listAnswered } from '../questionnaires/store.ts';
import { findTicket } from '../tickets/store.ts';
import type { RegistrationHooks } from './actions.ts';
import { htmlOf } from './cancel-actions.ts';
import { findGuest, findInsights, listHistory } from './guests-store.ts';
import { findGuests } from './list-store.ts';

/** Calls with which hosts manage the guest list. */
export function guestHandlers(hooks: Pick<RegistrationHooks, 'codesOf'>): Binding[] {
  return [
    handle(api.listGuests, async ({ tx, me, params, query, now }) => {
      const { inside, ...own } = needManaged(await findGuests(tx, params.eventId, query, me));
      if (isLookDue(own, now)) await noteLook(tx, params.eventId, me.userId, now);
      return new RawJson(inside);
    }),

    handle(api.getGuest, async ({ tx, me, params, now }) => {
      const event = await managed(tx, params.eventId, me.userId);
      const guest = assertFound(await findGuest(tx, event.id, params.participationId, me), core.notFound);
      const answers = await listAnswered(tx, event.id, guest.participationId);
      const codes = await hooks.codesOf(tx, [{ eventId: event.id, id: guest.participationId }], now);
      const ticketCode = codes.get(guest.participationId) ?? null;
      return { ...guest, ticketCode, answers, history: await listHistory(tx, event.id, guest.participationId) };
    }),

    handle(api.changeGuest, async (call) => {
      const { tx, me, params, body } = call;
      const event = await changeable(tx, params.eventId, me.userId);
      const guest = assertFound(await findParticipation(tx, event.id, params.participationId), core.notFound);
      await changeGuest(call, event, guest, body, me.userId);
      await tellHosts(call, event);
      const data = assertFound(await findGuest(tx, event.id, guest.id, me), core.notFound);
      return { message: changedSaid(body.type, data.status), data };
    }),

    handle(api.changeGuests, async (call) => {
      const { tx, me, params, body } = call;
      const event = await changeable(tx, params.eventId, me.userId);
      const guests = await listParticipations(tx, event.id, body.participationIds);
      const decisions =
        body.action === 'approve'
          ? await approve(call, event, guests, me.userId)
          : await decline(call, event, guests, body, me.userId);
      const done = decisions.filter(({ ok }) => ok).length;
      if (body.action === 'decline') await offerSeats(call, event.id);
      await tellHosts(call, event);
      const left = body.participationIds.length - done;
      return { message: bulkSaid(body.action, done, left), data: { done, left } };
    }),

    handle(api.addGuest, async (call) => {
      const { tx, me, params, body, now } = call;
      const event = await changeable(tx, params.eventId, me.userId);
      if (body.ticketId && !(await findTicket(tx, event.id, body.ticketId))) refuse(refusals.noSuchTicket);
      const account = await findAccount(tx, body.email);
      const present = await findParticipationOf(tx, event.id, account ? { userId: account.id } : { email: body.email });
      if (present && present.status !== 'not_going' && present.status !== 'invited') refuse(refusals.alreadyThere);
      // Hosts act with an account: without one nobody can sign in.
      if (!account && body.role !== 'guest' && body.role !== 'featured_guest') refuse(events.noSuchPerson);
      const typed = { email: body.email, firstName: body.firstName.trim(), lastName: body.lastName.trim() };
      const whose = account ? { userId: account.id } : typed;
      const id =
        present?.id ?? (await insertParticipation(tx, event.id, whose, { role: 'guest', status: 'not_going' }, now));
      const before = assertFound(await findParticipation(tx, event.id, id), core.notFound);
      const ticketId = body.ticketId ?? null;
      if (account) {
        await askGuest(call, event, before, { ...typed, role: body.role, ticketId }, me.userId);
        await tellHosts(call, event);
        return { message: TOASTS.guestAdded, data: assertFound(await findGuest(tx, event.id, id, me), core.notFound) };
      }
      await needRoom(tx, before, { status: 'going', role: body.role, ticketId });
      await move(call, before, {
        status: 'going',
        role: body.role,
        ticketId,
        approved: true,
        actorId: me.userId,
        again: true,
      });
      await setAsked(tx, before, { role: null, by: me.userId }, now);
      if (body.notifyUser) await mailInvitation(call, before, me.userId, 'added');
      await tellHosts(call, event);
      return { message: TOASTS.guestAdded, data: assertFound(await findGuest(tx, event.id, id, me), core.notFound) };
    }),

    handle(api.getInsights, async ({ tx, me, params }) => {
      const event = await managed(tx, params.eventId, me.userId);
      return assertFound(await findInsights(tx, event.id), core.notFound);
    }),
  ];
}

/** What a change to one guest has come to. */
function changedSaid(type: GuestChange['type'], status: Participation['status']): string {
  if (type === 'cancel_registration' || type === 'decline') return TOASTS.userDeclined;
  if (type !== 'approve') return 'Saved!';
  if (status === 'waitlisted') return 'Approved. No spot is free, so they are on the waiting list.';
  return status === 'offered' ? 'Approved. They are going once they have paid.' : 'Approved. They are going.';
}

function bulkSaid(action: 'approve' | 'decline', done: number, left: number): string {
  if (action === 'decline' && done === 1 && left === 0) return TOASTS.userDeclined;
  const guests = (count: number) => (count === 1 ? '1 guest' : `${count} guests`);
  const said = `${guests(done)} ${action === 'approve' ? 'approved' : 'declined'}.`;
  return left === 0 ? said : `${said} ${guests(left)} could not be changed.`;
}

async function changeable(tx: Db, eventId: string, userId: string): Promise<EventFacts> {
  const event = await lockedEvent(tx, eventId, userId);
  if (event.status === 'cancelled') refuse(events.cancelled);
  return event;
}

async function changeGuest(
  call: CommandContext,
  event: EventFacts,
  guest: Participation,
  change: GuestChange,
  by: string,
): Promise<void> {
  switch (change.type) {
    case 'approve':
      for (const decision of await approve(call, event, [guest], by)) assertAllowed(decision);
      return;
    case 'decline':
      for (const decision of await decline(call, event, [guest], change, by)) assertAllowed(decision);
      return offerSeats(call, event.id);
    case 'cancel_registration':
      return cancelRegistration(call, event, guest, change, by);
    case 'role':
      assertAllowed(canChangeRole({ isCreator: guest.userId === event.creatorId }));
      if (guest.userId === null && (change.role === 'host' || change.role === 'check_in')) refuse(events.noSuchPerson);
      await changeRole(call, event, guest, change.role, by);
      return offerSeats(call, event.id);
    case 'ticket':
      await needTicket(call.tx, guest, change.ticketId);
      await move(call, guest, {
        ...{ status: guest.status, ticketId: change.ticketId, actorId: by },
        // What they are paying for is another ticket: they begin again, with this one and at its price.
        ...(change.ticketId !== guest.ticketId && { holdExpires: null }),
      });
      return offerSeats(call, event.id);
  }
}

/** A person with an account is asked, and says themselves whether they come. */
async function askGuest(
  call: CommandContext,
  event: EventFacts,
  before: Participation,
  asked: { email: string; firstName: string; lastName: string; role: Participation['role']; ticketId: string | null },
  by: string,
): Promise<void> {
  const { role, ticketId, ...typed } = asked;
  if (before.userId !== by) await setTyped(call.tx, before, typed);
  await ask(call, before, role, by, { ticketId, typed: true });
  await auditEvent(call, event, by, 'event.asked', { after: { role } });
}

/** A guest loses another role at once; for every other role the guest is asked, if there is room for one more of it. */
async function changeRole(
  call: CommandContext,
  event: EventFacts,
  guest: Participation,
  role: Participation['role'],
  by: string,
): Promise<void> {
  if (guest.userId !== null && role !== 'guest') {
    await ask(call, guest, role, by, { typed: guest.typedOnly });
    return auditEvent(call, event, by, 'event.asked', { after: { role } });
  }
  const status = role === 'guest' ? guest.status : 'going';
  if (guest.askedRole !== null && guest.askedRole !== 'guest') await takeBack(call, guest, by);
  const before = assertFound(await findParticipation(call.tx, event.id, guest.id), core.notFound);
  if (guest.status === 'invited' && before.status === 'not_going') return;
  await needRoom(call.tx, before, { role, status, ticketId: guest.ticketId }, { unknown: before.typedOnly });
  await move(call, before, { role, status, actorId: by });
  // An address without an account is asked when its person joins.
  if (before.userId === null && !before.ownAct && role !== 'guest')
    await setAsked(call.tx, before, { role: null, by }, call.now);
  await auditEvent(call, event, by, 'event.role', { after: { role } });
}

/** Refuses if there is no such ticket, or if it is full and they would take a seat of it. */
async function needTicket(tx: Db, guest: Participation, ticketId: string | null): Promise<void> {
  if (ticketId === null || ticketId === guest.ticketId) return;
  const ticket = assertFound(await findTicket(tx, guest.eventId, ticketId), refusals.noSuchTicket);
  if (holdsSeat(guest)) assertAllowed(canSwitchTo(ticket));
}

/**
 * People who asked get a seat, or, if there is none, a position on the waitlist that needs no further approval: in the
 * order of their registration, as if one by one, with as many statements as for one.
 *
 * @returns for each guest whether they are approved.
 */
async function approve(
  call: CommandContext,
  { id: eventId }: EventFacts,
  guests: readonly Participation[],
  by: string,
): Promise<Decision[]> {
  const { tx, now } = call;
  const { event } = assertFound(await findRegistration(tx, eventId, {}, null), core.notFound);
  const tickets = new Map((await listSeats(tx, eventId)).map((ticket) => [ticket.id, ticket]));
  const moving: Moving[] = [];
  const decisions = guests.map((before): Decision => {
    const decision = canApprove(before);
    if (!decision.ok) return decision;
    const ticket = tickets.get(before.ticketId ?? '') ?? null;
    const seconds = Math.floor(now.getTime() / 1000);
    const decided = seatOrWaitlist(event, ticket, false, seconds);
    if (!decided.ok) return decided;
    // Who has to pay is offered the seat, and has as long as anybody who is offered one.
    const pays = decided.outcome === 'going' && (ticket?.price ?? 0) > 0;
    const status = pays ? 'offered' : decided.outcome;
    const offerExpires = pays ? Math.max(holdUntil(event, seconds) ?? 0, seconds + HOLD) : null;
    moving.push({ before, change: { status, approved: true, offerExpires, actorId: by } });
    // The next one is decided as if this one had been moved.
    for (const seats of ticket ? [event, ticket] : [event]) {
      seats.taken += Number(holdsSeat({ role: before.role, status }));
      seats.waiting += Number(status === 'waitlisted');
    }
    return decision;
  });
  const moved = await moveAll(call, moving);
  const idsOf = (status: string) => moved.filter((one) => one.status === status).map(({ id }) => id);
  await mail(call, eventId, idsOf('going'), 'approved');
  await mail(call, eventId, idsOf('offered'), 'approved_to_pay');
  await mail(call, eventId, idsOf('waitlisted'), 'waitlisted');
  return decisions;
}

/** The email to declined guests, by what they were before; to all others, that there is no spot for them. */
const DECLINED: Partial<Record<Participation['status'], string>> = {
  requested: 'request_declined',
  going: 'taken_off',
};

/** Declined guests who come back, if at all, do so like anyone else. Returns for each whether they are declined. */
async function decline(
  call: CommandContext,
  event: EventFacts,
  guests: readonly Participation[],
  { reason, refund }: { reason: string; refund: boolean },
  by: string,
): Promise<Decision[]> {
  const eventId = event.id;
  const change = { role: 'guest', status: 'not_going', approved: false, actorId: by, reason } as const;
  const leaving = guests.filter((guest) => canDecline(guest).ok);
  await endPaid(call, event, { ids: leaving.map(({ id }) => id), by, refund });
  await moveAll(
    call,
    leaving.map((before) => ({ before, change })),
  );
  const toldBy = Map.groupBy(leaving, ({ status }) => DECLINED[status] ?? 'declined');
  for (const [kind, some] of toldBy)
    await mail(
      call,
      eventId,
      some.map(({ id }) => id),
      kind,
      { reason, ...(reason !== '' && { answersTo: by }) },
    );
  return guests.map((guest) => canDecline(guest));
}

/** The wizard of the specification: with an email in the host's own words, or without any. */
async function cancelRegistration(
  call: CommandContext,
  event: EventFacts,
  guest: Participation,
  change: CancelRegistration,
  by: string,
): Promise<void> {
  assertAllowed(canSendCancellation(change));
  assertAllowed(canDecline(guest));
  await endPaid(call, event, { ids: [guest.id], by, refund: change.refund });
  await move(call, guest, {
    role: 'guest',
    status: 'not_going',
    approved: false,
    actorId: by,
    reason: change.reason,
  });
  if (change.notifyUser) {
    const html = cleanHtml(htmlOf(change.cancel_body_html) ?? refuse(refusals.bodyNotText));
    await mail(call, event.id, [guest.id], 'cancelled_by_host', {
      subject: change.cancel_subject.trim(),
      text: change.cancel_body,
      html,
      answersTo: by,
    });
    // People who have asked were promised an email with the answer.
  } else if (guest.status === 'requested') await mail(call, event.id, [guest.id], 'request_declined');
  await offerSeats(call, event.id);
}
