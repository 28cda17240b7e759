import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { canManage, canSee } from '@folkmoot/contract/events/rules.ts';
import { refusals as events, HOSTS } from '@folkmoot/contract/events/schema.ts';
import { eventChanged } from '@folkmoot/contract/participations/api.ts';
import { canTakeSeat, freeSeats, holdsSeat, holdUntil, isOver } from '@folkmoot/contract/participations/rules.ts';
import { areHidden, listHidden } from '../blocks/store.ts';
import { audit } from '../communities/actions.ts';
import { joinConversations, leaveConversation } from '../conversations/actions.ts';
import type { CommandContext } from '../core/command.ts';
import type { Db } from '../core/db/db.ts';
import { assertAllowed, assertFound, refuse } from '../core/http/errors.ts';
import { rooms } from '../core/live/live.ts';
import type { Me } from '../core/security/session.ts';
import { type EventTokens, fingerprint } from './access/access-actions.ts';
import { findAccess, isHost, listHostIds } from './access/access-store.ts';
import { bumpRevision } from './editing/write-store.ts';
import type { Viewer } from './fragments-store.ts';
import { setAsked } from './hosts/invitations-store.ts';
import { insertMails, insertPersonMail, takeUntold } from './mails-store.ts';
import {
  claimParticipations,
  findNextWaiting,
  findParticipation,
  findParticipationOf,
  handOver,
  holdClaimed,
  listGoingPeople,
  listGroups,
  listTakingPart,
  listTwice,
  listWaiting,
  type Move,
  moveParticipation,
  type Participation,
  type Twice,
} from './participations-store.ts';
import { type EventFacts, findFacts, findPage, findRegistration, listHosts, lockEvent } from './store.ts';

/** The queue that writes emails that are due, and the one that watches the clock. */
export const EVENT_MAIL_QUEUE = 'event-mail';
export const EVENT_CLOCK_QUEUE = 'event-clock';

/** The caller, with the access that the token in their address gives. */
export type Visitor = { looking: Viewer; opens: { eventId: string; passcode: string } | undefined };

/**
 * The token of an email's link takes precedence over the session: people who follow the link act on that
 * participation.
 */
export function visitorOf(passes: EventTokens, me: Me | undefined, token: string | undefined): Visitor {
  const pass = passes.read(token);
  const looking: Viewer = { userId: me?.userId };
  if (pass && 'participationId' in pass)
    return { looking: { ...looking, participationId: pass.participationId }, opens: undefined };
  return { looking, opens: pass };
}

/** The page of an event as JSON text, if it exists for this person. Refuses with 404 or, if locked, 403. */
export async function pageFor(tx: Db, eventId: string, visitor: Visitor): Promise<string> {
  const page = assertFound(await findPage(tx, eventId, visitor.looking), core.notFound);
  if (canSee(page).ok) return page.body;
  assertAllowed(canSee({ ...page, admitted: await isOpened(tx, eventId, visitor) }));
  return page.body;
}

/** Facts of an event that this person may see. */
export async function visibleEvent(tx: Db, eventId: string, visitor: Visitor): Promise<EventFacts> {
  const facts = assertFound(await findFacts(tx, eventId, visitor.looking), core.notFound);
  if (!canSee(facts).ok) assertAllowed(canSee({ ...facts, admitted: await isOpened(tx, eventId, visitor) }));
  return facts;
}

async function isOpened(tx: Db, eventId: string, { looking, opens }: Visitor): Promise<boolean> {
  if (opens?.eventId !== eventId) return false;
  if (looking.userId !== undefined && (await findAccess(tx, eventId, looking.userId)) === 'refused') return false;
  const facts = await findFacts(tx, eventId, looking);
  return (
    facts?.passcode_hash !== undefined &&
    facts.passcode_hash !== null &&
    fingerprint(facts.passcode_hash) === opens.passcode
  );
}

/** Facts of an event that this person manages; 404 if they may not even see it. */
export async function managed(tx: Db, eventId: string, userId: string): Promise<EventFacts> {
  const facts = await visibleEvent(tx, eventId, { looking: { userId }, opens: undefined });
  assertAllowed(canManage(facts));
  return facts;
}

/** The same, with the event locked until the command ends: for every change of it and of its seats. */
export async function lockedEvent(tx: Db, eventId: string, userId: string): Promise<EventFacts> {
  await lockEvent(tx, eventId);
  return managed(tx, eventId, userId);
}

/**
 * Refuses when hosts would give a person a role for which there is no room: a seat when every one is taken, or a host
 * role when there are enough hosts; or when the person is banned from the event's community. Under the event's lock.
 *
 * @param asking false if the person answers: their host role was counted when they were asked.
 * @param unknown hosts know the address alone: that its person is banned would tell them whose it is, so it refuses
 *   nothing.
 * @returns whether they are banned.
 */
export async function needRoom(
  tx: Db,
  before: Participation,
  after: Pick<Participation, 'role' | 'status' | 'ticketId'>,
  { asking = true, unknown = false }: { asking?: boolean; unknown?: boolean } = {},
): Promise<{ banned: boolean }> {
  const facts = assertFound(
    await findRegistration(tx, before.eventId, { participationId: before.id }, after.ticketId),
    core.notFound,
  );
  if (facts.banned && !unknown) refuse(events.personBanned);
  if (!holdsSeat(before) && holdsSeat(after))
    assertAllowed(canTakeSeat(facts.event, after.ticketId === null ? null : facts.ticket));
  const shown = ({ role, status }: Pick<Participation, 'role' | 'status'>) =>
    (role === 'host' || role === 'featured_guest') && status !== 'not_going';
  const counted = before.askedRole === 'host' || before.askedRole === 'featured_guest';
  if (asking && !counted && !shown(before) && shown(after) && (await listHosts(tx, before.eventId)).length >= HOSTS)
    refuse(events.tooManyHosts);
  return { banned: facts.banned };
}

/** Notifies the hosts that their guest list has changed. Guests do not have to reload for each other guest. */
export async function tellHosts(
  command: CommandContext,
  event: Pick<EventFacts, 'id' | 'alias' | 'status'>,
): Promise<void> {
  const hosts = await listHostIds(command.tx, event.id);
  command.tell(eventChanged, { eventId: event.id, alias: event.alias, status: event.status }, hosts.map(rooms.user));
}

/** Notifies everyone who takes part that something about an event is new. */
export async function tellEvent(
  command: CommandContext,
  event: Pick<EventFacts, 'id' | 'alias' | 'status'>,
): Promise<void> {
  const people = await listTakingPart(command.tx, event.id);
  command.tell(eventChanged, { eventId: event.id, alias: event.alias, status: event.status }, people.map(rooms.user));
}

/** Records in the audit log what was done with a community's event. */
export async function auditEvent(
  command: CommandContext,
  event: Pick<EventFacts, 'id' | 'serverId' | 'name'>,
  actorId: string,
  action: `event.${string}`,
  change: { before?: object; after?: object } = {},
): Promise<void> {
  if (event.serverId === null) return;
  await audit(command, {
    serverId: event.serverId,
    actorId,
    action,
    subjectId: event.id,
    after: { name: event.name, ...change.after },
    ...(change.before && { before: change.before }),
  });
}

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

/**
 * Takes a participation from one state to another with everything that follows: counts, history, membership of the
 * event's conversations, and a notice to the person. Under the event's lock.
 */
export async function move(command: CommandContext, before: Participation, change: Move): Promise<Participation> {
  const after = await moveParticipation(command.tx, before, change, command.now);
  const { eventId, alias, eventStatus: status } = after;
  if (after.userId !== null) command.tell(eventChanged, { eventId, alias, status }, [rooms.user(after.userId)]);
  if (after.userId !== null) await followConversation(command, before, after, after.userId);
  return after;
}

/**
 * Who belongs in the group conversation of an event, for its hosts; undefined for everybody else. The event is
 * locked, so that people who join or leave at the same time find the group there, or are in this list.
 */
export async function peopleOfEvent(tx: Db, eventId: string, userId: string): Promise<string[] | undefined> {
  await lockEvent(tx, eventId);
  if (!(await isHost(tx, eventId, userId))) return undefined;
  // A registration that was about to be seated without looking for a group looks again.
  await bumpRevision(tx, eventId);
  // Nobody shares a group with a person who is hidden from them.
  const hidden = new Set(await listHidden(tx, userId));
  return (await listGoingPeople(tx, eventId)).filter((id) => !hidden.has(id));
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
 * Offers free seats to people who wait, in order, as long as there are any. Close to the start no seat is held any
 * more: then those who wait are told that one is free, a hundred at most. Under the event's lock.
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
      return mailAgain(command, eventId, await listWaiting(tx, eventId, 100), 'place_free');
    }
    const next = await findNextWaiting(tx, eventId);
    if (!next) return;
    if (offers >= OFFERS_AT_ONCE) return command.wake(EVENT_CLOCK_QUEUE);
    const offered = await move(command, next, { status: 'offered', offerExpires: until, actorId: null });
    await mail(command, eventId, [offered.id], 'offered');
  }
}

/**
 * A person has signed in, so their address is theirs, and so are registrations under it. If they are also on a list
 * with their account, one of the two participations ends.
 */
export async function claimByAddress(command: CommandContext, userId: string): Promise<void> {
  await holdClaimed(command.tx, userId);
  for (const twice of await listTwice(command.tx, userId)) await mergeParticipations(command, twice, userId);
  for (const eventId of await claimParticipations(command.tx, userId)) {
    await askWhoWasPut(command, eventId, userId);
    const groups = await listGroups(command.tx, eventId);
    if (groups.length > 0 && (await listGoingPeople(command.tx, eventId)).includes(userId))
      await joinConversations(command, groups, [userId]);
  }
}

/** A host had put their address on the list, and they never said that they come: as a person they are asked first. */
async function askWhoWasPut(command: CommandContext, eventId: string, userId: string): Promise<void> {
  const { tx, now } = command;
  const own = await findParticipationOf(tx, eventId, { userId });
  if (!own || own.ownAct || own.askedBy === null || own.status === 'not_going') return;
  const hidden = await areHidden(tx, userId, [own.askedBy]);
  const role = own.role;
  const asked = await move(command, own, {
    role: 'guest',
    status: hidden ? 'not_going' : 'invited',
    ownAct: false,
    actorId: null,
    ...(hidden && { approved: false }),
  });
  if (!hidden) await setAsked(tx, asked, { role, by: own.askedBy }, now);
  await offerSeats(command, eventId);
}

/** How near each state is to a seat: of a person's two participations the nearer one stays. */
const NEARNESS = ['not_going', 'invited', 'requested', 'waitlisted', 'offered', 'payment_pending', 'going'];

function isNearer(one: Participation, other: Participation): boolean {
  if (one.status !== other.status) return NEARNESS.indexOf(one.status) > NEARNESS.indexOf(other.status);
  return (one.waitlistPlace ?? 0) < (other.waitlistPlace ?? 0);
}

/**
 * One person, one participation: the account's, or, if that is nearer to a seat, the address's, including its
 * answers.
 */
async function mergeParticipations(
  command: CommandContext,
  { eventId, own, bare }: Twice,
  userId: string,
): Promise<void> {
  const { tx } = command;
  await lockEvent(tx, eventId);
  const [mine, other] = [await findParticipation(tx, eventId, own), await findParticipation(tx, eventId, bare)];
  if (!mine || !other || other.status === 'not_going') return;
  const reason = 'The same person registered with their account.';
  // If a host has put their address on the list, they did not do it themselves.
  const takesOver = (other.ownAct || other.askedBy === null) && isNearer(other, mine);
  if (takesOver) await handOver(tx, eventId, other.id, mine.id);
  // The history of a typed address must not reveal whose it is.
  const actorId = other.ownAct ? userId : null;
  await move(command, other, { role: 'guest', status: 'not_going', actorId, reason });
  if (takesOver) {
    const { status, ticketId, approved, offer_expires_epoc: offerExpires } = other;
    const role = mine.role === 'guest' ? other.role : mine.role;
    const { ownAct } = other;
    await move(command, mine, { role, status, ticketId, approved, offerExpires, ownAct, actorId: userId, again: true });
  }
  await offerSeats(command, eventId);
}
