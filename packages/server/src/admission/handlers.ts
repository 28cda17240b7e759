import * as api from '@folkmoot/contract/admission/api.ts';
import { canPassOn, ticketState } from '@folkmoot/contract/admission/rules.ts';
import { writtenCode } from '@folkmoot/contract/participations/codes-rules.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import type { EventTokens } from '../events/access/access-actions.ts';
import { visitorOf } from '../events/actions.ts';
import { codesOf, ownParticipation, ownTicket } from './actions.ts';
import type { TicketKeys } from './keys-actions.ts';
import { isProved, passOn } from './passing-actions.ts';
import { listOwnTickets } from './store.ts';

/** Calls about your tickets, and the keys with which doors check them. */
export function admissionHandlers(tokens: EventTokens, keys: TicketKeys): Binding[] {
  return [
    handle(api.getAdmission, async (call) => {
      const { me, params, query, now } = call;
      const visitor = visitorOf(tokens, me, query.token);
      const { own, event, admission, ticketName, paid, orderId } = await ownTicket(call, params, visitor);
      const seconds = Math.floor(now.getTime() / 1000);
      const state = ticketState(event, seconds);
      const { eventId, id: participationId, issue } = admission;
      return {
        participationId,
        state,
        code: writtenCode(admission.code),
        jws: state === 'valid' ? await keys.sign({ eventId, participationId, issue }) : null,
        name: `${own.firstName} ${own.lastName}`.trim(),
        ticketName,
        paid,
        orderId,
        role: own.role,
        checkedIn: own.checked_in_at !== null,
        canPassOn: canPassOn({ own: { ...own, proved: isProved(own, visitor.looking.typed === true) }, event }, seconds)
          .ok,
        event,
      };
    }),

    handle(api.listAdmissions, async ({ tx, me, query, now }) => {
      const { data, count } = await listOwnTickets(tx, me.userId, query, now);
      const refs = data.map(({ participationId: id, event }) => ({ eventId: event.id, id }));
      const codes = await codesOf(tx, refs, now);
      return { data: data.map((one) => ({ ...one, code: codes.get(one.participationId) ?? '' })), count };
    }),

    handle(
      api.passOn,
      async (call) => {
        const { tx, me, params, query, body } = call;
        const visitor = visitorOf(tokens, me, query.token);
        const own = await ownParticipation(tx, params, visitor);
        const passing = {
          eventId: own.eventId,
          participationId: own.id,
          userId: me?.userId,
          typed: visitor.looking.typed === true,
          to: body,
        };
        await passOn(call, passing);
        return {
          // Whether they get one is between them and us.
          message: `Your place now belongs to ${body.firstName}. We email them their ticket, unless they get no emails from us.`,
        };
      },
      // What is counted stays counted if it is refused.
      { transaction: false },
    ),

    handle(api.listTicketKeys, async () => ({ keys: await keys.list() })),
  ];
}
