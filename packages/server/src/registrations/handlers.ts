import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { VISITOR_MAILS } from '@folkmoot/contract/events/invitations-schema.ts';
import { refusals as events } from '@folkmoot/contract/events/schema.ts';
import * as api from '@folkmoot/contract/registrations/api.ts';
import { type ParticipationView, REGISTERED, refusals, TOASTS } from '@folkmoot/contract/registrations/schema.ts';
import { findAccount } from '../accounts/store.ts';
import { enterCode } from '../codes/actions.ts';
import { type CommandContext, inTransaction } from '../core/command.ts';
import { assertFound, refuse } from '../core/http/errors.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import type { EventTokens } from '../events/access/access-actions.ts';
import { visibleEvent, visitorOf } from '../events/actions.ts';
import { findView, listPastManaged } from '../events/store.ts';
import { mailAgain, mailPerson, move, offerSeats, tellHosts } from '../participations/actions.ts';
import { noteSignInMail } from '../participations/mails-store.ts';
import { noteOwnAct } from '../participations/moves-store.ts';
import { deleteOutreach, takeVisitorMail } from '../participations/outreach-store.ts';
import {
  findParticipation,
  findParticipationOf,
  lockEvent,
  type Participation,
  type Whose,
} from '../participations/store.ts';
import { giveUpOrder } from '../payments/orders/orders-actions.ts';
import { listResponses } from '../questionnaires/store.ts';
import { decideAsNew, type RegistrationHooks, register } from './actions.ts';
import { listGoing } from './going-store.ts';

/** Calls of people who register, answer, or give up their seat. */
export function registrationHandlers(tokens: EventTokens, hooks: RegistrationHooks, feePercent: number): Binding[] {
  return [
    // A free seat is taken in one statement; anything more runs in its own transaction.
    handle(
      api.register,
      async (call) => {
        const { tx, me, params, query, body } = call;
        const visitor = visitorOf(tokens, me, query.token);
        const { participationId } = visitor.looking;
        const mayStillSee = () => visibleEvent(tx, params.eventId, visitor);
        // Known people are read together with the seat; anyone else first.
        if (participationId !== undefined || me === undefined) await mayStillSee();
        const whose = participationId === undefined ? whoseOf(me?.userId, body.visitor) : undefined;
        const { eventId } = params;
        const codeId = await codeOf(call, eventId, me?.userId ?? call.caller, body.code, mayStillSee);
        if (whose?.email !== undefined) return registerVisitor(call, eventId, whose, { ...body, codeId, feePercent });
        const used = me && visitor.opens && 'invitationId' in visitor.opens ? visitor.opens.invitationId : undefined;
        const done = await register(call, {
          eventId,
          whose,
          participationId,
          ticketId: body.ticketId ?? null,
          responses: body.responses,
          codeId,
          actorId: me?.userId ?? null,
          feePercent,
          ...(participationId === undefined && { mayStillSee }),
          ...(me &&
            used !== undefined && {
              takeInvitation: (inside) => hooks.takeInvitation(inside, { eventId, id: used, userId: me.userId }),
            }),
        });
        return { message: saidOf(done.status), status: done.status, data: participationView(done) };
      },
      { transaction: false },
    ),

    handle(api.declineParticipation, async (call) => {
      const { tx, me, params, query } = call;
      const { looking } = visitorOf(tokens, me, query.token);
      await lockEvent(tx, params.eventId);
      const own = await findParticipation(tx, params.eventId, params.participationId);
      const isOwn = own && (own.id === looking.participationId || (me !== undefined && own.userId === me.userId));
      if (!own || !isOwn) return refuse(looking.participationId === undefined ? core.notFound : refusals.linkOld);
      const event = assertFound(await findView(tx, params.eventId, { userId: me?.userId }), core.notFound);
      if (event.hosts.some((host) => host.isCreator && host.participationId === own.id)) refuse(events.creatorStays);
      const starts = event.tbdDate ? null : event.start_epoc;
      const refund = own.status === 'going' ? await giveUpOrder(call, own, starts) : null;
      if (own.status !== 'not_going') {
        await move(call, own, {
          status: 'not_going',
          // A person who was featured, or hosted, comes back like anyone else.
          role: 'guest',
          actorId: me?.userId ?? own.userId,
        });
        await offerSeats(call, params.eventId);
        await tellHosts(call, event);
      }
      return { message: TOASTS.declined, refund };
    }),

    handle(api.getOwnParticipation, async ({ tx, me, params, query }) => {
      const visitor = visitorOf(tokens, me, query.token);
      const event = await visibleEvent(tx, params.eventId, visitor);
      if (visitor.looking.participationId !== undefined && event.participationId === null) refuse(refusals.linkOld);
      if (event.participationId === null) return { role: null, data: null, responses: [] };
      const own = assertFound(await findParticipation(tx, event.id, event.participationId), core.notFound);
      // Only the email to their address carries this link, so people who follow it have the address.
      if (own.userId === null && !own.ownAct) await noteOwnAct(tx, event.id, own.id);
      return { role: own.role, data: participationView(own), responses: await listResponses(tx, event.id, own.id) };
    }),

    handle(api.listPastEvents, async ({ tx, me, query, now }) => listPastManaged(tx, me.userId, query, now)),

    handle(api.listGoing, async ({ tx, me, params, query, now }) => {
      const visitor = visitorOf(tokens, me, query.token);
      const seen = await visibleEvent(tx, params.eventId, visitor);
      const event = assertFound(await findView(tx, seen.id, visitor.looking), core.notFound);
      if (!event.showGuests && !event.viewer.manages) return { data: [], count: 0 };
      return listGoing(tx, event.id, { viewerId: me?.userId, manages: event.viewer.manages, now }, query);
    }),
  ];
}

/**
 * The code that somebody typed for their registration.
 *
 * @param needSeen refuses if they may not see the event: then no code of it is theirs to try.
 * @returns undefined if they said nothing of one, null if they take an earlier one back.
 */
async function codeOf(
  call: CommandContext,
  eventId: string,
  who: string,
  typed: string | undefined,
  needSeen: () => Promise<unknown>,
): Promise<string | null | undefined> {
  if (typed === undefined) return undefined;
  if (typed.trim() === '') return null;
  await needSeen();
  return (await enterCode(call, { eventId, who, typed })).id;
}

type Body = {
  ticketId?: string | null | undefined;
  codeId: string | null | undefined;
  responses: Parameters<typeof register>[1]['responses'];
  feePercent: number;
};

/**
 * A person without an account. Their data goes to their address alone, and the answer is the same whether or not that
 * address is already on the list, so it does not reveal who is going.
 */
async function registerVisitor(
  call: CommandContext & { caller: string },
  eventId: string,
  whose: Whose & { email: string },
  body: Body,
) {
  const counted = await countVisitor(call, eventId);
  const account = await findAccount(call.tx, whose.email);
  const present = account
    ? await findParticipationOf(call.tx, eventId, { userId: account.id })
    : await findParticipationOf(call.tx, eventId, { email: whose.email });
  const message = `We have sent the details to ${whose.email}.`;
  const registering = {
    eventId,
    whose: account ? { userId: account.id } : whose,
    participationId: undefined,
    ticketId: body.ticketId ?? null,
    responses: body.responses,
    codeId: body.codeId,
    actorId: null,
    feePercent: body.feePercent,
  };
  if (present && present.status !== 'not_going' && present.status !== 'invited') {
    // It gets its email, and counts, whatever the answer is.
    await inTransaction(call, (inside) => mailAgain(inside, [{ eventId, id: present.id }], 'again'));
    return { message, status: await decideAsNew(call, registering), data: null };
  }
  const seat = async () => {
    if (!account) return (await register(call, registering)).status;
    const outcome = await decideAsNew(call, registering);
    // An address proves nothing: people who have an account answer themselves, signed in.
    await inTransaction(call, (inside) => tellToSignIn(inside, eventId, account.id));
    return outcome;
  };
  const status = await seat().catch(async (error: unknown) => {
    // A refused registration sent no email.
    await deleteOutreach(call.tx, counted);
    throw error;
  });
  return { message, status, data: null };
}

/**
 * Counts a registration for its network before any email is sent, whether or not the address has had its email
 * already. One network can register so many addresses a day: each gets an email that it may not have asked for.
 *
 * @throws Refused `core.slow-down` if it has reached the limit.
 */
async function countVisitor(call: CommandContext & { caller: string }, eventId: string): Promise<string> {
  const since = new Date(call.now.getTime() - 86_400_000);
  const taken = { eventId, sender: call.caller, most: VISITOR_MAILS.caller, since };
  const id = await inTransaction(call, ({ tx, now }) => takeVisitorMail(tx, taken, now));
  return id ?? refuse(core.slowDown);
}

async function tellToSignIn(command: CommandContext, eventId: string, userId: string): Promise<void> {
  if (await noteSignInMail(command.tx, eventId, userId, command.now))
    await mailPerson(command, eventId, userId, 'sign_in');
}

function whoseOf(
  userId: string | undefined,
  visitor: { firstName: string; lastName: string; email: string } | undefined,
): Whose {
  if (userId !== undefined) return { userId };
  return visitor ?? refuse(refusals.visitorRequired);
}

function saidOf(status: ParticipationView['status']): string {
  return status === 'requested' || status === 'waitlisted' || status === 'payment_pending'
    ? REGISTERED[status]
    : REGISTERED.going;
}

/** A participation as its owner sees it. */
export function participationView(own: Participation): ParticipationView {
  return {
    participationId: own.id,
    eventId: own.eventId,
    role: own.role,
    status: own.status,
    ticketId: own.ticketId,
    paymentIntentId: own.paymentIntentId,
    waitlistPosition: own.waitlistPosition,
    offer_expires_epoc: own.status === 'offered' ? own.offer_expires_epoc : null,
    hold_expires_epoc: own.status === 'payment_pending' ? own.hold_expires_epoc : null,
    registered_epoc: own.registered_epoc,
    checked_in_at: own.checked_in_at,
    name: `${own.firstName} ${own.lastName}`.trim(),
    email: own.address,
  };
}
