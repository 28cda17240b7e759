import type { ServerFrame } from '@folkmoot/contract/core/live.ts';
import { WebSocket } from 'ws';

/** The events that one socket has received. */
export type SocketClient = {
  socket: WebSocket;
  heard: { name: string; data: never }[];
  /** Waits for an event; those before it are kept in `heard`. */
  hear(name: string): Promise<Record<string, never>>;
  /** Asks and waits for the answer, so that every event sent before it has arrived. */
  settle(): Promise<void>;
  /** Asks to follow a conversation; returns whether it may. */
  follow(conversationId: string, key?: string): Promise<boolean>;
  /** Asks to hear the Q&A of an event; returns whether as a host, or undefined if it may not. */
  attend(eventId: string, token?: string): Promise<boolean | undefined>;
  /** Asks which of these people are online. */
  watch(userIds: string[]): Promise<string[]>;
  closed: Promise<number>;
};

export type SocketClients = {
  /** Every socket so far, in whatever state. */
  open: readonly WebSocket[];
  /** A browser's socket, past its `hello`. */
  listen(as: { token: string; eventId?: string }): Promise<SocketClient>;
  /** Ends this socket too at the end. */
  keep(socket: WebSocket): void;
  close(): void;
};

/** Sockets on a product that listens at `address` (`ws://…`). */
export function openSocketClients(address: string): SocketClients {
  const open: WebSocket[] = [];
  return {
    open,
    listen: (as) => listen(address, open, as),
    keep: (socket) => void open.push(socket),
    close: () => {
      for (const socket of open) socket.terminate();
    },
  };
}

async function listen(
  address: string,
  open: WebSocket[],
  as: { token: string; eventId?: string },
): Promise<SocketClient> {
  const socket = new WebSocket(`${address}/live`);
  open.push(socket);
  const heard: SocketClient['heard'] = [];
  const waiting = new Set<(frame: ServerFrame) => void>();
  socket.on('message', (raw) => {
    const frame = JSON.parse(String(raw)) as ServerFrame;
    if (frame.type === 'event') heard.push(frame as never);
    for (const look of [...waiting]) look(frame);
  });
  const until = (fits: (frame: ServerFrame) => boolean) =>
    new Promise<ServerFrame>((resolve) => {
      const look = (frame: ServerFrame) => {
        if (!fits(frame)) return;
        waiting.delete(look);
        resolve(frame);
      };
      waiting.add(look);
    });
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  await new Promise((resolve) => socket.once('open', resolve));
  const ready = until((frame) => frame.type === 'ready');
  socket.send(JSON.stringify({ type: 'hello', token: as.token, eventId: as.eventId }));
  await ready;
  return {
    socket,
    heard,
    closed,
    hear: async (name) => {
      const known = heard.find((event) => event.name === name);
      if (known) return known.data;
      const frame = await until((one) => one.type === 'event' && one.name === name);
      return (frame as { data: Record<string, never> }).data;
    },
    async follow(conversationId, key) {
      const answer = until((frame) => 'conversationId' in frame && frame.conversationId === conversationId);
      socket.send(JSON.stringify({ type: 'follow', conversationId, key }));
      return (await answer).type === 'followed';
    },
    async attend(eventId, token) {
      const answer = until((frame) => frame.type === 'attending' || frame.type === 'notAttending');
      socket.send(JSON.stringify({ type: 'attend', eventId, token }));
      const frame = await answer;
      return frame.type === 'attending' ? frame.host : undefined;
    },
    async watch(userIds) {
      const answer = until((frame) => frame.type === 'present');
      socket.send(JSON.stringify({ type: 'watch', userIds }));
      const frame = await answer;
      return frame.type === 'present' ? frame.userIds : [];
    },
    async settle() {
      const pong = until((frame) => frame.type === 'pong');
      socket.send(JSON.stringify({ type: 'ping' }));
      await pong;
    },
  };
}
