import { z } from 'zod';
import { Id } from '../core/ids.ts';
import { refusal } from '../core/problem.ts';
import { oneLine } from '../core/text.ts';

/** Groups of one person, people in one group and in all of them, at most; and how many people one call names. */
export const LIMITS = { name: 80, description: 250, groups: 200, guests: 50_000, all: 200_000, named: 2_000 } as const;

/** Groups and people a page. */
export const GROUP_PAGE = 10;

const Text = (missing: string, most: number) =>
  z
    .string()
    .transform(oneLine)
    .pipe(z.string().min(1, missing).max(most, `Use at most ${most} characters.`));

/** What a group is called, and who is in it. */
export const GroupFields = z.object({
  name: Text('Name is required', LIMITS.name),
  description: Text('Description is required', LIMITS.description),
});
export type GroupFields = z.infer<typeof GroupFields>;

/** One of your own lists of people whom you invite. */
export const GroupView = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  /** A picture; there is none yet. */
  image: z.string().nullable(),
  numberOfGuests: z.int(),
});
export type GroupView = z.infer<typeof GroupView>;

/** A person in a group. Of somebody who was added by name, the address is not told; of an address, no account is. */
export const GroupGuestView = z.object({
  id: Id,
  email: z.string().nullable(),
  name: z.string(),
  profile_photo: z.string().nullable(),
});
export type GroupGuestView = z.infer<typeof GroupGuestView>;

/** A person to add: by address, with the name that came with it, or by id. */
export const NewGroupGuest = z.union([
  z.object({ id: Id }),
  z.object({
    email: z.string().max(400),
    firstName: z.string().max(200).default(''),
    lastName: z.string().max(200).default(''),
  }),
]);

export const refusals = {
  tooManyGroups: refusal('groups.too-many', 409, `You can have at most ${LIMITS.groups} groups.`),
  tooManyGuests: refusal('groups.too-many-guests', 409, `A group can have at most ${LIMITS.guests} people.`, 'guests'),
  tooManyInAll: refusal(
    'groups.too-many-in-all',
    409,
    `Your groups can have at most ${LIMITS.all} people in all.`,
    'guests',
  ),
  nobody: refusal('groups.nobody', 422, 'Please select members.', 'guests'),
} as const;
