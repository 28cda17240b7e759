import * as api from '@folkmoot/contract/codes/api.ts';
import { canBeCode, canUse } from '@folkmoot/contract/codes/rules.ts';
import { type CodeFields, LIMITS, refusals } from '@folkmoot/contract/codes/schema.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { refusals as events } from '@folkmoot/contract/events/schema.ts';
import { discountOf } from '@folkmoot/contract/payments/discount-rules.ts';
import { totalOf } from '@folkmoot/contract/payments/order-rules.ts';
import type { Db } from '../core/db/db.ts';
import { assertAllowed, assertFound, refuse } from '../core/http/errors.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import type { EventTokens } from '../events/access/access-actions.ts';
import { lockedEvent, managed, visibleEvent, visitorOf } from '../events/actions.ts';
import { listTickets } from '../tickets/store.ts';
import { enterCode } from './actions.ts';
import * as store from './store.ts';

/** More than an event can have. */
const ALL = { page: 1, limit: 100 };

/** Calls about codes. @param percent the operator's share of what is paid. */
export function codeHandlers(tokens: EventTokens, percent: number): Binding[] {
  /** Refuses with the field that is wrong. What does not belong to its kind is left out. */
  const tidy = async (tx: Db, eventId: string, code: CodeFields): Promise<CodeFields> => {
    const { data } = await listTickets(tx, eventId, percent, ALL, 'all');
    assertAllowed(canBeCode(code, data, percent));
    return {
      ...code,
      percent: code.kind === 'percent' ? code.percent : null,
      amount: code.kind === 'amount' ? code.amount : null,
    };
  };

  const changeable = async (tx: Db, eventId: string, userId: string) => {
    const event = await lockedEvent(tx, eventId, userId);
    if (event.status === 'cancelled') refuse(events.cancelled);
    return event;
  };

  return [
    handle(api.listCodes, async ({ tx, me, params }) => {
      const { id } = await managed(tx, params.eventId, me.userId);
      return { data: await store.listCodes(tx, id) };
    }),

    handle(api.createCode, async ({ tx, me, params, body, now }) => {
      const event = await changeable(tx, params.eventId, me.userId);
      if ((await store.countCodes(tx, event.id)) >= LIMITS.codes) refuse(refusals.tooMany);
      const id = (await store.insertCode(tx, event.id, await tidy(tx, event.id, body), now)) ?? refuse(refusals.taken);
      return { message: 'Saved!', data: assertFound(await store.findCode(tx, event.id, { id }), core.notFound) };
    }),

    handle(api.updateCode, async ({ tx, me, params, body }) => {
      const event = await changeable(tx, params.eventId, me.userId);
      const {
        id,
        uses: _,
        ...before
      } = assertFound(await store.findCode(tx, event.id, { id: params.codeId }), core.notFound);
      const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
      const code = await tidy(tx, event.id, { ...before, ...given });
      if (!(await store.updateCode(tx, event.id, id, code))) refuse(refusals.taken);
      return { message: 'Saved!', data: assertFound(await store.findCode(tx, event.id, { id }), core.notFound) };
    }),

    handle(api.deleteCode, async ({ tx, me, params }) => {
      const event = await lockedEvent(tx, params.eventId, me.userId);
      if (!(await store.deleteCode(tx, event.id, params.codeId))) refuse(core.notFound);
      return { message: 'Code removed.' };
    }),

    handle(
      api.checkCode,
      async (call) => {
        const { tx, me, params, query, body, now, caller } = call;
        const event = await visibleEvent(tx, params.eventId, visitorOf(tokens, me, query.token));
        const found = await enterCode(call, { eventId: event.id, who: me?.userId ?? caller, typed: body.code });
        assertAllowed(canUse(found, undefined, Math.floor(now.getTime() / 1000)));
        const { code, kind, percent: off, amount, ticket_ids } = found;
        const named = (await listTickets(tx, event.id, percent, ALL, 'all')).data.filter(
          (ticket) => !ticket.is_archived && (ticket_ids?.includes(ticket.id) ?? !ticket.is_hidden),
        );
        const prices = named.flatMap(({ id, price: full, currency, fee_bearer }) => {
          if (currency === null) return [];
          const price = full - discountOf(full, found, currency);
          return [{ id, price, fee: totalOf({ price, currency, fee_bearer }, percent).fee }];
        });
        const currency = named.find((ticket) => ticket.currency !== null)?.currency ?? null;
        const tickets = named.filter(({ is_hidden }) => is_hidden);
        return { data: { code, kind, percent: off, amount, currency, ticket_ids, prices, tickets } };
      },
      { transaction: false },
    ),
  ];
}
