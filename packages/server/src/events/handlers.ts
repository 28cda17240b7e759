import * as api from '@folkmoot/contract/events/api.ts';
import { canSee } from '@folkmoot/contract/events/rules.ts';
import { refusals } from '@folkmoot/contract/events/schema.ts';
import { refuse } from '../core/http/errors.ts';
import { type Binding, handle, RawJson } from '../core/http/handle.ts';
import { createSingleFlight } from '../core/single-flight.ts';
import type { EventTokens } from './access/access-actions.ts';
import { insertReport } from './access/access-store.ts';
import { managed, pageFor, visibleEvent, visitorOf } from './actions.ts';
import { findByName } from './cards-store.ts';
import { listHosts, listOwn, listUpcoming } from './store.ts';

/** Calls that look at events. */
export function eventHandlers(tokens: EventTokens): Binding[] {
  const sharedReads = createSingleFlight<string>();
  return [
    handle(api.listEvents, async ({ tx, me, query, now }) => listOwn(tx, me.userId, query.view, query, now)),

    handle(api.discoverEvents, async ({ tx, me, query, now }) => {
      const { lat, lng, miles, ...rest } = query;
      const near = lat !== undefined && lng !== undefined && miles !== undefined ? { lat, lng, miles } : undefined;
      return listUpcoming(tx, { userId: me?.userId }, { ...rest, near }, now);
    }),

    handle(
      api.findEvents,
      async ({ tx, me, query, now }) => {
        if (query.search.trim() === '') return { data: [] };
        const found = await findByName(tx, me.userId, query, now);
        return { data: found.filter((one) => canSee(one).ok).map(({ card }) => card) };
      },
      { transaction: false },
    ),

    handle(
      api.getEvent,
      async ({ tx, me, params, query, inTurn }) => {
        const visitor = visitorOf(tokens, me, query.token);
        const page = () => pageFor(tx, params.eventId, visitor);
        if (me || query.token) return new RawJson(await inTurn(page));
        // A link that was just shared is opened by many people at once, many of them behind one address, and visitors who
        // are not signed in all see the same page. A read is shared once it has begun: nobody waits for another's turn.
        const read = () => sharedReads(params.eventId, page);
        return new RawJson(await (sharedReads.running(params.eventId) ?? inTurn(read)));
      },
      { ownTurns: true },
    ),

    handle(api.listHosts, async ({ tx, me, params }) => {
      await managed(tx, params.eventId, me.userId);
      return { data: await listHosts(tx, params.eventId, me) };
    }),

    handle(api.reportEvent, async ({ tx, me, params, query, body, now }) => {
      const event = await visibleEvent(tx, params.eventId, visitorOf(tokens, me, query.token));
      if (event.manages) refuse(refusals.ownEvent);
      await insertReport(tx, event, me.userId, body, now);
      return { message: 'Thank you. Someone will look at it.' };
    }),
  ];
}
