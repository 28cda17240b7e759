import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { CONTACT, refusals as contact } from '@folkmoot/contract/events/contact-schema.ts';
import * as api from '@folkmoot/contract/events/hosts-api.ts';
import { refusals as invitations, VISITOR_MAILS } from '@folkmoot/contract/events/invitations-schema.ts';
import { refusals } from '@folkmoot/contract/events/schema.ts';
import { listHidden } from '../../blocks/store.ts';
import type { CommandContext } from '../../core/command.ts';
import { refuse } from '../../core/http/errors.ts';
import { type Binding, handle } from '../../core/http/handle.ts';
import type { Me } from '../../core/security/session.ts';
import { mailPerson } from '../../participations/actions.ts';
import { takeVisitorMail } from '../../participations/outreach-store.ts';
import { findParticipation, listHostIds } from '../../participations/store.ts';
import type { EventTokens } from '../access/access-actions.ts';
import { managed, type Visitor, visibleEvent, visitorOf } from '../actions.ts';
import type { EventFacts } from '../store.ts';
import { insertMessage, suggestHosts } from './contact-store.ts';

/**
 * Who writes to the hosts: a person, or the guest whom an email's link names. Counts the message for them, and if they have no account for
 * their network too.
 */
async function askerOf(
  { tx, me, caller, now }: CommandContext & { me: Me | undefined; caller: string },
  { id: eventId, participationId }: EventFacts,
  { looking }: Visitor,
): Promise<{ by?: string; asker?: string }> {
  const own = me || participationId === null ? undefined : await findParticipation(tx, eventId, participationId);
  const by = me?.userId ?? own?.userId;
  if (by) {
    if (!(await insertMessage(tx, eventId, by, now))) refuse(contact.tooManyMessages);
    return { by };
  }
  if (!own) return refuse(invitations.notInvited);
  if (looking.typed && !own.ownAct) refuse(contact.confirmFirst);
  const asked = { eventId, sender: `contact ${own.id}`, most: CONTACT.anHour, hours: 1 };
  const network = { eventId, sender: caller, ...VISITOR_MAILS.network };
  for (const counted of [asked, network])
    if ((await takeVisitorMail(tx, counted, now)) === undefined) refuse(contact.tooManyMessages);
  return { asker: own.id };
}

/** Calls that bring people and hosts together: whom hosts may ask, and what others write to them. */
export function contactHandlers(tokens: EventTokens): Binding[] {
  return [
    handle(api.suggestHosts, async ({ tx, me, params }) => {
      const event = await managed(tx, params.eventId, me.userId);
      return { data: await suggestHosts(tx, event.id, me.userId) };
    }),

    handle(api.contactHosts, async (call) => {
      const { tx, me, params, query, body } = call;
      const visitor = visitorOf(tokens, me, query.token);
      if (!me && visitor.looking.participationId === undefined) return refuse(core.signedOut);
      const event = await visibleEvent(tx, params.eventId, visitor);
      if (event.manages) refuse(refusals.ownEvent);
      const asker = await askerOf(call, event, visitor);
      // The answer is the same if a host has blocked the sender.
      const hidden = new Set(asker.by === undefined ? [] : await listHidden(tx, asker.by));
      for (const host of await listHostIds(tx, event.id))
        if (!hidden.has(host))
          await mailPerson(call, event.id, host, 'host_message', { ...asker, message: body.message });
      return { message: 'Message sent.' };
    }),
  ];
}
