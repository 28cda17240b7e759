import * as api from '@folkmoot/contract/payments/api.ts';
import * as ordersApi from '@folkmoot/contract/payments/orders-api.ts';
import * as papersApi from '@folkmoot/contract/payments/papers-api.ts';
import { defineHooks } from '../core/hooks.ts';
import { createPdfs } from '../core/pdf/pdf.ts';
import { defineSlice } from '../core/slice.ts';
import { createEventTokens } from '../events/access/access-actions.ts';
import { eventHooks } from '../events/slice.ts';
import { participationHooks } from '../participations/slice.ts';
import { needSellable, needUnsold } from './accounts/accounts-actions.ts';
import { accountHandlers } from './accounts/accounts-handlers.ts';
import { leavingPayments } from './leaving-actions.ts';
import { moneyQueues } from './orders/jobs.ts';
import { MONEY_QUEUE } from './orders/orders-actions.ts';
import { claimOrders, moveOrders } from './orders/orders-store.ts';
import { endPaid } from './orders/place-actions.ts';
import { salesHandlers } from './orders/sales-handlers.ts';
import { failedDebits, failedRefunds } from './orders/sales-store.ts';
import type { PaymentHooks } from './orders/settle-actions.ts';
import { paperHandlers } from './papers/papers-handlers.ts';
import { mountPapers } from './papers/papers-routes.ts';
import { personalData } from './personal-data.ts';
import { reconciliationQueues } from './reconciliation/jobs.ts';
import { countDifferences } from './reconciliation/reconciliation-store.ts';
import { createStripe } from './stripe-actions.ts';
import { deliveryQueues } from './webhooks/jobs.ts';
import { mountWebhook, WEBHOOK } from './webhooks/routes.ts';

export const paymentHooks = defineHooks<PaymentHooks>('payments', { hasSeat: true, findCodeOf: true });

/** Accounts of hosts at Stripe, what they sell, and what Stripe tells us. */
export const payments = defineSlice({
  name: 'payments',
  personalData,
  endpoints: [api, ordersApi, papersApi],
  build(app) {
    const { stripe: settings } = app.config;
    const stripe = settings && createStripe(settings);
    const hooks = app.hooks.of(paymentHooks);
    const parts = stripe && {
      ...app,
      stripe,
      live: settings.live,
      hasSeat: hooks.hasSeat,
      findCodeOf: hooks.findCodeOf,
    };
    const tokens = createEventTokens(app.config.authSecret);
    const pdfs = createPdfs();
    return {
      handlers: [
        ...accountHandlers({ stripe, live: settings?.live ?? false, appUrl: app.appUrl }),
        ...salesHandlers({
          ...{ available: stripe !== undefined, live: settings?.live ?? false },
          percent: app.config.platformFeePercent,
        }),
        ...paperHandlers({ tokens, live: settings?.live ?? false }),
      ],
      queues: parts
        ? [
            ...deliveryQueues(parts),
            ...moneyQueues(parts),
            ...reconciliationQueues({ ...parts, product: app.config.appName }),
          ]
        : [],
      figures: parts
        ? [
            {
              name: 'ledger_differences',
              help: 'Open differences between the ledger of payments and the balances at Stripe.',
              read: () => countDifferences(app.db),
            },
          ]
        : [],
      leaving: leavingPayments,
      offers: [
        participationHooks.offer({ claimOrders, moveOrders }),
        eventHooks.offer({ needSellable, needUnsold, endPaid, failedDebits, failedRefunds }),
      ],
      routes(http) {
        mountPapers(http, { ...app, tokens, pdfs });
        if (parts) mountWebhook(http, parts);
      },
      stop: () => pdfs.close(),
      start() {
        // What happened at Stripe while nobody was here.
        if (stripe) app.services.jobs.wake(MONEY_QUEUE);
        // A stand-in is told where we are; at Stripe the operator makes the endpoint.
        if (stripe && settings.url !== undefined && settings.webhookSecrets.length === 0)
          stripe
            .listenTo(`${app.appUrl()}${WEBHOOK}`)
            .catch((error: Error) =>
              app.log.warn({ said: error.message }, 'the stand-in of Stripe did not take our endpoint'),
            );
      },
    };
  },
});
