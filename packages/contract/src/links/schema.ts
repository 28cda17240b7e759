import { z } from 'zod';
import { ChannelView } from '../channels/schema.ts';
import { AuthorView, MessageView } from '../conversations/schema.ts';
import { EventCard } from '../events/schema.ts';
import { OriginView } from '../inbox/schema.ts';

export const LIMITS = {
  /** The most cards that a message shows. */
  perMessage: 3,
  perCall: 20,
  path: 300,
  /** Code points of a message that its card shows. */
  text: 300,
} as const;

/** A link of this installation, from the root. */
export const LinkPath = z.string().min(1).max(LIMITS.path).startsWith('/');

/** A message as a card shows it. */
export const LinkedMessage = MessageView.pick({ id: true, seq: true, authorId: true, mentions: true, createdAt: true })
  // Shortened.
  .extend({ text: z.string(), attachments: z.int() });

/** What a link leads to, as far as a card shows it. */
export const LinkCard = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('event'), path: LinkPath, event: EventCard }),
  z.object({
    kind: z.literal('channel'),
    path: LinkPath,
    channel: ChannelView.pick({
      id: true,
      name: true,
      description: true,
      avatar: true,
      mode: true,
      memberCount: true,
      archivedAt: true,
    }),
    serverName: z.string(),
  }),
  z.object({ kind: z.literal('message'), path: LinkPath, origin: OriginView, message: LinkedMessage }),
]);
export type LinkCard = z.infer<typeof LinkCard>;

/** Everyone whom the messages among the cards show. */
export const People = z.array(AuthorView);
