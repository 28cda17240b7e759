import * as api from '@folkmoot/contract/communities/api.ts';
import { ROLES } from '@folkmoot/contract/communities/rules.ts';
import { refusals } from '@folkmoot/contract/communities/schema.ts';
import type { RoleType } from '@folkmoot/contract/core/permissions.ts';
import type { CommandContext } from '../core/command.ts';
import type { Db } from '../core/db/db.ts';
import { refuse } from '../core/http/errors.ts';
import { rooms } from '../core/live/live.ts';
import type { Me, Member } from '../core/security/session.ts';
import { insertAudit } from './audit-store.ts';
import { isBanned } from './bans-store.ts';
import { type Invite, revokeInvitesOf } from './invites-store.ts';
import { deleteMember, insertMember, type Outside, type PeopleInside, renameMember } from './members-store.ts';
import { listHolders, lockPerson, withdrawRequests } from './requests-store.ts';

/** An invitation by email: it works like a code of one use that never expires. */
export type EmailInvite = Invite & {
  /** Its address, masked. */
  sentTo: string;
  channelIds: string[];
};

/** What later slices do when people join and leave, and what they provide for the rail. */
export type CommunityHooks = {
  /** A community is there, and its creator is about to join: its first channel is made here. */
  created(command: CommandContext, serverId: string, creatorId: string): Promise<void>;
  /** A community is there: its main calendar is made here. */
  founded(
    command: CommandContext,
    server: { id: string; slug: string; name: string; isPublic: boolean; creatorId: string },
  ): Promise<void>;
  /** A community is about to be deleted: the addresses of its calendars are freed here. */
  freeCalendars(command: CommandContext, serverId: string): Promise<void>;
  /** Whether a calendar exists for a person. */
  calendarIsThere(tx: Db, calendarId: string, viewer: Me | undefined): Promise<boolean>;
  /** A person has joined: default channels are joined here. */
  joined(command: CommandContext, serverId: string, userId: string): Promise<void>;
  /** A person leaves, or is removed: their memberships in it end here. Returns the rooms from which to remove them. */
  leaving(command: CommandContext, serverId: string, userId: string, sentAway: boolean): Promise<string[]>;
  /** A banned person who is not a member: whatever else they have here ends. */
  banned(command: CommandContext, serverId: string, userId: string): Promise<void>;
  /** A community is about to be deleted. Returns the rooms to empty. */
  deleting(command: CommandContext, serverId: string): Promise<string[]>;
  /** What is new, by community. */
  unread(tx: Db, userId: string, now: Date): Promise<Map<string, { unread: number; mentions: number }>>;
  /** The channel that opens first in each community of a person, by community. */
  firstChannels(tx: Db, userId: string): Promise<Map<string, string>>;
  /** How many reports of messages, and of events, wait for an answer, by community; those without one are left out. */
  openReports(tx: Db, serverIds: string[]): Promise<Map<string, number>>;
  openEventReports(tx: Db, serverIds: string[]): Promise<Map<string, number>>;
  /** People inside a conversation that the viewer may read, by its own or its channel's id. */
  inside(
    tx: Db,
    where: { channelId?: string | undefined; conversationId?: string | undefined },
    viewer: Me,
  ): Promise<PeopleInside | undefined>;
  /** Names of channels and categories by id: null for what the viewer may not see, missing if deleted. */
  naming(tx: Db, viewer: Member, ids: string[]): Promise<Map<string, string | null>>;
  /** Whether a person may know that there is an event at its address. */
  eventIsThere(tx: Db, eventId: string, viewer: Me | undefined, token: string | undefined): Promise<boolean>;
  /** A person has joined, or is no longer a member; `managers` look after the members. */
  told(command: CommandContext, join: { serverId: string; personId: string; managers: string[] }): Promise<void>;
  untold(command: CommandContext, serverId: string, personId: string): Promise<void>;
  /** A person has asked to join; `managers` answer requests. */
  asked(command: CommandContext, request: { serverId: string; personId: string; managers: string[] }): Promise<void>;
  /** The invitation by email that a code is of; `lock` locks it, so that it is used once. */
  emailInvite(tx: Db, code: string, lock: boolean): Promise<EmailInvite | undefined>;
  /** A person has joined with an invitation by email: its channels are joined here. */
  emailInviteUsed(command: CommandContext, invite: EmailInvite, userId: string): Promise<void>;
  /** When somebody wrote in a community since a moment, up to a thousand times. */
  written(tx: Db, serverId: string, userId: string, since: Date): Promise<Date[]>;
  /** Deletes what somebody wrote in a community since a moment, after the commit. */
  removeWritten(
    command: CommandContext,
    what: { serverId: string; userId: string; since: Date; by: string },
  ): Promise<void>;
  /** People who could be added to a conversation. */
  couldBeAdded(tx: Db, conversationId: string, viewer: Me): Promise<Outside>;
};

/**
 * Makes a person a member, with everything that follows. Idempotent; refuses banned people.
 *
 * @param memberIdToBe the id the member is to have, if one was given out already.
 * @param letInBy who let them in, and need not be told.
 */
export async function join(
  command: CommandContext,
  hooks: CommunityHooks,
  serverId: string,
  userId: string,
  role: RoleType,
  by: string,
  memberIdToBe?: string,
  letInBy?: string,
): Promise<void> {
  const { tx, now } = command;
  await lockPerson(tx, userId);
  if (await isBanned(tx, serverId, userId)) refuse(refusals.banned);
  const memberId = await insertMember(tx, serverId, userId, role, now, memberIdToBe);
  if (memberId === undefined) return;
  // A person who came in another way no longer waits.
  if (await withdrawRequests(tx, serverId, userId, now)) await tellManagers(command, api.requestsChanged, serverId);
  await audit(command, {
    serverId,
    actorId: by,
    action: 'member.joined',
    subjectId: userId,
    after: { roleType: role },
  });
  command.invalidateSessions(userId);
  command.joinRooms(userId, [
    rooms.server(serverId),
    ...(ROLES[role].permissions.includes('EDIT_CHANNEL') ? [rooms.editors(serverId)] : []),
  ]);
  await hooks.joined(command, serverId, userId);
  if (role !== 'CREATOR') {
    const managers = await listHolders(tx, serverId, 'MANAGE_MEMBERS');
    await hooks.told(command, { serverId, personId: userId, managers: managers.filter((id) => id !== letInBy) });
  }
  command.publish(api.memberJoined, { serverId, memberId, userId }, [rooms.server(serverId)]);
}

/** Ends a membership: what the person wrote stays, access ends with the commit. A ban is recorded separately. */
export async function leave(
  command: CommandContext,
  hooks: CommunityHooks,
  subject: Pick<Member, 'serverId' | 'memberId' | 'userId'>,
  by: string,
  banned = false,
): Promise<void> {
  const { serverId, memberId, userId } = subject;
  // The membership is locked first and the conversations after it, as for joining, to avoid deadlocks; and these last of
  // all, since everyone who writes in one of them waits until this command ends.
  if (!(await deleteMember(command.tx, serverId, userId))) return;
  await revokeInvitesOf(command.tx, serverId, userId, command.now);
  if (!banned)
    await audit(command, {
      serverId,
      actorId: by,
      action: by === userId ? 'member.left' : 'member.removed',
      subjectId: userId,
    });
  const from = await hooks.leaving(command, serverId, userId, by !== userId);
  await hooks.untold(command, serverId, userId);
  command.invalidateSessions(userId);
  command.leaveRooms(userId, [...from, rooms.server(serverId), rooms.editors(serverId)]);
  command.publish(api.memberLeft, { serverId, memberId, userId }, [rooms.server(serverId), rooms.user(userId)]);
}

/** A person has another name, by which the lists of their communities are in order. */
export async function rename(command: CommandContext, userId: string, searchText: string): Promise<void> {
  await renameMember(command.tx, userId, searchText);
}

/** Tells people who manage members that one of their lists has changed; returns who they are. */
export async function tellManagers(
  command: CommandContext,
  event: typeof api.requestsChanged | typeof api.bansChanged,
  serverId: string,
): Promise<string[]> {
  const managers = await listHolders(command.tx, serverId, 'MANAGE_MEMBERS');
  command.publish(event, { serverId }, managers.map(rooms.user));
  return managers;
}

export type AuditEntry = {
  serverId: string;
  actorId: string;
  action: string;
  subjectId?: string;
  before?: object;
  after?: object;
};

/** Records who changed what, before and after. */
export async function audit(command: Pick<CommandContext, 'tx' | 'now'>, entry: AuditEntry): Promise<void> {
  await insertAudit(command.tx, entry, command.now);
}
