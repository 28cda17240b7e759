import { z } from 'zod';
import { Id } from '../core/ids.ts';
import { refusal } from '../core/problem.ts';
import { oneLine } from '../core/text.ts';

/** Groups of one person, people in one group and in all of them, at most; and how many people one call names. */
export const LIMITS = { name: 80, description: 250, groups: 200, guests: 50_000, all: 200_000, named: 2_000 } as const;

/** Past events that a rule looks at, at most, latest first. */
export const RULE_EVENTS = 20;

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
  /** The address of an upload for this purpose, or of the picture that is there already; null for none. */
  image: z.string().max(200).nullable().optional(),
});
export type GroupFields = z.infer<typeof GroupFields>;

const Events = z.int().min(1).max(RULE_EVENTS, `Use at most ${RULE_EVENTS} events.`);

/**
 * Who is in a living group, always at this moment: people who came to so many of your last events, who were asked to one
 * of your last `RULE_EVENTS` and came to none of them, who are on the waitlist of an event of yours that is to come, or the members of communities
 * in which you manage events. Your events are those that you host or manage by your role.
 */
export const GroupRule = z.discriminatedUnion('kind', [
  z
    .object({ kind: z.literal('came'), times: Events, last: Events })
    .refine(({ times, last }) => times <= last, { path: ['times'], error: 'This is more than all of these events.' }),
  z.object({ kind: z.literal('never_came') }),
  z.object({ kind: z.literal('waiting') }),
  z.object({ kind: z.literal('members') }),
]);
export type GroupRule = z.infer<typeof GroupRule>;

/** A new group: with a rule its people follow from it, without one they are added. */
export const NewGroup = GroupFields.extend({ rule: GroupRule.nullable().default(null) });

/** What can be changed: a living group keeps following a rule, and others keep their list. */
export const GroupChanges = GroupFields.extend({ rule: GroupRule }).partial();

/** One of your own lists of people whom you invite. */
export const GroupView = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  /** A picture that its owner alone can open. */
  image: z.string().nullable(),
  /** Null for living groups in a list: one of them is counted when it is asked for. */
  numberOfGuests: z.int().nullable(),
  /** The rule of a living group; null for a list of people. */
  rule: GroupRule.nullable(),
});
export type GroupView = z.infer<typeof GroupView>;

/**
 * A person in a group. Of somebody who was added by name, the address is not told; of an address, no account is. In a living
 * group, an address is told that the person has given to hosts.
 */
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
  living: refusal('groups.living', 409, 'The people of this group follow its rule.'),
  notLiving: refusal('groups.not-living', 409, 'The people of this group were added one by one.', 'rule'),
  nobody: refusal('groups.nobody', 422, 'Please select members.', 'guests'),
} as const;
