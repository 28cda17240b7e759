import { z } from 'zod';
import { ImageUrl, PersonView } from '../accounts/schema.ts';
import {
  LIMITS as CONVERSATION,
  ConversationFacts,
  ConversationType,
  MembershipView,
  MessageView,
} from '../conversations/schema.ts';
import { Id } from '../core/ids.ts';
import { refusal } from '../core/problem.ts';
import { oneLine } from '../core/text.ts';
import { text } from '../core/text-schema.ts';
import { Instant } from '../core/time.ts';

/** The specification's page for private conversations, and how many people a group can hold. */
export const LIMITS = { page: 15, people: CONVERSATION.people, name: 80, faces: 4 } as const;

/** People with whom somebody may start conversations within an hour; fewer on the first day of their account. */
export const NEW_PEOPLE = { firstDay: 8, later: 120 } as const;

export const GroupName = text({ max: [LIMITS.name, 'A name cannot exceed 80 characters.'] }).transform(oneLine);

/** What can be changed about a group. */
export const PersonalFields = z.object({ coverUrl: ImageUrl.nullable(), name: GroupName });

/** A private or group conversation in a list: who is in it, and its newest message. */
export const PersonalView = z.object({
  id: Id,
  type: ConversationType,
  /** A group's own name; empty if the names of its people serve as its name. */
  name: z.string(),
  coverUrl: z.string().nullable(),
  /** True if the caller started it. */
  isOwn: z.boolean(),
  eventId: Id.nullable(),
  memberCount: z.int(),
  /** The others, or a few of them if there are many. */
  conversationMembers: z.array(PersonView.extend({ userId: Id })),
  lastMessage: MessageView.pick({ id: true, seq: true, authorId: true, text: true, createdAt: true, hidden: true })
    .extend({ attachments: z.int(), deleted: z.boolean() })
    .nullable(),
  membership: MembershipView,
  version: z.int(),
  activeAt: Instant,
});
export type PersonalView = z.infer<typeof PersonalView>;

/** One of them on its own screen. */
export const PersonalDetail = PersonalView.extend({ facts: ConversationFacts });
export type PersonalDetail = z.infer<typeof PersonalDetail>;

export const PersonalFilter = z.enum(['all', 'unread', 'one-to-one', 'group', 'event-group']);
export type PersonalFilter = z.infer<typeof PersonalFilter>;

export const refusals = {
  nobody: refusal('personal.nobody', 422, 'Choose at least one other person.', 'users'),
  tooMany: refusal('personal.too-many', 422, 'A group can have at most 100 people.', 'users'),
  unknownPerson: refusal('personal.unknown-person', 422, 'You cannot message one of these people.', 'users'),
  notTaking: refusal('personal.not-taking', 403, 'This person is not taking messages from you at the moment.', 'users'),
  oneNotTaking: refusal(
    'personal.one-not-taking',
    403,
    'One of these people is not taking messages from you at the moment.',
    'users',
  ),
  tooManyNew: refusal(
    'personal.too-many-new',
    429,
    'You have started many conversations in the last hour. Wait a little before the next one.',
  ),
  notAGroup: refusal('personal.not-a-group', 422, 'Only groups have a name, a cover and members.'),
  namedByEvent: refusal('personal.named-by-event', 403, 'This chat has the name and the cover of its event.'),
  notYours: refusal('personal.not-yours', 403, 'Only the person who started a group can remove people from it.'),
} as const;
