import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { canManage, canSee } from '@folkmoot/contract/events/rules.ts';
import { refusals as events, HOSTS } from '@folkmoot/contract/events/schema.ts';
import { imageMapOf } from '@folkmoot/contract/media/picture-rules.ts';
import { canTakeSeat, holdsSeat } from '@folkmoot/contract/participations/rules.ts';
import { listHidden } from '../blocks/store.ts';
import { audit } from '../communities/actions.ts';
import type { CommandContext } from '../core/command.ts';
import type { Db } from '../core/db/db.ts';
import { assertAllowed, assertFound, refuse } from '../core/http/errors.ts';
import type { Me } from '../core/security/session.ts';
import type { Viewer } from '../participations/fragments-store.ts';
import { findRegistration } from '../participations/registration-store.ts';
import { findParticipation, isHost, listGoingPeople, lockEvent, type Participation } from '../participations/store.ts';
import type { EventFace, EventGroup } from '../personal/actions.ts';
import { type EventTokens, fingerprint, type Pass } from './access/access-actions.ts';
import { findAccess } from './access/access-store.ts';
import { bumpRevision } from './editing/write-store.ts';
import { type EventFacts, findEventFacts, findFace, findPage, listHosts, type Managed } from './store.ts';

/** The caller, with the access that the token in their address gives. */
export type Visitor = { looking: Viewer; opens: Exclude<Pass, { participationId: string }> | undefined };

/**
 * The token of an email's link takes precedence over the session: people who follow the link act on that
 * participation. If they say that they answer for themselves, it only opens the event, for people who are signed in.
 */
export function visitorOf(tokens: EventTokens, me: Me | undefined, token: string | undefined): Visitor {
  const pass = tokens.read(token);
  const looking: Viewer = { userId: me?.userId };
  if (pass && 'participationId' in pass) return { looking: { ...looking, ...pass }, opens: undefined };
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
  const facts = assertFound(await findEventFacts(tx, eventId, visitor.looking), core.notFound);
  if (!canSee(facts).ok) assertAllowed(canSee({ ...facts, admitted: await isOpened(tx, eventId, visitor) }));
  return facts;
}

async function isOpened(tx: Db, eventId: string, { looking, opens }: Visitor): Promise<boolean> {
  if (opens === undefined) return false;
  if (looking.userId !== undefined && (await findAccess(tx, eventId, looking.userId)) === 'refused') return false;
  if ('invitationId' in opens) {
    if (looking.userId === undefined) return false;
    return (await findParticipation(tx, eventId, opens.invitationId))?.status === 'invited';
  }
  if (opens.eventId !== eventId) return false;
  const facts = await findEventFacts(tx, eventId, looking);
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

/** What was read with `managedWith`: 404 if the person may not even see the event, 403 if they do not manage it. */
export function needManaged(found: Managed | undefined): Managed & { inside: string } {
  const managed = assertFound(found, core.notFound);
  assertAllowed(canSee(managed));
  assertAllowed(canManage(managed));
  return { ...managed, inside: managed.inside ?? '' };
}

/** Facts of an event that this person manages, with the event locked until the command ends: for every change of it and of its seats. */
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

/**
 * The group conversation of an event and who belongs in it, for its hosts; undefined for everybody else. The event is
 * locked, so that people who join or leave at the same time find the group there, or are in this list.
 */
export async function groupOfEvent(tx: Db, eventId: string, userId: string): Promise<EventGroup | undefined> {
  await lockEvent(tx, eventId);
  if (!(await isHost(tx, eventId, userId))) return undefined;
  // A registration that is about to be seated without looking for a group now looks again.
  await bumpRevision(tx, eventId);
  // Nobody shares a group with a person who is hidden from them.
  const hidden = new Set(await listHidden(tx, userId));
  const people = (await listGoingPeople(tx, eventId)).filter((id) => !hidden.has(id));
  return { ...(await faceOf(tx, eventId)), people };
}

/** How the chat of an event is shown: by its name and, small, its cover. */
export async function faceOf(tx: Db, eventId: string): Promise<EventFace> {
  const { name, cover } = assertFound(await findFace(tx, eventId), core.notFound);
  return { name, coverUrl: imageMapOf(cover)?.['500*250'] ?? null };
}
