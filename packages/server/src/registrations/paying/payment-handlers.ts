import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { isBankAtWork } from '@folkmoot/contract/participations/rules.ts';
import { refundableUntil } from '@folkmoot/contract/payments/refund-rules.ts';
import { refusals as payments } from '@folkmoot/contract/payments/schema.ts';
import * as api from '@folkmoot/contract/registrations/payment-api.ts';
import { PAYING, REGISTERED, refusals } from '@folkmoot/contract/registrations/schema.ts';
import type { Db } from '../../core/db/db.ts';
import { assertFound, refuse } from '../../core/http/errors.ts';
import { type Binding, handle } from '../../core/http/handle.ts';
import type { Me } from '../../core/security/session.ts';
import type { EventTokens } from '../../events/access/access-actions.ts';
import { visitorOf } from '../../events/actions.ts';
import { isLinked } from '../../participations/fragments-store.ts';
import { findRegistration } from '../../participations/registration-store.ts';
import { findParticipation, type Participation } from '../../participations/store.ts';
import type { createIntents } from '../../payments/orders/intents-actions.ts';
import { refundOf } from '../../payments/orders/orders-actions.ts';
import { participationView } from '../views-actions.ts';

type Parts = { tokens: EventTokens; intents: ReturnType<typeof createIntents>; feePercent: number };

/** Stripe is asked while somebody waits, and nothing is locked meanwhile. */
const OUTSIDE = { transaction: false, outside: true };

/** Calls with which people pay for the seat that is held for them. */
export function paymentHandlers({ tokens, intents: made, feePercent }: Parts): Binding[] {
  const paying = () => made ?? refuse(payments.notSetUp);

  /** Somebody's own participation: by their account, or by the link that went to their address. */
  const own = async (
    tx: Db,
    me: Me | undefined,
    { eventId, userId, id, token }: { eventId: string; userId?: string; id: string; token: string | undefined },
  ): Promise<Participation> => {
    const { looking } = visitorOf(tokens, me, token);
    const found = await findParticipation(tx, eventId, id);
    const isNamed = (name: string) => userId === undefined || userId === name;
    const byLink = found !== undefined && isLinked(found, looking) && isNamed(found.id);
    const byAccount = me !== undefined && found?.userId === me.userId && isNamed(me.userId);
    if (!byLink && !byAccount) return refuse(looking.participationId === undefined ? core.notFound : refusals.linkOld);
    return assertFound(found, core.notFound);
  };

  return [
    handle(
      api.createPaymentIntent,
      async ({ tx, me, params, query, body, now }) => {
        const { intents, publishableKey, standIn } = paying();
        const held = await own(tx, me, { ...params, id: body.participation_id, token: query.token });
        if (held.status !== 'payment_pending' || held.ticketId !== body.ticket_id) refuse(payments.holdLapsed);
        const { facts, order } = await intents.begin(tx, held, now);
        return {
          data: {
            ...{ id: facts.id, client_secret: facts.clientSecret, status: facts.status },
            ...{ publishable_key: publishableKey, stripe_account: order.account, stand_in: standIn },
            ...{
              amount: order.total,
              fee: order.fee,
              price: order.price,
              fee_percent: feePercent,
              currency: order.currency,
            },
            ...{
              ticket_name: order.ticketName,
              is_refundable: order.is_refundable,
              refund_seconds: order.refund_seconds,
            },
            expires_epoc: held.hold_expires_epoc,
          },
        };
      },
      OUTSIDE,
    ),

    handle(api.getRefundDue, async (call) => {
      const { tx, me, params, query } = call;
      const { eventId, participationId: id } = params;
      const held = await own(tx, me, { eventId, id, token: query.token });
      const facts = assertFound(await findRegistration(tx, eventId, {}, null), core.notFound);
      const starts = facts.event.tbdDate ? null : facts.event.start_epoc;
      const due = held.status === 'going' ? await refundOf(call, held, starts) : null;
      if (!due) return { data: null };
      const { amount, order } = due;
      const until = refundableUntil(order, starts);
      return {
        data: {
          ...{ amount, currency: order.currency, paid: order.total - order.refunded },
          until_epoc: until === Number.POSITIVE_INFINITY ? null : until,
        },
      };
    }),

    handle(
      api.recordPayment,
      async ({ tx, me, params, query, body, now }) => {
        const { intents } = paying();
        const before = await own(tx, me, { ...params, id: body.participation_id, token: query.token });
        const { isLate } = await intents.record(tx, before, params.paymentIntentId);
        const after = assertFound(await findParticipation(tx, params.eventId, before.id), core.notFound);
        return {
          message: saidOfPayment(after, isLate, Math.floor(now.getTime() / 1000)),
          status: after.status,
          data: participationView(after),
        };
      },
      OUTSIDE,
    ),
  ];
}

/** What a payment that was looked at has come to, said to its buyer. */
function saidOfPayment({ status, hold_expires_epoc: hold }: Participation, isLate: boolean, now: number): string {
  if (status === 'going') return REGISTERED.going;
  if (isLate) return PAYING.late;
  if (status !== 'payment_pending' || hold === null || hold <= now) return PAYING.lapsed;
  return isBankAtWork(hold, now) ? PAYING.processing : REGISTERED.payment_pending;
}
