import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import * as api from '@folkmoot/contract/events/api.ts';
import { refusals } from '@folkmoot/contract/events/schema.ts';
import { areHidden } from '../../blocks/store.ts';
import { onlyPeople } from '../../conversations/members-store.ts';
import type { Db } from '../../core/db/db.ts';
import { assertFound, refuse } from '../../core/http/errors.ts';
import { type Binding, handle } from '../../core/http/handle.ts';
import { move, offerSeats, tellEvent } from '../../participations/actions.ts';
import { insertParticipation } from '../../participations/moves-store.ts';
import { findParticipation, findParticipationOf, type Participation } from '../../participations/store.ts';
import type { EventTokens } from '../access/access-actions.ts';
import { auditEvent, lockedEvent } from '../actions.ts';
import { listHosts } from '../store.ts';
import { ask, takeBack } from './invitations-actions.ts';
import { invitationHandlers } from './invitations-handlers.ts';

/**
 * A participation by its person, or, if hosts do not know the person, by its own id: a person's id would tell whose
 * address it is.
 */
async function findNamed(tx: Db, eventId: string, id: string): Promise<Participation | undefined> {
  const own = await findParticipationOf(tx, eventId, { userId: id });
  if (own && !own.typedOnly) return own;
  const participation = await findParticipation(tx, eventId, id);
  return participation?.typedOnly ? participation : undefined;
}

/** Calls about who is asked to host an event, and who to be featured. */
export function hostHandlers(tokens: EventTokens): Binding[] {
  return [
    ...invitationHandlers(tokens),

    handle(api.addHost, async (call) => {
      const { tx, me, params, body, now } = call;
      const event = await lockedEvent(tx, params.eventId, me.userId);
      if (event.status === 'cancelled') refuse(refusals.cancelled);
      // If hosts only know the address, the participation is named.
      const named = await findParticipation(tx, event.id, body.userId);
      if (named?.typedOnly) {
        await ask(call, named, body.role, me.userId, { typed: true });
        await auditEvent(call, event, me.userId, 'event.asked', { after: { role: body.role } });
        await tellEvent(call, event);
        return { message: 'Saved!', data: await listHosts(tx, event.id, me) };
      }
      const known = await onlyPeople(tx, [body.userId]);
      // The same words, so that they do not reveal a block.
      if (known.length === 0 || (await areHidden(tx, me.userId, [body.userId]))) refuse(refusals.noSuchPerson);
      const present = await findParticipationOf(tx, event.id, { userId: body.userId });
      // A person who was removed from its community may be given access again.
      if (body.userId === event.creatorId && present?.role === 'host') refuse(refusals.creatorStays);
      const id =
        present?.id ??
        (await insertParticipation(tx, event.id, { userId: body.userId }, { role: 'guest', status: 'not_going' }, now));
      await ask(call, assertFound(await findParticipation(tx, event.id, id), core.notFound), body.role, me.userId);
      await offerSeats(call, event.id);
      await auditEvent(call, event, me.userId, 'event.asked', { after: { role: body.role } });
      await tellEvent(call, event);
      return { message: 'Saved!', data: await listHosts(tx, event.id, me) };
    }),

    handle(api.removeHost, async (call) => {
      const { tx, me, params } = call;
      const event = await lockedEvent(tx, params.eventId, me.userId);
      if (params.userId === event.creatorId) refuse(refusals.creatorStays);
      const own = assertFound(await findNamed(tx, event.id, params.userId), core.notFound);
      if (own.askedRole !== null) await takeBack(call, own, me.userId);
      // Hosts and people at the door had no seat; as a guest they would take one, so they say themselves whether they
      // come.
      if (own.role !== 'guest')
        await move(call, assertFound(await findParticipation(tx, event.id, own.id), core.notFound), {
          role: 'guest',
          status: own.role === 'host' || own.role === 'check_in' ? 'not_going' : own.status,
          actorId: me.userId,
        });
      await auditEvent(call, event, me.userId, 'event.role', { after: { role: 'guest' } });
      await tellEvent(call, event);
      return { message: 'Saved!', data: await listHosts(tx, event.id, me) };
    }),
  ];
}
