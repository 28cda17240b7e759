import { z } from 'zod';

/** Permission names, as the specification and `domain.md` list them. Checks go by name, never by role type. */
export const PERMISSIONS = [
  'VIEW_CHANNEL',
  'SEND_MESSAGE',
  'CREATE_CHANNEL',
  'EDIT_CHANNEL',
  'DELETE_CHANNEL',
  'CREATE_CATEGORY',
  'EDIT_CATEGORY',
  'MANAGE_MESSAGES',
  'INVITE_MEMBERS',
  'MANAGE_MEMBERS',
  'MANAGE_ROLES',
  'CREATE_EVENT',
  'MANAGE_EVENTS',
  'MANAGE_CALENDARS',
  'MANAGE_HOME',
  'MANAGE_SERVER',
  'VIEW_AUDIT_LOG',
] as const;
export const Permission = z.enum(PERMISSIONS);
export type Permission = z.infer<typeof Permission>;

export const RoleType = z.enum(['CREATOR', 'ADMIN', 'MODERATOR', 'MEMBER']);
export type RoleType = z.infer<typeof RoleType>;
