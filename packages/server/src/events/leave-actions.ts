import { exitAll } from '../conversations/actions.ts';
import type { CommandContext } from '../core/command.ts';
import { moveAll, offerSeatsOf, tellHostsOf } from '../participations/actions.ts';
import { listEventsOf, listParticipationsOf, lockEvents } from '../participations/store.ts';
import { deleteAccessIn } from './access/access-store.ts';

const LEFT = 'No longer a member of the community.';

/**
 * A person is no longer in a community, so their participations in its upcoming events end: in those for members only
 * if they left themselves, in all of them if they were removed, whatever their role. Then they also lose the
 * management of past ones, and their access is closed. As many statements for many events as for one.
 */
export async function leaveEvents(
  command: CommandContext,
  serverId: string,
  userId: string,
  sentAway = true,
): Promise<void> {
  const { tx, now } = command;
  const eventIds = await listEventsOf(tx, serverId, userId, sentAway, now);
  if (eventIds.length > 0) {
    await lockEvents(tx, eventIds);
    const own = (await listParticipationsOf(tx, eventIds, userId)).filter(({ status }) => status !== 'not_going');
    const change = { role: 'guest', status: 'not_going', approved: false, actorId: null, reason: LEFT } as const;
    const left = await moveAll(
      command,
      own.map((before) => ({ before, change })),
    );
    const events = left.map(({ eventId, alias, eventStatus }) => ({ id: eventId, alias, status: eventStatus }));
    await offerSeatsOf(
      command,
      events.map(({ id }) => id),
    );
    await tellHostsOf(command, events);
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
