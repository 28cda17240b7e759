import type { LiveEvent, ServerFrame } from '@folkmoot/contract/core/live.ts';
import type { z } from 'zod';

/** An audience is made of rooms. A socket is in those whose events its person may get. */
export const rooms = {
  user: (userId: string) => `user:${userId}`,
  server: (serverId: string) => `server:${serverId}`,
  /** Holders of EDIT_CHANNEL, who also get events of private channels they are not in. */
  editors: (serverId: string) => `editors:${serverId}`,
  /** Everyone who reads a conversation, and its threads: by membership if it is open, by its key if it is closed. */
  conversation: (conversationId: string) => `conversation:${conversationId}`,
  /**
   * Everyone inside a closed conversation, and a thread's followers: they are told that something happened, not what.
   */
  members: (conversationId: string) => `members:${conversationId}`,
  /** Everyone who has to do with an event, until a day after its end. Its hosts are always told by their own rooms. */
  event: (eventId: string) => `event:${eventId}`,
  /** Who has an event's Q&A on the screen, and those of them who are its hosts. */
  qna: (eventId: string) => `qna:${eventId}`,
  qnaHosts: (eventId: string) => `qna-hosts:${eventId}`,
};

/** Whose events a person does not get: what they write, and whether they are there. */
export type Unheard = { hidden: string[]; apart: string[] };

/**
 * What a command wants done after its commit, in this order and at once. Plain data, so that it can travel
 * to other processes: every process carries out the same list on its own sockets and caches.
 */
export type Effect =
  /** Not to people from whom one of `by` is hidden, unless they are in the room `despite`: those who look after a community see everybody. */
  | { do: 'publish'; rooms: string[]; text: string; by?: string[]; despite?: string }
  | GatherEffect
  /** Who has an event's Q&A on the screen in one process. */
  | { do: 'attendance'; process: string; eventId: string; people: string[] }
  /** Asks at once whether its hosts, and people with a pass, may still hear an event's Q&A. */
  | { do: 'attendAgain'; eventId: string }
  | { do: 'joinRooms' | 'leaveRooms'; userIds: string[]; rooms: string[] }
  /** Everyone whom membership has put into `room` joins `into` as well. */
  | { do: 'joinFrom'; room: string; into: string }
  | { do: 'clearRooms'; rooms: string[] }
  | ({ do: 'setHidden'; userId: string } & Unheard)
  | { do: 'presence'; userId: string; present: boolean }
  | { do: 'setInvisible'; userId: string; invisible: boolean }
  | { do: 'invalidateSessions'; userId: string }
  | { do: 'invalidateServer'; serverId: string }
  | { do: 'close'; userId: string; sessionId: string | null }
  /** There is work in a queue, put there by a process that does none. */
  | { do: 'wake'; queue: string };

/** One thing as it is now; of two with the same id, that with the higher `rev` is newer. */
export type Latest = { _id: string; rev: number };

/**
 * Items that change many times a second: each process keeps the newest of each, and sends them together a few times a second.
 * The frame has `about`, and the items under the name `list`.
 */
export type GatherEffect = {
  do: 'gather';
  room: string;
  name: string;
  about: object;
  list: string;
  items: Latest[];
};

/** The conversations that these effects notify. */
export function conversationsIn(effects: readonly Effect[]): string[] {
  const told = effects.flatMap((effect) => (effect.do === 'publish' ? effect.rooms : []));
  const start = rooms.conversation('');
  return [...new Set(told.flatMap((room) => (room.startsWith(start) ? [room.slice(start.length)] : [])))];
}

/** The frame of an event as text, encoded once however many sockets it goes to. */
export function encode<Data extends z.ZodType>(event: LiveEvent<Data>, data: z.input<Data>): string {
  return JSON.stringify({ type: 'event', name: event.name, data } satisfies ServerFrame);
}
