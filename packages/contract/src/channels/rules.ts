import { holds } from '../core/permission-rules.ts';
import type { Permission, RoleType } from '../core/permissions.ts';
import { allowed, refusals as core, type Decision, refused } from '../core/problem.ts';
import { RESTORE_DAYS, refusals } from './schema.ts';

type Viewer = { roleType: RoleType; permissions: readonly string[] };
/** The permissions needed to move a channel into a newly created category. */
export const NEW_CATEGORY: readonly Permission[] = ['CREATE_CHANNEL', 'CREATE_CATEGORY'];

type Channel = { mode: 'public' | 'private'; joined: boolean; archivedAt: unknown };

/** Whether a channel exists for this viewer: private ones for members and for holders of EDIT_CHANNEL. */
export function canSee(channel: Channel, viewer: Viewer): Decision {
  if (channel.joined) return allowed;
  const open =
    channel.mode === 'public'
      ? viewer.permissions.includes('VIEW_CHANNEL')
      : viewer.permissions.includes('EDIT_CHANNEL');
  return open ? allowed : refused(core.notFound);
}

/** Public channels are joined by anyone who sees them, private ones by holders of EDIT_CHANNEL. */
export function canJoin(channel: Channel, viewer: Viewer): Decision {
  const visible = canSee(channel, viewer);
  if (!visible.ok) return visible;
  if (channel.archivedAt) return refused(refusals.archived);
  return channel.joined ? refused(refusals.alreadyJoined) : allowed;
}

/** Admins and creators cannot leave a channel, as the specification says. */
export function canLeave(channel: Channel, viewer: Viewer): Decision {
  const visible = canSee(channel, viewer);
  if (!visible.ok) return visible;
  if (channel.archivedAt) return refused(refusals.archived);
  if (!channel.joined) return refused(refusals.notJoined);
  return viewer.roleType === 'ADMIN' || viewer.roleType === 'CREATOR' ? refused(refusals.roleCannotLeave) : allowed;
}

/**
 * Holders of EDIT_CHANNEL move channels. For a category that was just created and is still empty, the permissions to
 * create it are enough, as the specification says.
 */
export function canMove(viewer: Pick<Viewer, 'permissions'>, intoNew: boolean): Decision {
  if (viewer.permissions.includes('EDIT_CHANNEL')) return allowed;
  return intoNew && holds(viewer.permissions, NEW_CATEGORY) ? allowed : refused(core.forbidden);
}

/** A default channel is public. */
export function canBeDefault(channel: { mode: 'public' | 'private'; isDefault: boolean }): Decision {
  return !channel.isDefault || channel.mode === 'public' ? allowed : refused(refusals.defaultOnlyPublic);
}

/** Whether an archived channel can still come back at `now`. */
export function canRestore(channel: { archivedAt: Date | null }, now: Date): Decision {
  if (!channel.archivedAt) return refused(refusals.notArchived);
  const days = (now.getTime() - channel.archivedAt.getTime()) / 86_400_000;
  return days <= RESTORE_DAYS ? allowed : refused(refusals.tooLate);
}

/**
 * A list with `id` put before `before`, or at the end with null; everything else keeps its order. An id that is not
 * on the list is added. Undefined if `before` is missing.
 */
export function putBefore(order: readonly string[], id: string, before: string | null): string[] | undefined {
  if (before === id) return order.includes(id) ? [...order] : undefined;
  const others = order.filter((other) => other !== id);
  const at = before === null ? others.length : others.indexOf(before);
  return at < 0 ? undefined : [...others.slice(0, at), id, ...others.slice(at)];
}

/** `86 members`, `1 member`: pluralised above 1, as the specification says. */
export function memberCountLabel(count: number): string {
  return `${count.toLocaleString('en')} ${count > 1 ? 'members' : 'member'}`;
}
