import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/ids.ts';
import { Done, doneWith } from '../core/page.ts';
import { refusals as media } from '../media/schema.ts';
import {
  GROUP_PAGE,
  GroupChanges,
  GroupGuestView,
  GroupView,
  LIMITS,
  NewGroup,
  NewGroupGuest,
  refusals,
} from './schema.ts';

/** Bytes of a call that names people. */
const NAMING = 1024 * 1024;

const PageQuery = z.object({
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  limit: z.coerce.number().int().min(1).max(50).default(GROUP_PAGE),
  search: z.string().max(100).default(''),
});

export const listGroups = endpoint('GET /api/v1/groups', {
  who: 'signedIn',
  perMinute: 120,
  summary: 'Your groups of people whom you invite, by name. Nobody else sees them.',
  query: PageQuery,
  returns: z.object({ data: z.array(GroupView), count: z.int() }),
});

export const getGroup = endpoint('GET /api/v1/groups/:groupId', {
  who: 'signedIn',
  summary: 'One of your groups. The people of a living group are counted.',
  returns: GroupView,
});

export const createGroup = endpoint('POST /api/v1/groups', {
  who: 'signedIn',
  perMinute: 30,
  summary: 'Create a group of people whom you add, or a living one, whose people follow from a rule.',
  body: NewGroup,
  returns: doneWith(GroupView),
  refuses: [refusals.tooManyGroups, media.pictureNotUsable],
});

export const updateGroup = endpoint('PATCH /api/v1/groups/:groupId', {
  who: 'signedIn',
  summary: 'Change the name, the description or the picture of a group, or the rule of a living one.',
  body: GroupChanges,
  returns: doneWith(GroupView),
  refuses: [media.pictureNotUsable, refusals.notLiving],
});

export const deleteGroups = endpoint('POST /api/v1/groups/delete', {
  who: 'signedIn',
  summary: 'Delete groups. Idempotent. The people are not told.',
  body: z.object({ groupIds: z.array(Id).min(1).max(LIMITS.groups) }),
  returns: Done,
});

export const listGroupGuests = endpoint('GET /api/v1/groups/:groupId/guests', {
  who: 'signedIn',
  perMinute: 120,
  summary: 'The people in a group, by name.',
  query: PageQuery,
  returns: z.object({ data: z.array(GroupGuestView), count: z.int() }),
});

export const addGroupGuests = endpoint('POST /api/v1/groups/:groupId/guests', {
  who: 'signedIn',
  perMinute: 60,
  bodyLimit: NAMING,
  summary:
    'Add people by address, or by id if you share a community with them. Those who are in it already stay as they are; `skipped` lists what was no address.',
  body: z.object({
    guests: z
      .array(NewGroupGuest)
      .min(1, refusals.nobody.message)
      .max(LIMITS.named, `Add at most ${LIMITS.named} people at a time.`),
  }),
  returns: doneWith(z.object({ added: z.int(), skipped: z.array(z.string()), numberOfGuests: z.int() })),
  refuses: [refusals.tooManyGuests, refusals.tooManyInAll, refusals.nobody, refusals.living],
});

export const deleteGroupGuests = endpoint('POST /api/v1/groups/:groupId/guests/delete', {
  who: 'signedIn',
  summary: 'Remove people from a group. Idempotent. They are not told.',
  body: z.object({ guestIds: z.array(Id).min(1).max(LIMITS.named) }),
  returns: doneWith(z.object({ numberOfGuests: z.int() })),
  refuses: [refusals.living],
});
