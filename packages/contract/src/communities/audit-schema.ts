import { z } from 'zod';
import { PersonView } from '../accounts/schema.ts';
import { Id } from '../core/ids.ts';
import { Instant } from '../core/time.ts';

/** What an action is about: the first word of its name. */
export const AuditGroup = z.enum(['server', 'member', 'invite', 'channel', 'category', 'event', 'report']);
export type AuditGroup = z.infer<typeof AuditGroup>;

export const AUDIT_GROUPS: Record<AuditGroup, string> = {
  server: 'Community',
  member: 'Members',
  invite: 'Invitations',
  channel: 'Channels',
  category: 'Categories',
  event: 'Events',
  report: 'Reports',
};

/** One field before and after; null if there was nothing, or if its value means nothing to a reader. */
export const AuditChange = z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() });
export type AuditChange = z.infer<typeof AuditChange>;

export const AuditView = z.object({
  id: Id,
  at: Instant,
  action: z.string(),
  /** Null where the person has deleted their account. */
  actor: PersonView.nullable(),
  /** True if people did it to themselves. */
  own: z.boolean(),
  /** The person or the name of what was changed; null if it is gone, or if the reader may not know it. */
  subject: z.string().nullable(),
  /** Names of further people it was about. */
  people: z.array(z.string()),
  changes: z.array(AuditChange),
  /** The reason that was given. */
  note: z.string().nullable(),
});
export type AuditView = z.infer<typeof AuditView>;

export const DELETED_MEMBER = 'Deleted member';
