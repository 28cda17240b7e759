import { ClientFrame, type ServerFrame } from '@folkmoot/contract/core/live.ts';
import type { WebSocket } from 'ws';

/** Bytes that may wait for a slow reader before it is let go to catch up later. */
export const MOST_WAITING = 1024 * 1024;
const ASKS_A_MINUTE = 120;
const TYPING_MS = 2000;

/** A socket with a person behind it. */
export type Reader = {
  socket: WebSocket;
  userId: string;
  sessionId: string;
  rooms: Set<string>;
  /** Rooms it follows by asking; the value says whether its person is a member there. */
  visiting: Map<string, boolean>;
  /** While its rooms are being read: those it was sent out of meanwhile. */
  left: Set<string> | undefined;
  /** People it hears nothing of. */
  hidden: ReadonlySet<string>;
  /** People whose coming and going is on its screen. */
  watched: ReadonlySet<string>;
  /** How often it has asked for something in the present minute. */
  asked: { since: number; times: number };
  typedAt: number;
  /** It has answered since it was last asked whether it is still there. */
  alive: boolean;
};

export function newReader(socket: WebSocket, who: { userId: string; sessionId: string }): Reader {
  return {
    socket,
    ...who,
    rooms: new Set(),
    visiting: new Map(),
    left: undefined,
    hidden: new Set(),
    watched: new Set(),
    asked: { since: performance.now(), times: 0 },
    typedAt: Number.NEGATIVE_INFINITY,
    alive: true,
  };
}

/** Asking is a look into the database, so nobody may do it without end. */
export function mayAsk(reader: Reader): boolean {
  const now = performance.now();
  if (now - reader.asked.since > 60_000) reader.asked = { since: now, times: 0 };
  reader.asked.times += 1;
  return reader.asked.times <= ASKS_A_MINUTE;
}

/** Whether it may say again that its person is typing. */
export function mayType(reader: Reader): boolean {
  const now = performance.now();
  if (now - reader.typedAt < TYPING_MS) return false;
  reader.typedAt = now;
  return true;
}

export function readFrame(raw: unknown): ClientFrame | undefined {
  try {
    return ClientFrame.safeParse(JSON.parse(String(raw))).data;
  } catch {
    return undefined;
  }
}

export function send(socket: WebSocket, frame: ServerFrame): void {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(frame));
}
