import { refusals as contact } from '@folkmoot/contract/events/contact-schema.ts';
import * as api from '@folkmoot/contract/events/hosts-api.ts';
import { refusals } from '@folkmoot/contract/events/schema.ts';
import { listHidden } from '../../blocks/store.ts';
import { refuse } from '../../core/http/errors.ts';
import { type Binding, handle } from '../../core/http/handle.ts';
import { mailPerson } from '../../participations/actions.ts';
import { listHostIds } from '../../participations/store.ts';
import type { EventTokens } from '../access/access-actions.ts';
import { managed, visibleEvent, visitorOf } from '../actions.ts';
import { insertMessage, suggestHosts } from './contact-store.ts';

/** Calls that bring people and hosts together: whom hosts may ask, and what others write to them. */
export function contactHandlers(tokens: EventTokens): Binding[] {
  return [
    handle(api.suggestHosts, async ({ tx, me, params }) => {
      const event = await managed(tx, params.eventId, me.userId);
      return { data: await suggestHosts(tx, event.id, me.userId) };
    }),

    handle(api.contactHosts, async (call) => {
      const { tx, me, params, query, body, now } = call;
      const event = await visibleEvent(tx, params.eventId, visitorOf(tokens, me, query.token));
      if (event.manages) refuse(refusals.ownEvent);
      if (!(await insertMessage(tx, event.id, me.userId, now))) refuse(contact.tooManyMessages);
      // The answer is the same if a host has blocked the sender.
      const hidden = new Set(await listHidden(tx, me.userId));
      for (const host of await listHostIds(tx, event.id))
        if (!hidden.has(host))
          await mailPerson(call, event.id, host, 'host_message', { by: me.userId, message: body.message });
      return { message: 'Message sent.' };
    }),
  ];
}
