import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import * as api from '@folkmoot/contract/events/api.ts';
import { handOverEvent } from '@folkmoot/contract/events/handover-api.ts';
import { canHandOverEvent } from '@folkmoot/contract/events/rules.ts';
import { type HostView, refusals } from '@folkmoot/contract/events/schema.ts';
import { findAccount } from '../../accounts/store.ts';
import { areHidden } from '../../blocks/store.ts';
import { onlyPeople } from '../../conversations/members-store.ts';
import type { CommandContext } from '../../core/command.ts';
import type { Db } from '../../core/db/db.ts';
import { assertAllowed, assertFound, refuse } from '../../core/http/errors.ts';
import { type Binding, handle } from '../../core/http/handle.ts';
import type { Me } from '../../core/security/session.ts';
import { move, offerSeats, tellEvent } from '../../participations/actions.ts';
import { insertParticipation, setTyped } from '../../participations/moves-store.ts';
import { findParticipation, findParticipationOf, type Participation } from '../../participations/store.ts';
import type { EventTokens } from '../access/access-actions.ts';
import { auditEvent, lockedEvent } from '../actions.ts';
import { setCreator } from '../leaving-store.ts';
import type { EventHooks } from '../page/pages-actions.ts';
import { type EventFacts, listHosts } from '../store.ts';
import { contactHandlers } from './contact-handlers.ts';
import { ask, takeBack } from './invitations-actions.ts';
import { invitationHandlers } from './invitations-handlers.ts';

/** Hosts know this person by the address that one of them typed. */
const isAddress = ({ typedOnly, userId }: Participation) => typedOnly || userId === null;

/**
 * A participation by its person, or, if hosts do not know the person, by its own id: a person's id would tell whose
 * address it is.
 */
async function findNamed(tx: Db, eventId: string, id: string): Promise<Participation | undefined> {
  const own = await findParticipationOf(tx, eventId, { userId: id });
  if (own && !own.typedOnly) return own;
  const participation = await findParticipation(tx, eventId, id);
  return participation && isAddress(participation) ? participation : undefined;
}

/** Calls about who is asked to host an event, and who to be featured. */
export function hostHandlers(
  tokens: EventTokens,
  hooks: Pick<EventHooks, 'failedRefunds' | 'failedDebits' | 'submissionsFor'>,
): Binding[] {
  return [
    ...invitationHandlers(tokens, hooks),
    ...contactHandlers(tokens),

    handle(api.addHost, async (call) => {
      const { tx, me, params, body } = call;
      const event = await lockedEvent(tx, params.eventId, me.userId);
      if (event.status === 'cancelled') refuse(refusals.cancelled);
      if (body.email === undefined) await askNamed(call, event, body.userId ?? me.userId, body.role);
      else await askAddress(call, event, body.email, body.role);
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

    handle(handOverEvent, async (call) => {
      const { tx, me, params, body, now } = call;
      const event = await lockedEvent(tx, params.eventId, me.userId);
      const taker = await findParticipationOf(tx, event.id, { userId: body.userId });
      const hosts = taker?.role === 'host' && taker.status === 'going' && taker.ownAct;
      assertAllowed(
        canHandOverEvent(
          { isCreator: event.creatorId === me.userId },
          { hosts, isCreator: body.userId === event.creatorId },
        ),
      );
      await setCreator(tx, event.id, body.userId, now);
      await auditEvent(call, event, me.userId, 'event.handed-over');
      await tellEvent(call, event);
      return {
        message: `The event now belongs to ${`${taker?.firstName} ${taker?.lastName}`.trim()}. You are still a host.`,
      };
    }),
  ];
}

type Caller = CommandContext & { me: Pick<Me, 'userId'> };

/** Asks a person whom hosts know, or, if they only know the address, the participation that is named. */
async function askNamed(call: Caller, event: EventFacts, userId: string, role: HostView['role']): Promise<void> {
  const { tx, me, now } = call;
  const named = await findParticipation(tx, event.id, userId);
  if (named && isAddress(named)) return ask(call, named, role, me.userId, { typed: true });
  const known = await onlyPeople(tx, [userId]);
  // The same words, so that they do not reveal a block.
  if (known.length === 0 || (await areHidden(tx, me.userId, [userId]))) refuse(refusals.noSuchPerson);
  const present = await findParticipationOf(tx, event.id, { userId });
  // A person who was removed from its community may be given access again.
  if (userId === event.creatorId && present?.role === 'host') refuse(refusals.creatorStays);
  const id =
    present?.id ?? (await insertParticipation(tx, event.id, { userId }, { role: 'guest', status: 'not_going' }, now));
  await ask(call, assertFound(await findParticipation(tx, event.id, id), core.notFound), role, me.userId);
}

/**
 * Asks the person who has an address. Hosts learn nothing about whose it is: an address without an account is listed in the same
 * way, and its person is asked when they join.
 */
async function askAddress(call: Caller, event: EventFacts, email: string, role: HostView['role']): Promise<void> {
  const { tx, me, now } = call;
  const account = await findAccount(tx, email);
  if (account?.id === me.userId) return askNamed(call, event, me.userId, role);
  const present = await findParticipationOf(tx, event.id, account ? { userId: account.id } : { email });
  // They take part, and have not told the hosts their address: whatever happened now would.
  if (present?.ownAct && !present.addressGiven) return;
  const typed = { email, firstName: '', lastName: '' };
  const id =
    present?.id ??
    (await insertParticipation(
      tx,
      event.id,
      account ? { userId: account.id } : typed,
      { role: 'guest', status: 'not_going' },
      now,
    ));
  const before = assertFound(await findParticipation(tx, event.id, id), core.notFound);
  if (account && !before.ownAct) await setTyped(tx, before, typed);
  await ask(call, before, role, me.userId, { typed: true });
}
