import { z } from 'zod';
import { ViewerView } from '../communities/schema.ts';
import { ConversationFacts, Emoji } from '../conversations/schema.ts';
import { Id } from '../core/ids.ts';
import { refusal } from '../core/problem.ts';
import { lengthOf } from '../core/text.ts';
import { text } from '../core/text-schema.ts';
import { Instant } from '../core/time.ts';

export const LIMITS = { name: 80, category: 50, description: 250 } as const;

/* Joiners and variation selectors hold emoji together; without them a family falls apart into people. */
const EMOJI = '\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\p{Regional_Indicator}\\u200D\\uFE0F\\u20E3';
const NOT_IN_CHANNEL = new RegExp(`[^\\p{L}\\p{M}\\p{Nd}${EMOJI}_'’-]`, 'gu');
const NOT_IN_CATEGORY = new RegExp(`[^\\p{L}\\p{M}\\p{Nd}${EMOJI}_'’ &-]`, 'gu');

/**
 * A channel's name as it is typed: lower case, spaces to a hyphen, and only letters and marks of any script,
 * digits, emoji, hyphen, underscore and apostrophe kept. Never changes a name that is already tidy.
 */
export function tidyChannelName(raw: string): string {
  return raw
    .toLowerCase()
    .normalize('NFC')
    .replace(/-*\s[\s-]*/gu, '-')
    .replace(NOT_IN_CHANNEL, '');
}

/** A category's name as it is typed: as a channel's, but its case, spaces and `&` stay. */
export function tidyCategoryName(raw: string): string {
  return raw.normalize('NFC').replace(NOT_IN_CATEGORY, '');
}

/** Days in which an archived channel can be restored. */
export const RESTORE_DAYS = 30;

export const ChannelMode = z.enum(['public', 'private'], 'This field is required.');
export type ChannelMode = z.infer<typeof ChannelMode>;

/** `announcement`: only holders of EDIT_CHANNEL post. */
export const ChannelType = z.enum(['text', 'announcement'], 'This field is required.');
export type ChannelType = z.infer<typeof ChannelType>;

/** Something visible: a letter, a digit, an emoji or an allowed sign; not marks and joiners alone. */
const SEEN = /[\p{L}\p{Nd}\p{Extended_Pictographic}\p{Regional_Indicator}_-]/u;

const REQUIRED = 'Channel name is required.';
export const ChannelName = text({
  required: REQUIRED,
  max: [LIMITS.name, 'Channel name cannot exceed 80 characters.'],
  onlySpaces: 'Channel name cannot be only spaces.',
})
  .transform(tidyChannelName)
  .pipe(
    z
      .string()
      .regex(SEEN, REQUIRED)
      .refine((name) => lengthOf(name) <= LIMITS.name, 'Channel name cannot exceed 80 characters.'),
  );

const CATEGORY_REQUIRED = 'Category name is required.';
export const CategoryName = text({
  required: CATEGORY_REQUIRED,
  max: [LIMITS.category, 'Category name cannot exceed 50 characters.'],
  onlySpaces: 'Category name cannot be only spaces.',
})
  .transform(tidyCategoryName)
  .pipe(z.string().regex(SEEN, CATEGORY_REQUIRED));

export const CategoryFields = z.object({ name: CategoryName });

export const Description = text({ max: [LIMITS.description, 'Description cannot exceed 250 characters.'] }).transform(
  (raw) => raw.trim(),
);

/** The sentence is shown under the field that caused it. */
export const DEFAULT_ONLY_PUBLIC = 'Default channel can only be public';

/** The fields of a channel. No defaults here: a change carries only what was sent. */
export const ChannelFields = z.object({
  name: ChannelName,
  description: Description,
  type: ChannelType,
  mode: ChannelMode,
  avatar: Emoji.nullable(),
  isDefault: z.boolean(),
  categoryId: Id.nullable(),
});

/** The channel that a new community begins with. */
export const GENERAL: z.infer<typeof ChannelFields> = {
  name: 'general',
  description: 'For everything and everyone.',
  type: 'text',
  mode: 'public',
  avatar: null,
  isDefault: true,
  categoryId: null,
};

/** The whole form: a default channel must be public. */
export const NewChannel = ChannelFields.extend({
  description: Description.default(''),
  avatar: Emoji.nullable().default(null),
  isDefault: z.boolean().default(false),
  categoryId: Id.nullable().default(null),
}).refine((channel) => !channel.isDefault || channel.mode === 'public', {
  message: DEFAULT_ONLY_PUBLIC,
  path: ['isDefault'],
});

/** A channel with the viewer's own facts; `canJoin` and `canLeave` use them on both sides. */
export const ChannelView = z.object({
  id: Id,
  serverId: Id,
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  avatar: z.string().nullable(),
  mode: ChannelMode,
  type: ChannelType,
  isDefault: z.boolean(),
  categoryId: Id.nullable(),
  memberCount: z.int(),
  joined: z.boolean(),
  createdAt: Instant,
  archivedAt: Instant.nullable(),
  conversation: z.object({ id: Id }),
});
export type ChannelView = z.infer<typeof ChannelView>;

/** A channel on its own screen: with its conversation's facts and its category's name. */
export const ChannelDetail = ChannelView.extend({
  categoryName: z.string().nullable(),
  facts: ConversationFacts,
  viewer: ViewerView,
  server: z.object({ id: Id, slug: z.string(), name: z.string() }),
  /** Whether it says who has joined the community: newcomers land in it. */
  tellsJoins: z.boolean(),
});
export type ChannelDetail = z.infer<typeof ChannelDetail>;

export const CategoryView = z.object({ id: Id, name: z.string(), channels: z.array(ChannelView) });
export type CategoryView = z.infer<typeof CategoryView>;

/** The browse screen: the viewer's role and permissions once, uncategorised channels, then categories. */
export const BrowseView = z.object({
  viewer: ViewerView,
  channels: z.array(ChannelView),
  categories: z.array(CategoryView),
});
export type BrowseView = z.infer<typeof BrowseView>;

/** One line of the sidebar. Counts stop at 100, shown as 99+. */
export const SidebarChannel = z.object({
  id: Id,
  name: z.string(),
  avatar: z.string().nullable(),
  mode: ChannelMode,
  type: ChannelType,
  isDefault: z.boolean(),
  categoryId: Id.nullable(),
  conversationId: Id,
  version: z.int(),
  unread: z.int(),
  mentions: z.int(),
});
export type SidebarChannel = z.infer<typeof SidebarChannel>;

export const SidebarView = z.object({
  channels: z.array(SidebarChannel),
  categories: z.array(z.object({ id: Id, name: z.string() })),
});
export type SidebarView = z.infer<typeof SidebarView>;

export const BrowseQuery = z.object({
  search: z.string().max(100).default(''),
  view: z.enum(['all', 'mine', 'other']).default('all'),
  mode: z.enum(['any', 'public', 'private']).default('any'),
  sort: z.enum(['most', 'newest', 'alphabetical']).default('most'),
});
export type BrowseQuery = z.infer<typeof BrowseQuery>;

export const refusals = {
  nameTaken: refusal('channels.name-taken', 409, 'There is already a channel with that name.', 'name'),
  categoryTaken: refusal('channels.category-taken', 409, 'There is already a category with that name.', 'name'),
  noSuchCategory: refusal('channels.no-such-category', 422, 'That category no longer exists.', 'categoryId'),
  defaultOnlyPublic: refusal('channels.default-only-public', 422, DEFAULT_ONLY_PUBLIC, 'isDefault'),
  orderChanged: refusal(
    'channels.order-changed',
    409,
    'The order has changed since you last saw it. Check it and try again.',
  ),
  archived: refusal('channels.archived', 409, 'This channel is archived.'),
  notArchived: refusal('channels.not-archived', 409, 'This channel is not archived.'),
  tooLate: refusal('channels.too-late', 410, 'This channel was archived more than 30 days ago.'),
  roleCannotLeave: refusal('channels.role-cannot-leave', 403, 'Admins and creators cannot leave a channel.'),
  alreadyJoined: refusal('channels.already-joined', 409, 'You are already in this channel.'),
  notJoined: refusal('channels.not-joined', 409, 'You are not in this channel.'),
} as const;
