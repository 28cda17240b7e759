import { z } from 'zod';
import { Id } from './ids.ts';

/** One kind of live event: its name on the wire and the shape it carries. */
export type LiveEvent<Data extends z.ZodType = z.ZodType> = { readonly name: string; readonly data: Data };

/** Declares a live event. Slices keep theirs in `api.ts` beside their endpoints. */
export function liveEvent<Data extends z.ZodType>(name: string, data: Data): LiveEvent<Data> {
  return { name, data };
}

/** People whose coming and going one socket can watch. */
export const WATCHED_AT_MOST = 200;

/**
 * What a browser may send on the socket. The first frame must be `hello`; a socket that is silent for five seconds is
 * closed. `follow` asks for a conversation that the person may read without having joined it, or for a closed one,
 * with its key. `watch` names the people whose presence is on the screen. `attend` asks for what happens in the Q&A of an event,
 * one at a time; null leaves it. `token` of `attend` is that of the page's address. A `hello` with an `eventId` is of somebody
 * without a session: its `token` is a pass, and the socket hears the Q&A of that event and nothing else.
 */
export const ClientFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), token: z.string().max(4000), eventId: Id.optional() }),
  z.object({ type: z.literal('follow'), conversationId: Id, key: z.string().max(100).optional() }),
  z.object({ type: z.literal('unfollow'), conversationId: Id }),
  z.object({ type: z.literal('typing'), conversationId: Id, threadId: Id.optional() }),
  z.object({ type: z.literal('watch'), userIds: z.array(Id).max(WATCHED_AT_MOST) }),
  z.object({ type: z.literal('attend'), eventId: Id.nullable(), token: z.string().max(500).optional() }),
  z.object({ type: z.literal('ping') }),
]);
export type ClientFrame = z.infer<typeof ClientFrame>;

/** What the server says. `ready` comes once after `hello`, and after it a client catches up by version. */
export const ServerFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('pong') }),
  z.object({ type: z.literal('followed'), conversationId: Id }),
  z.object({ type: z.literal('refused'), conversationId: Id }),
  /** In the room of an event's Q&A, or of its hosts as well. */
  z.object({ type: z.literal('attending'), eventId: Id, host: z.boolean() }),
  z.object({ type: z.literal('notAttending'), eventId: Id }),
  /** Which of the watched people are online. */
  z.object({ type: z.literal('present'), userIds: z.array(Id) }),
  /** `false` while other processes cannot be reached: ask for changes now and then. */
  z.object({ type: z.literal('whole'), whole: z.boolean() }),
  z.object({ type: z.literal('event'), name: z.string(), data: z.unknown() }),
]);
export type ServerFrame = z.infer<typeof ServerFrame>;

/** Close codes of our own (RFC 6455 leaves 4000 to 4999 to applications). */
export const CLOSE = {
  /** The first frame was not a valid `hello`: refresh the session, then connect again. */
  unauthorised: 4401,
  /** The process is stopping: reconnect at once, to another one. */
  goingAway: 4503,
  /** The reader fell behind: connect again and catch up by version. */
  tooSlow: 4408,
  /** The socket sent more than any browser does: connect again later. */
  tooMuch: 4429,
} as const;
