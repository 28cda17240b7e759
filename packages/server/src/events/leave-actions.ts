import { exitAll } from '../conversations/actions.ts';
import type { CommandContext } from '../core/command.ts';
import { move, offerSeats, tellHosts } from '../participations/actions.ts';
import { findParticipationOf, listEventsOf, lockEvent } from '../participations/store.ts';
import { deleteAccessIn } from './access/access-store.ts';

/**
 * A person is no longer in a community, so their participations in its upcoming events end: in those for members only
 * if they left themselves, in all of them if they were removed, whatever their role. Then they also lose the
 * management of past ones, and their access is closed.
 */
export async function leaveEvents(
  command: CommandContext,
  serverId: string,
  userId: string,
  sentAway = true,
): Promise<void> {
  const { tx, now } = command;
  for (const eventId of await listEventsOf(tx, serverId, userId, sentAway, now)) {
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

/** The same, and their membership of every conversation of it. Returns the rooms from which to remove them. */
export async function leaveEverything(
  command: CommandContext,
  serverId: string,
  userId: string,
  sentAway: boolean,
): Promise<string[]> {
  // Events are locked before conversations, everywhere.
  await leaveEvents(command, serverId, userId, sentAway);
  return exitAll(command, serverId, userId);
}
