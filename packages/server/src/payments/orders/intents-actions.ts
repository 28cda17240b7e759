import { refusals } from '@folkmoot/contract/payments/schema.ts';
import type { Db } from '../../core/db/db.ts';
import { assertFound, HttpError, refuse } from '../../core/http/errors.ts';
import type { AppContext } from '../../core/slice.ts';
import type { Participation } from '../../participations/store.ts';
import { noteLost } from '../accounts/accounts-store.ts';
import { paymentHooks } from '../slice.ts';
import { createStripe, type IntentFacts, isLost } from '../stripe-actions.ts';
import * as store from './orders-store.ts';
import { settleFacts } from './settle-actions.ts';

/** How long Stripe may be silent about a new payment before it is asked, in milliseconds. */
const FIRST_LOOK = 5 * 60_000;

export type Begun = { facts: IntentFacts; order: store.Order };

/** Begins payments and looks at them, for people who wait in front of a screen. Outside of transactions: Stripe is asked. */
export type Intents = {
  /** The payment of the seat that is held for a participation, the same for each of its tabs. */
  begin(db: Db, held: Participation, now: Date): Promise<Begun>;
  /** Asks Stripe about a payment of a participation, and does what follows from it. */
  /** @returns whether the money came too late for the place: all of it goes back. */
  record(db: Db, participation: Participation, intentId: string): Promise<{ isLate: boolean }>;
};

/** With what a browser pays. */
export type Paying = { intents: Intents; publishableKey: string; standIn: string | null };

/** Undefined if payments are not set up. */
export function createIntents(app: AppContext): Paying | undefined {
  const { stripe: settings } = app.config;
  if (!settings) return undefined;
  const stripe = createStripe(settings);
  const { hasSeat, findCodeOf } = app.hooks.of(paymentHooks);
  const parts = { ...app, stripe, hasSeat, findCodeOf };

  const intents: Intents = {
    async begin(db, { eventId, id, hold_expires_epoc: hold }, now) {
      const order = await store.findOrderOf(db, eventId, id, 'open');
      if (!order || hold === null || hold * 1000 <= now.getTime()) return refuse(refusals.holdLapsed);
      const payment = await store.openPayment(db, order.id, now, new Date(now.getTime() + FIRST_LOOK));
      const facts = await (payment.intentId === null
        ? stripe.makeIntent(
            {
              ...{ account: order.account, amount: order.total, currency: order.currency, fee: order.fee },
              description: `${order.ticketName}, ${order.eventName}`.slice(0, 500),
              // By these it is known after a crash, or in a restored backup.
              metadata: { payment: payment.id, order: order.id, event: eventId, participation: id },
            },
            payment.id,
          )
        : stripe.readIntent(order.account, payment.intentId)
      ).catch(async (error: unknown) => {
        app.log.error({ payment: payment.id, said: (error as Error).message }, 'Stripe did not make a payment');
        if (payment.intentId === null && isLost(error)) {
          await noteLost(db, order.account, now);
          return refuse(refusals.salesPaused);
        }
        return refuse(refusals.intentFailed);
      });
      const state = await store.setIntent(db, payment.id, facts.id);
      if (state !== 'canceled' && facts.status !== 'canceled') {
        // It was paid in another tab, and nobody has told us.
        if (facts.status === 'succeeded' || facts.status === 'processing')
          await settleFacts(parts, order.account, facts);
        return { facts, order };
      }
      // While Stripe was asked, the seat has gone to somebody else; or somebody has canceled it at Stripe.
      const ended = stripe.cancelIntent(order.account, facts.id);
      await settleFacts(parts, order.account, await ended.catch(() => refuse(refusals.intentFailed)));
      return refuse(state === 'canceled' ? refusals.holdLapsed : refusals.intentFailed);
    },

    async record(db, { eventId, id }, intentId) {
      const payment = await store.findPayment(db, { intentId });
      const order = payment && (await store.findOrder(db, payment.orderId));
      const own = assertFound(
        order?.eventId === eventId && order.participationId === id ? order : undefined,
        refusals.holdLapsed,
      );
      try {
        await settleFacts(parts, own.account, await stripe.readIntent(own.account, intentId));
      } catch (error) {
        if (error instanceof HttpError) throw error;
        app.log.error({ intent: intentId, said: (error as Error).message }, 'a payment could not be recorded');
        refuse(refusals.recordFailed);
      }
      const [paid, of] = [await store.findPayment(db, { intentId }), await store.findOrder(db, own.id)];
      return { isLate: paid?.state === 'succeeded' && of?.state === 'ended' };
    },
  };
  return { intents, publishableKey: settings.publishableKey, standIn: settings.url ?? null };
}
