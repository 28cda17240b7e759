import { eventChanged } from '@folkmoot/contract/participations/api.ts';
import { freeSeats, holdUntil, isOver } from '@folkmoot/contract/participations/rules.ts';
import type { EventStatus } from '@folkmoot/contract/participations/schema.ts';
import { areHidden } from '../blocks/store.ts';
import { joinConversations, leaveConversation } from '../conversations/actions.ts';
import type { CommandContext } from '../core/command.ts';
import { rooms } from '../core/live/live.ts';
import { insertMails, insertPersonMail, takeUntold } from './mails-store.ts';
import { type Move, moveParticipation } from './moves-store.ts';
import {
  findNextWaiting,
  findParticipation,
  findRegistration,
  listGroups,
  listHostIds,
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
  const { eventId, alias, eventStatus: status } = after;
  if (after.userId !== null) command.publish(eventChanged, { eventId, alias, status }, [rooms.user(after.userId)]);
  if (after.userId !== null) await followConversation(command, before, after, after.userId);
  return after;
}

/** Everyone who is going or hosts is in the event's conversations; everyone else is removed. */
async function followConversation(
  command: CommandContext,
  before: Participation,
  after: Participation,
  userId: string,
): Promise<void> {
  const inside = ({ status, role, ownAct }: Participation) =>
    ownAct && (status === 'going' || (role === 'host' && status !== 'not_going'));
  if (inside(before) === inside(after)) return;
  const groups = await listGroups(command.tx, after.eventId);
  if (groups.length === 0) return;
  if (inside(after)) await joinConversations(command, groups, [userId]);
  else for (const group of groups) await leaveConversation(command, group, userId);
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
  for (let offers = 0; ; offers += 1) {
    const facts = await findRegistration(tx, eventId, {}, null);
    if (facts?.event.status !== 'published' || facts.event.waiting === 0 || freeSeats(facts.event) === 0) return;
    if (isOver(facts.event, seconds)) return;
    const until = holdUntil(facts.event, seconds);
    if (until === null) {
      return mailAgain(command, eventId, await listWaiting(tx, eventId, 100), 'seat_free');
    }
    const next = await findNextWaiting(tx, eventId);
    if (!next) return;
    if (offers >= OFFERS_AT_ONCE) return command.wake(EVENT_CLOCK_QUEUE);
    const offered = await move(command, next, { status: 'offered', offerExpires: until, actorId: null });
    await mail(command, eventId, [offered.id], 'offered');
  }
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
