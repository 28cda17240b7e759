import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { refusals as events } from '@folkmoot/contract/events/schema.ts';
import { isOver } from '@folkmoot/contract/participations/rules.ts';
import * as api from '@folkmoot/contract/registrations/api.ts';
import { refusals, TOASTS } from '@folkmoot/contract/registrations/schema.ts';
import { enterCode } from '../codes/actions.ts';
import { type CommandContext, inTransaction } from '../core/command.ts';
import { assertFound, refuse } from '../core/http/errors.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import type { EventTokens } from '../events/access/access-actions.ts';
import { visibleEvent, visitorOf } from '../events/actions.ts';
import { findView, listPastManaged } from '../events/store.ts';
import { mail, move, offerSeats, tellHosts } from '../participations/actions.ts';
import { isLinked } from '../participations/fragments-store.ts';
import type { TakeSeat } from '../participations/seats-store.ts';
import { findParticipation, lockEvent } from '../participations/store.ts';
import { giveUpOrder } from '../payments/orders/orders-actions.ts';
import { listResponses } from '../questionnaires/store.ts';
import { type RegistrationHooks, register } from './actions.ts';
import { listGoing } from './going-store.ts';
import { participationView, saidOf } from './views-actions.ts';
import { proveAddress, registerVisitor } from './visitors/visitors-actions.ts';

type Parts = { tokens: EventTokens; feePercent: number; hooks: RegistrationHooks; takeSeat: TakeSeat };

/** Calls of people who register, answer, or give up their seat. */
export function registrationHandlers({ hooks, takeSeat, tokens, feePercent }: Parts): Binding[] {
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
        const { eventId } = params;
        const codeId = await codeOf(call, eventId, me?.userId ?? call.caller, body.code, mayStillSee);
        const registering = {
          eventId,
          ticketId: body.ticketId ?? null,
          responses: body.responses,
          codeId,
          feePercent,
          takeSeat,
        };
        if (me === undefined && participationId === undefined) {
          const visitor = body.visitor ?? refuse(refusals.visitorRequired);
          return registerVisitor(call, { ...visitor, clientId: body.clientId }, registering, tokens);
        }
        const used = me && visitor.opens && 'invitationId' in visitor.opens ? visitor.opens.invitationId : undefined;
        const done = await register(call, {
          ...registering,
          whose: me && participationId === undefined ? { userId: me.userId } : undefined,
          participationId,
          ...(participationId !== undefined && {
            link: { typed: visitor.looking.typed, mailed: visitor.looking.mailed },
          }),
          proves: !visitor.looking.typed,
          actorId: me?.userId ?? null,
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
      const { tx, me, params, query, now } = call;
      const { looking } = visitorOf(tokens, me, query.token);
      await lockEvent(tx, params.eventId);
      const own = await findParticipation(tx, params.eventId, params.participationId);
      const isOwn = own && (isLinked(own, looking) || (me !== undefined && own.userId === me.userId));
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
          ownAct: true,
        });
        if (own.status === 'going' && own.role !== 'host' && !isOver(event, Math.floor(now.getTime() / 1000)))
          await mail(call, own.eventId, [own.id], 'left');
        await offerSeats(call, params.eventId);
        await tellHosts(call, event);
      }
      return { message: TOASTS.declined, refund };
    }),

    handle(api.getOwnParticipation, async (call) => {
      const { tx, me, params, query } = call;
      const visitor = visitorOf(tokens, me, query.token);
      const event = await visibleEvent(tx, params.eventId, visitor);
      if (visitor.looking.participationId !== undefined && event.participationId === null) refuse(refusals.linkOld);
      if (event.participationId === null) return { role: null, data: null, responses: [] };
      const own = assertFound(await findParticipation(tx, event.id, event.participationId), core.notFound);
      // Only the email to their address carries this link, so people who follow it have the address.
      const proves =
        own.userId === null && !own.ownAct && visitor.looking.participationId !== undefined && !visitor.looking.typed;
      if (proves) await inTransaction(call, (inside) => proveAddress(inside, own, hooks));
      const data = participationView(proves ? { ...own, ownAct: true } : own);
      const proved = proves && own.clientId !== null;
      return { role: own.role, data, responses: await listResponses(tx, event.id, own.id), proved };
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
