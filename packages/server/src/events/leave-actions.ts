import { exitAll } from '../conversations/actions.ts';
import type { CommandContext } from '../core/command.ts';
import { deleteAccessIn } from './access/access-store.ts';
import { move, offerSeats, tellHosts } from './actions.ts';
import { findParticipationOf, listPlacesIn } from './participations-store.ts';
import { lockEvent } from './store.ts';

/**
 * Somebody is no longer in a community, so their places at its events to come end: at those for members where they went by
 * themselves, at all of them where they were sent away, whatever their part. Then they look after none that is over either,
 * and what they were let into is closed.
 */
export async function leaveEvents(
  command: CommandContext,
  serverId: string,
  userId: string,
  sentAway = true,
): Promise<void> {
  const { tx, now } = command;
  for (const eventId of await listPlacesIn(tx, serverId, userId, sentAway, now)) {
    await lockEvent(tx, eventId);
    const own = await findParticipationOf(tx, eventId, { userId });
    if (!own || own.status === 'not_going') continue;
    await move(command, own, {
      role: 'guest',
      status: 'not_going',
      approved: false,
      actorId: null,
      reason: 'No longer a member of the community.',
    });
    await offerSeats(command, eventId);
    await tellHosts(command, { id: eventId, alias: own.alias, status: own.eventStatus });
  }
  if (sentAway) await deleteAccessIn(tx, serverId, userId);
}

/** The same, and their place in every conversation of it. Answers the rooms to send them out of. */
export async function leaveEverything(
  command: CommandContext,
  serverId: string,
  userId: string,
  sentAway: boolean,
): Promise<string[]> {
  // Events are held before conversations, everywhere.
  await leaveEvents(command, serverId, userId, sentAway);
  return exitAll(command, serverId, userId);
}
