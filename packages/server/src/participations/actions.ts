import { eventChanged } from '@folkmoot/contract/participations/api.ts';
import { freeSeats, holdUntil, isOver } from '@folkmoot/contract/participations/rules.ts';
import type { EventStatus } from '@folkmoot/contract/participations/schema.ts';
import { joinConversations, leaveConversations } from '../conversations/actions.ts';
import type { CommandContext } from '../core/command.ts';
import { rooms } from '../core/live/live.ts';
import {
  type Addressee,
  insertMails,
  insertMailsToAll,
  insertPersonMails,
  type Recipient,
  type Recipients,
  takeUntold,
} from './mails-store.ts';
import { type Move, type Moving, moveParticipation, moveParticipations } from './moves-store.ts';
import {
  listGroups,
  listHostIds,
  listHostsOf,
  listNextWaiting,
  listOfferFacts,
  listWaiting,
  type Participation,
  type Ref,
} from './store.ts';

/** The queue for timed work: offers that expire, and reminders. */
export const EVENT_CLOCK_QUEUE = 'event-clock';

type Told = { id: string; alias: string; status: EventStatus };

/** Notifies the hosts that their guest list has changed. Guests do not have to reload for each other guest. */
export function tellHosts(command: CommandContext, event: Told): Promise<void> {
  return tellHostsOf(command, [event]);
}

/** The same for several events. */
export async function tellHostsOf(command: CommandContext, events: readonly Told[]): Promise<void> {
  const hosts = await listHostsOf(
    command.tx,
    events.map(({ id }) => id),
  );
  for (const { id, alias, status } of events) {
    const audience = hosts.filter(({ eventId }) => eventId === id).map((host) => rooms.user(host.id));
    command.publish(eventChanged, { eventId: id, alias, status }, audience);
  }
}

/** Notifies everyone who takes part, in one announcement, that something about an event is new. */
export async function tellEvent(command: CommandContext, event: Told): Promise<void> {
  const hosts = await listHostIds(command.tx, event.id);
  const changed = { eventId: event.id, alias: event.alias, status: event.status };
  command.publish(eventChanged, changed, [rooms.event(event.id), ...hosts.map(rooms.user)]);
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
 * The same for many participations, with as many statements as for one, however many people and events they are of: if
 * several people enter or leave conversations, as many as for one at each of those events. None of them twice.
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
 * Tells the people whose participation has changed. Everyone who is going or hosts is in the event's conversations;
 * everyone else is removed.
 */
async function follow(command: CommandContext, moved: readonly Moved[]): Promise<void> {
  const people = moved.flatMap(({ before, after }) =>
    after.userId === null ? [] : [{ before, after, id: after.userId }],
  );
  for (const [eventId, some] of Map.groupBy(people, ({ after }) => after.eventId)) {
    const [
      {
        after: { alias, eventStatus: status },
      },
    ] = some as [(typeof some)[number]];
    command.publish(
      eventChanged,
      { eventId, alias, status },
      some.map(({ id }) => rooms.user(id)),
    );
    for (const { id, after } of some)
      if (after.status === 'not_going') command.leaveRooms(id, [rooms.event(eventId)]);
      else command.joinRooms(id, [rooms.event(eventId)]);
    if (some.some(({ before, after }) => before.role === 'host' && after.role !== 'host')) command.attendAgain(eventId);
  }
  const enter = people.filter(({ before, after }) => !isInside(before) && isInside(after));
  const leave = people.filter(({ before, after }) => isInside(before) && !isInside(after));
  if (enter.length + leave.length === 0) return;
  const ids = [...enter, ...leave].map(({ after }) => after.eventId);
  const groups = await listGroups(command.tx, [...new Set(ids)]);
  for (const [at, users] of together(enter, groups)) await joinConversations(command, at, users);
  for (const [at, users] of together(leave, groups)) await leaveConversations(command, at, users);
}

/** Whether somebody belongs in the conversations of their event. */
export const isInside = ({ status, role, ownAct }: Participation): boolean =>
  ownAct && (status === 'going' || (role === 'host' && status !== 'not_going'));

/** Which people to put into which groups, in as few calls as there can be: one if it is one person, or one event. */
function together(people: readonly { id: string; after: Ref }[], groups: readonly Ref[]): [string[], string[]][] {
  const groupsOf = (events: readonly string[]) =>
    groups.filter(({ eventId }) => events.includes(eventId)).map(({ id }) => id);
  const users = [...new Set(people.map(({ id }) => id))];
  const parts: [string[], string[]][] =
    users.length === 1
      ? [[groupsOf(people.map(({ after }) => after.eventId)), users]]
      : [...Map.groupBy(people, ({ after }) => after.eventId)].map(([eventId, some]) => [
          groupsOf([eventId]),
          some.map(({ id }) => id),
        ]);
  return parts.filter(([at]) => at.length > 0);
}

/** Makes the offers of one transaction, which locks the event: the rest follow in others. */
const OFFERS_AT_ONCE = 50;

/**
 * Offers free seats to waiting guests in order, as long as there are any. Close to the start no seats are held any
 * more: then waiting guests are told that one is free, a hundred at most. Under the event's lock.
 */
export function offerSeats(command: CommandContext, eventId: string): Promise<void> {
  return offerSeatsOf(command, [eventId]);
}

/** The same at several events, in as many statements as at one. Under the locks of all of them. */
export async function offerSeatsOf(command: CommandContext, eventIds: readonly string[]): Promise<void> {
  const { tx, now } = command;
  const seconds = Math.floor(now.getTime() / 1000);
  const open = (await listOfferFacts(tx, eventIds)).filter(
    (event) => event.status === 'published' && event.waiting > 0 && freeSeats(event) > 0 && !isOver(event, seconds),
  );
  const until = new Map(open.map((event) => [event.id, holdUntil(event, seconds)]));
  const late = open.filter(({ id }) => until.get(id) === null).map(({ id }) => id);
  if (late.length > 0) await mailAgain(command, await listWaiting(tx, late, 100), 'seat_free');
  const early = open.filter(({ id }) => until.get(id) !== null);
  if (early.length === 0) return;
  const wanted = early.map((event) => ({ eventId: event.id, most: Math.min(freeSeats(event), OFFERS_AT_ONCE) }));
  const offered = await moveAll(
    command,
    (await listNextWaiting(tx, wanted)).map((before) => ({
      before,
      change: { status: 'offered', offerExpires: until.get(before.eventId) ?? null, actorId: null },
    })),
  );
  await mailEach(command, offered, 'offered');
  // There may be more to offer, in a transaction of its own.
  const counts = Map.groupBy(offered, ({ eventId }) => eventId);
  if ([...counts.values()].some(({ length }) => length === OFFERS_AT_ONCE)) command.wake(EVENT_CLOCK_QUEUE);
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
  await mailEach(
    command,
    participationIds.map((id) => ({ eventId, id })),
    kind,
    note,
  );
}

/** The same for people of several events. */
export async function mailEach(
  command: CommandContext,
  recipients: readonly Recipient[],
  kind: string,
  note: object = {},
): Promise<void> {
  if (recipients.length === 0) return;
  await insertMails(command.tx, recipients, kind, note, command.now);
  command.wake(EVENT_MAIL_QUEUE);
}

/** The same for everybody whom these events concern, however many they are. */
export async function mailAll(
  command: CommandContext,
  eventIds: readonly string[],
  recipients: Recipients,
  kind: string,
  note: object = {},
): Promise<void> {
  if ((await insertMailsToAll(command.tx, eventIds, recipients, kind, note, command.now)) > 0)
    command.wake(EVENT_MAIL_QUEUE);
}

/**
 * Minimum time between repeated emails to one person about something that can happen again and again, in
 * milliseconds.
 */
const AGAIN = 3_600_000;

/** The same for what would be repeated with every click: once an hour for each person. */
export async function mailAgain(command: CommandContext, recipients: readonly Ref[], kind: string): Promise<void> {
  const before = new Date(command.now.getTime() - AGAIN);
  await mailEach(command, await takeUntold(command.tx, recipients, before, command.now), kind);
}

/** An email for a person about an event at which they may have no participation. */
export async function mailPerson(
  command: CommandContext,
  eventId: string,
  userId: string,
  kind: string,
  note: object = {},
): Promise<void> {
  await mailPeople(command, [{ eventId, note: { ...note, userId } }], kind);
}

/** The same for several people, in one statement. */
export async function mailPeople(
  command: CommandContext,
  addressees: readonly Addressee[],
  kind: string,
): Promise<void> {
  if (addressees.length === 0) return;
  await insertPersonMails(command.tx, addressees, kind, command.now);
  command.wake(EVENT_MAIL_QUEUE);
}
