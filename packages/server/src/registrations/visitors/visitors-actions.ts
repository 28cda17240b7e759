import { VISITOR_MAILS } from '@folkmoot/contract/events/invitations-schema.ts';
import { type ParticipationView, refusals } from '@folkmoot/contract/registrations/schema.ts';
import { type CommandContext, inTransaction } from '../../core/command.ts';
import { isLostRace } from '../../core/db/lost-race.ts';
import { refuse } from '../../core/http/errors.ts';
import { newId } from '../../core/id.ts';
import type { EventTokens } from '../../events/access/access-actions.ts';
import { move } from '../../participations/actions.ts';
import { giveAddress } from '../../participations/claims-store.ts';
import { noteOwnAct } from '../../participations/moves-store.ts';
import { deleteOutreach, takeVisitorMail } from '../../participations/outreach-store.ts';
import {
  findParticipation,
  findParticipationOf,
  lockEvent,
  type Participation,
  type Ref,
} from '../../participations/store.ts';
import { type Registering, type RegistrationHooks, register } from '../actions.ts';
import { participationView, saidOf } from '../views-actions.ts';

export type Visitor = { firstName: string; lastName: string; email: string };

type Answer = { message: string; status: ParticipationView['status']; data: ParticipationView; token: string };

/**
 * A person without an account takes a place at once: a new one, whoever else has a place under that address. So the answer is the
 * same for every address and reveals nothing about it, and nobody is shown a place that is not theirs. docs/decisions/060.
 *
 * @param clientId what their browser calls this place: if it is sent twice, it is one.
 */
export async function registerVisitor(
  call: CommandContext & { caller: string },
  visitor: Visitor & { clientId: string | undefined },
  registering: Omit<Registering, 'whose' | 'participationId' | 'actorId' | 'proves'>,
  tokens: EventTokens,
): Promise<Answer> {
  const { eventId } = registering;
  const { clientId = newId(), ...who } = visitor;
  const before = await findParticipationOf(call.tx, eventId, { clientId });
  const own = before?.email === who.email ? before : await take();
  return {
    message: saidOf(own.status),
    status: own.status,
    data: participationView(own),
    token: tokens.forTyped(own.id),
  };

  async function take(): Promise<Participation> {
    const counted = await countVisitor(call, eventId);
    const whose = { ...who, clientId: before ? newId() : clientId };
    return register(call, {
      ...registering,
      ...{ whose, participationId: undefined, actorId: null, proves: false },
    }).catch(async (error: unknown) => {
      // A refused registration sent no email.
      await deleteOutreach(call.tx, counted);
      // The same was sent twice at the same moment.
      const same = isLostRace(error) ? await findParticipationOf(call.tx, eventId, { clientId }) : undefined;
      if (same?.email === who.email) return same;
      throw error;
    });
  }
}

/**
 * Counts a registration for its network before any email is sent. One network can register so many addresses: each gets an
 * email that it may not have asked for. A hall is behind one address too, so the limit is far above a hall, and beyond it
 * registering goes on, slowly.
 *
 * @throws Refused `registrations.many-from-here` if it has reached the limit.
 */
async function countVisitor(call: CommandContext & { caller: string }, eventId: string): Promise<string> {
  const taken = { eventId, sender: call.caller, ...VISITOR_MAILS.network };
  const id = await inTransaction(call, ({ tx, now }) => takeVisitorMail(tx, taken, now));
  return id ?? refuse(refusals.manyFromHere);
}

/**
 * Somebody without an account has followed the link that was sent to their address, so it is theirs. A place that they took by typing
 * it becomes the address's own, unless that has another: then both stay. An invitation to the address has been answered by it.
 */
export async function proveAddress(
  command: CommandContext,
  { eventId, id }: Ref,
  hooks: Pick<RegistrationHooks, 'noteCame'>,
): Promise<void> {
  const { tx } = command;
  await lockEvent(tx, eventId);
  await noteOwnAct(tx, eventId, id);
  const own = await findParticipation(tx, eventId, id);
  if (!own?.clientId || own.email === null) return;
  const present = await findParticipationOf(tx, eventId, { email: own.email });
  if (present) {
    const gives = present.role === 'guest' && (present.askedRole ?? 'guest') === 'guest';
    if (!gives || (present.status !== 'invited' && present.status !== 'not_going')) return;
    await hooks.noteCame(command, present);
    if (present.status === 'invited')
      await move(command, present, { role: 'guest', status: 'not_going', approved: false, actorId: null });
  }
  await giveAddress(tx, eventId, { to: id, from: present?.id });
}
