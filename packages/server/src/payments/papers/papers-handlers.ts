import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import * as api from '@folkmoot/contract/payments/papers-api.ts';
import { TOASTS } from '@folkmoot/contract/payments/papers-schema.ts';
import { refusals } from '@folkmoot/contract/payments/schema.ts';
import { assertFound, refuse } from '../../core/http/errors.ts';
import { type Binding, handle } from '../../core/http/handle.ts';
import type { EventTokens } from '../../events/access/access-actions.ts';
import { visitorOf } from '../../events/actions.ts';
import { findAccountOf } from '../accounts/accounts-store.ts';
import * as store from './papers-store.ts';

/** Calls about invoices and credit notes: of sellers, about what is on them, and of buyers. */
export function paperHandlers({ tokens, live }: { tokens: EventTokens; live: boolean }): Binding[] {
  return [
    handle(api.getSellerDetails, async ({ tx, me }) => {
      const account = await findAccountOf(tx, me.userId, live);
      return { data: (account && (await store.findSeller(tx, account.id))) ?? null };
    }),

    handle(api.setSellerDetails, async ({ tx, me, body }) => {
      const account = (await findAccountOf(tx, me.userId, live)) ?? refuse(refusals.noAccount);
      await store.setSeller(tx, account.id, body);
      return { message: TOASTS.saved, data: body };
    }),

    handle(api.getBoughtOrder, async ({ tx, me, params, query }) => {
      const { looking } = visitorOf(tokens, me, query.token);
      return { data: assertFound(await store.findBought(tx, params.orderId, looking), core.notFound) };
    }),

    handle(api.setCompany, async ({ tx, me, params, query, body }) => {
      const { looking } = visitorOf(tokens, me, query.token);
      assertFound(await store.findBought(tx, params.orderId, looking), core.notFound);
      await store.setCompany(tx, params.orderId, body);
      return {
        message: TOASTS.saved,
        data: assertFound(await store.findBought(tx, params.orderId, looking), core.notFound),
      };
    }),
  ];
}
