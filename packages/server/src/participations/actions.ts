import { eventChanged } from '@folkmoot/contract/participations/api.ts';
import { freeSeats, holdUntil, isOver } from '@folkmoot/contract/participations/rules.ts';
import type { EventStatus } from '@folkmoot/contract/participations/schema.ts';
import { areHidden } from '../blocks/store.ts';
import { joinConversations, leaveConversations } from '../conversations/actions.ts';
import type { CommandContext } from '../core/command.ts';
import { rooms } from '../core/live/live.ts';
import { insertMails, insertPersonMail, takeUntold } from './mails-store.ts';
import { type Move, type Moving, moveParticipation, moveParticipations } from './moves-store.ts';
import {
  findParticipation,
  findRegistration,
  listGroups,
  listHostIds,
  listNextWaiting,
  listTakingPart,
  listWaiting,
  type Participation,
} from './store.ts';

/** The queue for timed work: offers that expire, and reminders. */
export const EVENT_CLOCK_QUEUE = 'event-clock';

/** Notifies the hosts that their guest list has changed. Guests do not have to reload for each other guest. */
export async function tellHosts(
  command: CommandContext,
  event: { id: string; alias: string; status: EventStatus },
): Promise<void> {
  const hosts = await listHostIds(command.tx, event.id);
  command.publish(eventChanged, { eventId: event.id, alias: event.alias, status: event.status }, hosts.map(rooms.user));
}

/** Notifies everyone who takes part that something about an event is new. */
export async function tellEvent(
  command: CommandContext,
  event: { id: string; alias: string; status: EventStatus },
): Promise<void> {
  const people = await listTakingPart(command.tx, event.id);
  command.publish(
    eventChanged,
    { eventId: event.id, alias: event.alias, status: event.status },
    people.map(rooms.user),
  );
}

/**
 * Takes a participation from one state to another with everything that follows: counts, history, membership of the
 * event's conversations, and a notice to the person. Under the event's lock.
 */
export async function move(command: CommandContext, before: Participation, change: Move): Promise<Participation> {
  const after = await moveParticipation(command.tx, before, change, command.now);
  await follow(command, [{ before, after }]);
  return after;
}

/**
 * The same for many participations of one event, with as many statements as for one. None of them twice.
 *
 * @returns what became of them, in the same order, without their positions on the waitlist.
 */
export async function moveAll(command: CommandContext, moving: readonly Moving[]): Promise<Participation[]> {
  const moved = await moveParticipations(command.tx, moving, command.now);
  await follow(
    command,
    moving.map(({ before }, at) => ({ before, after: moved[at] as Participation })),
  );
  return moved;
}

type Moved = { before: Participation; after: Participation };

/**
 * Tells the people of one event whose participation has changed. Everyone who is going or hosts is in the event's
 * conversations; everyone else is removed.
 */
async function follow(command: CommandContext, moved: readonly Moved[]): Promise<void> {
  const people = moved.flatMap(({ before, after }) =>
    after.userId === null ? [] : [{ before, after, id: after.userId }],
  );
  const [first] = people;
  if (first === undefined) return;
  const { eventId, alias, eventStatus: status } = first.after;
  command.publish(
    eventChanged,
    { eventId, alias, status },
    people.map(({ id }) => rooms.user(id)),
  );
  const inside = ({ status, role, ownAct }: Participation) =>
    ownAct && (status === 'going' || (role === 'host' && status !== 'not_going'));
  const enter = people.filter(({ before, after }) => !inside(before) && inside(after)).map(({ id }) => id);
  const leave = people.filter(({ before, after }) => inside(before) && !inside(after)).map(({ id }) => id);
  if (enter.length + leave.length === 0) return;
  const groups = await listGroups(command.tx, eventId);
  if (groups.length === 0) return;
  if (enter.length > 0) await joinConversations(command, groups, enter);
  if (leave.length > 0) await leaveConversations(command, groups, leave);
}

/** Makes the offers of one transaction, which locks the event: the rest follow in others. */
const OFFERS_AT_ONCE = 50;

/**
 * Offers free seats to waiting guests in order, as long as there are any. Close to the start no seats are held any
 * more: then waiting guests are told that one is free, a hundred at most. Under the event's lock.
 */
export async function offerSeats(command: CommandContext, eventId: string): Promise<void> {
  const { tx, now } = command;
  const seconds = Math.floor(now.getTime() / 1000);
  const facts = await findRegistration(tx, eventId, {}, null);
  if (facts?.event.status !== 'published' || facts.event.waiting === 0 || freeSeats(facts.event) === 0) return;
  if (isOver(facts.event, seconds)) return;
  const until = holdUntil(facts.event, seconds);
  if (until === null) {
    return mailAgain(command, eventId, await listWaiting(tx, eventId, 100), 'seat_free');
  }
  const most = Math.min(freeSeats(facts.event), OFFERS_AT_ONCE);
  const next = await listNextWaiting(tx, eventId, most);
  const change = { status: 'offered', offerExpires: until, actorId: null } as const;
  const offered = await moveAll(
    command,
    next.map((before) => ({ before, change })),
  );
  await mail(
    command,
    eventId,
    offered.map(({ id }) => id),
    'offered',
  );
  // There may be more to offer, in a transaction of its own.
  if (offered.length === OFFERS_AT_ONCE) command.wake(EVENT_CLOCK_QUEUE);
}

/** The queue that writes emails that are due. */
export const EVENT_MAIL_QUEUE = 'event-mail';

/** Records that emails are due, and wakes the job that writes them. */
export async function mail(
  command: CommandContext,
  eventId: string,
  participationIds: readonly string[],
  kind: string,
  note: object = {},
): Promise<void> {
  if (participationIds.length === 0) return;
  await insertMails(command.tx, eventId, participationIds, kind, note, command.now);
  command.wake(EVENT_MAIL_QUEUE);
}

/**
 * Minimum time between repeated emails to one person about something that can happen again and again, in
 * milliseconds.
 */
const AGAIN = 3_600_000;

/** The same for what would be repeated with every click: once an hour for each person. */
export async function mailAgain(
  command: CommandContext,
  eventId: string,
  participationIds: readonly string[],
  kind: string,
): Promise<void> {
  const before = new Date(command.now.getTime() - AGAIN);
  await mail(command, eventId, await takeUntold(command.tx, eventId, participationIds, before, command.now), kind);
}

/**
 * Notifies each host of what needs their answer: at once, and for the same guest at most once an hour. Nobody is
 * notified about a person who is hidden from them.
 */
export async function mailHosts(
  command: CommandContext,
  eventId: string,
  hosts: readonly string[],
  kind: string,
  participationId: string,
): Promise<void> {
  const before = new Date(command.now.getTime() - AGAIN);
  const told = await takeUntold(command.tx, eventId, [participationId], before, command.now);
  if (told.length === 0) return;
  const guest = await findParticipation(command.tx, eventId, participationId);
  for (const host of hosts) {
    if (guest?.userId && (await areHidden(command.tx, host, [guest.userId]))) continue;
    await mailPerson(command, eventId, host, kind, {
      name: `${guest?.firstName ?? ''} ${guest?.lastName ?? ''}`.trim(),
    });
  }
}

/** The same for a person who has no participation yet. */
export async function mailPerson(
  command: CommandContext,
  eventId: string,
  userId: string,
  kind: string,
  note: object = {},
): Promise<void> {
  await insertPersonMail(command.tx, eventId, kind, { ...note, userId }, command.now);
  command.wake(EVENT_MAIL_QUEUE);
}
