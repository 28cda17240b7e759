import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import * as api from '@folkmoot/contract/events/api.ts';
import { refusals } from '@folkmoot/contract/events/invitations-schema.ts';
import { refusals as events } from '@folkmoot/contract/events/schema.ts';
import type { ParticipationRole } from '@folkmoot/contract/participations/schema.ts';
import { assertFound, refuse } from '../../core/http/errors.ts';
import { type Binding, handle } from '../../core/http/handle.ts';
import { mail, move, offerSeats, tellHosts } from '../../participations/actions.ts';
import { insertMailStop } from '../../participations/outreach-store.ts';
import { findParticipation, findParticipationOf, lockEvent } from '../../participations/store.ts';
import type { EventTokens } from '../access/access-actions.ts';
import { insertReport } from '../access/access-store.ts';
import { countWrongTries } from '../access/passcodes-store.ts';
import { auditEvent, managed, needRoom } from '../actions.ts';
import type { EventHooks } from '../page/pages-actions.ts';
import { findEventFacts } from '../store.ts';
import { takeBack } from './invitations-actions.ts';
import { findAttention, findInvitation } from './invitations-store.ts';

/** The email that tells people which role they got by accepting. */
const MAIL_OF: Partial<Record<ParticipationRole, string>> = { host: 'made_host', featured_guest: 'made_featured' };

/** Calls with which people answer what hosts ask of them, and hosts see what is waiting for them. */
export function invitationHandlers(
  tokens: EventTokens,
  hooks: Pick<EventHooks, 'failedRefunds' | 'failedDebits' | 'submissionsFor'>,
): Binding[] {
  return [
    handle(api.listAttention, async ({ tx, me, now }) => findAttention(tx, hooks, me.userId, now)),

    handle(api.getInvitation, async ({ tx, me, params }) => ({
      data: assertFound(await findInvitation(tx, params.eventId, me.userId), refusals.notInvited),
    })),

    handle(api.answerInvitation, async (call) => {
      const { tx, me, params, body } = call;
      await lockEvent(tx, params.eventId);
      const { role } = assertFound(await findInvitation(tx, params.eventId, me.userId), refusals.notInvited);
      const event = assertFound(await findEventFacts(tx, params.eventId, { userId: me.userId }), core.notFound);
      const before = assertFound(await findParticipationOf(tx, event.id, { userId: me.userId }), core.notFound);
      if (body.accept) {
        // Guests still register, with a ticket and answers where there are any.
        if (role === 'guest') refuse(refusals.registerInstead);
        if (event.status === 'cancelled') refuse(events.cancelled);
        await needRoom(tx, before, { role, status: 'going', ticketId: before.ticketId }, { asking: false });
        await move(call, before, { role, status: 'going', approved: true, actorId: me.userId, again: true });
        const told = MAIL_OF[role];
        if (told !== undefined) await mail(call, event.id, [before.id], told);
        await auditEvent(call, event, me.userId, 'event.role', { after: { role } });
      } else await takeBack(call, before, me.userId);
      await offerSeats(call, event.id);
      await tellHosts(call, event);
      const after = assertFound(await findParticipation(tx, event.id, before.id), core.notFound);
      return {
        message: body.accept ? 'You have accepted.' : 'You have declined.',
        data: { role: after.role, status: after.status },
      };
    }),

    handle(api.getPasscodeTries, async ({ tx, me, params, now }) => {
      await managed(tx, params.eventId, me.userId);
      return { data: { wrong: await countWrongTries(tx, params.eventId, now) } };
    }),

    handle(api.stopEventMails, async ({ tx, params, body, now }) => {
      const { id, addressNo } = tokens.readStop(body.token) ?? refuse(refusals.notInvited);
      const own = assertFound(await findParticipation(tx, params.eventId, id), refusals.notInvited);
      // An address that was corrected since gets no more of them anyway.
      if (own.addressNo === addressNo) await insertMailStop(tx, params.eventId, own.address, now);
      if (body.report) {
        const event = assertFound(await findEventFacts(tx, params.eventId, {}), core.notFound);
        await insertReport(
          tx,
          event,
          null,
          { reason: 'spam', note: 'Reported through the link in an unsolicited email.' },
          now,
        );
      }
      return { message: 'You will not get any more emails about this event.' };
    }),
  ];
}
