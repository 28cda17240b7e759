import { ClientFrame, type ServerFrame } from '@folkmoot/contract/core/live.ts';
import type { WebSocket } from 'ws';
import type { Unheard } from './live.ts';

/** Bytes that may be queued for a slow connection before it is disconnected to catch up later. */
export const MOST_WAITING = 1024 * 1024;
const ASKS_A_MINUTE = 120;
/**
 * Frames that one socket may send in a minute, of whatever kind. A browser sends fifty when it connects and a few a
 * minute after that.
 */
export const FRAMES_A_MINUTE = 600;
const TYPING_MS = 2000;
/** How long a closing socket may take to answer before it is cut off. */
const GOODBYE_MS = 2000;

/** A socket with a person behind it. */
export type Connection = {
  socket: WebSocket;
  userId: string;
  sessionId: string;
  /** Of somebody without a session: the event whose Q&A their pass opens. */
  visits: string | undefined;
  /** The Q&A on its screen. */
  attends: { eventId: string; key: string; host: boolean; token: string | undefined } | undefined;
  rooms: Set<string>;
  /** Rooms it follows by asking; the value says whether its person is a member there. */
  visiting: Map<string, boolean>;
  /** While its rooms are being read: the rooms from which it was removed in the meantime. */
  left: Set<string> | undefined;
  /** Whose events it does not get. */
  unheard: Unheard;
  /** People whose presence is on its screen. */
  watched: ReadonlySet<string>;
  /** How many questions it has asked in the current minute. */
  asked: { since: number; times: number };
  /** How many frames it has sent in the current minute. */
  said: { since: number; times: number };
  /** It is no longer served: nothing is sent to it, and its frames are not read. */
  gone: boolean;
  typedAt: number;
  /** It has answered the last ping. */
  alive: boolean;
};

export function newConnection(
  socket: WebSocket,
  who: { userId: string; sessionId: string },
  visits?: string,
): Connection {
  return {
    socket,
    ...who,
    visits,
    attends: undefined,
    rooms: new Set(),
    visiting: new Map(),
    left: undefined,
    unheard: { hidden: [], apart: [] },
    watched: new Set(),
    asked: { since: performance.now(), times: 0 },
    said: { since: performance.now(), times: 0 },
    gone: false,
    typedAt: Number.NEGATIVE_INFINITY,
    alive: true,
  };
}

/** Each question costs a database query, so they are limited. */
export function mayAsk(connection: Connection): boolean {
  return isWithin(connection.asked, ASKS_A_MINUTE);
}

/** Every frame costs something to read and to answer: counts one, and returns whether there may still be more. */
export function maySay(connection: Connection): boolean {
  return isWithin(connection.said, FRAMES_A_MINUTE);
}

function isWithin(count: { since: number; times: number }, most: number): boolean {
  const now = performance.now();
  if (now - count.since > 60_000) {
    count.since = now;
    count.times = 0;
  }
  count.times += 1;
  return count.times <= most;
}

/** Whether it may say again that its person is typing. */
export function mayType(connection: Connection): boolean {
  const now = performance.now();
  if (now - connection.typedAt < TYPING_MS) return false;
  connection.typedAt = now;
  return true;
}

export function readFrame(raw: unknown): ClientFrame | undefined {
  try {
    return ClientFrame.safeParse(JSON.parse(String(raw))).data;
  } catch {
    return undefined;
  }
}

/**
 * Sends one frame; nothing else does. A client that does not read gets no further frame once a megabyte is
 * queued for it.
 *
 * @returns false if the connection has fallen too far behind and must be disconnected.
 */
export function send(connection: Connection, frame: ServerFrame | Buffer): boolean {
  const { socket } = connection;
  if (connection.gone || socket.readyState !== socket.OPEN) return true;
  if (socket.bufferedAmount > MOST_WAITING) return false;
  socket.send(Buffer.isBuffer(frame) ? frame : JSON.stringify(frame), { binary: false });
  return true;
}

/**
 * Closes a socket, and cuts it off if the other end does not answer the closing handshake: a client can simply not do
 * so.
 */
export function hangUp(socket: WebSocket, code: number): void {
  socket.close(code);
  const cut = setTimeout(() => socket.terminate(), GOODBYE_MS);
  cut.unref();
  socket.once('close', () => clearTimeout(cut));
}
