import { OFFICIAL_WORDS } from '../accounts/rules.ts';
import { looksLikeId } from '../core/id-shape.ts';
import { PERMISSIONS, type Permission, type RoleType } from '../core/permissions.ts';
import { allowed, type Decision, refused } from '../core/problem.ts';
import { ADDRESS_CHANGES, ASK_AGAIN_DAYS, refusals, type Visibility } from './schema.ts';

const MEMBER: readonly Permission[] = ['VIEW_CHANNEL', 'SEND_MESSAGE', 'INVITE_MEMBERS', 'CREATE_EVENT'];
const MODERATOR: readonly Permission[] = [...MEMBER, 'MANAGE_MESSAGES', 'MANAGE_MEMBERS', 'EDIT_CHANNEL'];

/** The roles every community starts with: name, permissions, and rank (higher outranks lower). */
export const ROLES: Record<RoleType, { name: string; rank: number; permissions: readonly Permission[] }> = {
  CREATOR: { name: 'Creator', rank: 40, permissions: PERMISSIONS },
  ADMIN: { name: 'Admin', rank: 30, permissions: PERMISSIONS },
  MODERATOR: { name: 'Moderator', rank: 20, permissions: MODERATOR },
  MEMBER: { name: 'Member', rank: 10, permissions: MEMBER },
};

type Ranked = { memberId: string; roleType: RoleType };

/** You can't act on people of equal or higher rank, nor on yourself. */
export function canActOn(actor: Ranked, subject: Ranked): Decision {
  if (actor.memberId === subject.memberId) return refused(refusals.yourself);
  return ROLES[actor.roleType].rank > ROLES[subject.roleType].rank ? allowed : refused(refusals.outranked);
}

const LENGTHS: Record<number, string> = { 15: '15 minutes', 60: 'an hour', 1440: 'a day', 10080: 'a week' };

/** How long a time-out is, in words. */
export const lengthWords = (minutes: number): string => LENGTHS[minutes] ?? `${minutes} minutes`;

/** People who may remove members or their messages see everybody in the community, blocked or not. */
export function looksAfter(member: { permissions: readonly Permission[] }): boolean {
  return member.permissions.includes('MANAGE_MEMBERS') || member.permissions.includes('MANAGE_MESSAGES');
}

/** A role is given by a person above it, to a person below them; CREATOR only by a transfer. */
export function canGiveRole(actor: Ranked, subject: Ranked, role: RoleType): Decision {
  const onPerson = canActOn(actor, subject);
  if (!onPerson.ok) return onPerson;
  return role !== 'CREATOR' && ROLES[actor.roleType].rank > ROLES[role].rank ? allowed : refused(refusals.roleTooHigh);
}

export function canLeaveCommunity(member: { roleType: RoleType }): Decision {
  return member.roleType === 'CREATOR' ? refused(refusals.creatorCannotLeave) : allowed;
}

export function canDeleteCommunity(member: { roleType: RoleType }): Decision {
  return member.roleType === 'CREATOR' ? allowed : refused(refusals.onlyCreatorDeletes);
}

/** Whether a person may join without an invitation. */
export function canJoinFreely(community: { visibility: Visibility }): Decision {
  return community.visibility === 'public' ? allowed : refused(refusals.byInvitation);
}

const DAY = 86_400_000;

type Asking = {
  visibility: Visibility;
  joined: boolean;
  banned: boolean;
  /** The last request that is pending or was declined. */
  request: { status: 'pending' | 'rejected'; answeredAt: Date | null } | null;
};

/** When a person may ask again after a refusal. */
export function askAgainAt(answeredAt: Date): Date {
  return new Date(answeredAt.getTime() + ASK_AGAIN_DAYS * DAY);
}

/** Whether a person may ask to join at `now`. Secret communities do not exist for people who could ask. */
export function canAskToJoin({ visibility, joined, banned, request }: Asking, now: Date): Decision {
  if (joined) return refused(refusals.alreadyMember);
  if (banned) return refused(refusals.banned);
  if (visibility === 'public') return refused(refusals.joinFreely);
  if (request?.status === 'pending') return refused(refusals.alreadyAsked);
  if (request?.answeredAt && now < askAgainAt(request.answeredAt)) return refused(refusals.askedRecently);
  return allowed;
}

/** Whether a request can still be answered. */
export function canAnswerRequest(request: { status: string } | undefined): Decision {
  return request?.status === 'pending' ? allowed : refused(refusals.requestAnswered);
}

/** Whether the community is the caller's to transfer. */
export function mayHandOver(member: { roleType: RoleType }): Decision {
  return member.roleType === 'CREATOR' ? allowed : refused(refusals.onlyCreatorHandsOver);
}

/** Only the owner of a community can transfer it, and only to another member. */
export function canHandOver(actor: Ranked, subject: Ranked): Decision {
  const own = mayHandOver(actor);
  if (!own.ok) return own;
  return actor.memberId === subject.memberId ? refused(refusals.yourself) : allowed;
}

/** Whether the address may change, with this change already counted among those of the last 30 days. */
export function canChangeAddress(changes: number): Decision {
  return changes <= ADDRESS_CHANGES.most ? allowed : refused(refusals.addressTooOften);
}

type Invite = { uses: number; maxUses: number | null; expiresAt: Date | null; revokedAt: Date | null };

/** Whether an invitation is still valid at `now`. */
export function canUseInvite(invite: Invite | undefined, now: Date): Decision {
  if (!invite) return refused(refusals.inviteWrong);
  if (invite.revokedAt) return refused(refusals.inviteRevoked);
  if (invite.expiresAt && invite.expiresAt <= now) return refused(refusals.inviteExpired);
  if (invite.maxUses !== null && invite.uses >= invite.maxUses) return refused(refusals.inviteUsedUp);
  return allowed;
}

/**
 * First segments that our routes use or will use, and words that would mislead in an address. A test derives the
 * segments from the route tables and fails when one is missing here.
 */
export const RESERVED = new Set([
  ...OFFICIAL_WORDS,
  'about',
  'account',
  'api',
  'app',
  'art',
  'assets',
  'auth',
  'billing',
  'blog',
  'calendar',
  'calendars',
  'channel',
  'channels',
  'chat',
  'check-in',
  'code',
  'communities',
  'contact',
  'create',
  'dashboard',
  'discover',
  'docs',
  'download',
  'e',
  'event',
  'events',
  'explore',
  'favicon',
  'feed',
  'feeds',
  'files',
  'forgot',
  'groups',
  'health',
  'healthz',
  'help',
  'home',
  'host',
  'hosts',
  'inbox',
  'invite',
  'invites',
  'legal',
  'live',
  'login',
  'logout',
  'mail',
  'mailbox',
  'me',
  'messages',
  'metrics',
  'new',
  'notifications',
  'owner',
  'payments',
  'people',
  'privacy',
  'profile',
  'public',
  'q',
  'qna',
  'readyz',
  'reset',
  'robots',
  'search',
  'second-step',
  'server',
  'servers',
  'settings',
  'sign-in',
  'sign-up',
  'signin',
  'signup',
  'sitemap',
  'start',
  'static',
  'status',
  'terms',
  'ticket',
  'tickets',
  'unsubscribe',
  'uploads',
  'user',
  'users',
  'verify',
  'www',
]);

/** Whether a word may become an address at all. */
export function canBeAlias(alias: string): Decision {
  return RESERVED.has(alias.toLowerCase()) || looksLikeId(alias) ? refused(refusals.slugReserved) : allowed;
}

/** A suggested address, made from a name in any script; empty if nothing can be kept. */
export function slugFrom(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\p{Mn}'’]/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '');
}

/** `{protocol}//{app domain}/invite/{inviteCode}`, as the specification shapes it. */
export function inviteLink(origin: string, inviteCode: string): string {
  return `${origin}/invite/${inviteCode}`;
}
