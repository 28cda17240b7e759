import { CLOSE, type ClientFrame, type LiveEvent, ServerFrame } from '@folkmoot/contract/core/live.ts';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { z } from 'zod';
import { isStatus } from './problem.ts';
import { currentAccess, refreshAccess } from './token.ts';

/*
 * One socket per tab. It only hints: after every `ready` whoever shows live data asks for what it missed, so that
 * nothing is lost between the first answer and the socket, or while the socket was away.
 */

type Handler = (data: unknown) => void;
export type LiveStatus = 'off' | 'connecting' | 'ready';

const PING_MS = 25_000;
const SILENT_MS = 10_000;
const BACKOFF_MS = { first: 500, most: 30_000 };

const handlers = new Map<string, Set<Handler>>();
const resyncs = new Set<() => void>();
const followed = new Map<string, number>();
const watchers = new Set<() => void>();

let socket: WebSocket | undefined;
let wanted = false;
let status: LiveStatus = 'off';
let failures = 0;
let retry: ReturnType<typeof setTimeout> | undefined;
let ping: ReturnType<typeof setInterval> | undefined;
let silence: ReturnType<typeof setTimeout> | undefined;

/** Opens the socket and keeps it open until `stopLive`. Again is quiet. */
export function startLive(): void {
  if (wanted) return;
  wanted = true;
  addEventListener('online', connectNow);
  void connect();
}

/** Closes the socket for good, when the session ends. */
export function stopLive(): void {
  wanted = false;
  removeEventListener('online', connectNow);
  clearTimeout(retry);
  close();
  setStatus('off');
}

/** Calls `handler` with each such event. @returns a function that stops it. */
export function onLive<Data extends z.ZodType>(
  event: LiveEvent<Data>,
  handler: (data: z.output<Data>) => void,
): () => void {
  const own: Handler = (data) => handler((import.meta.env.DEV ? event.data.parse(data) : data) as z.output<Data>);
  const set = handlers.get(event.name) ?? new Set();
  handlers.set(event.name, set.add(own));
  return () => set.delete(own);
}

/** Calls `handler` whenever the socket has become ready: ask for whatever changed meanwhile. */
export function onResync(handler: () => void): () => void {
  resyncs.add(handler);
  return () => resyncs.delete(handler);
}

/**
 * Asks for the events of a conversation one may read without having joined it; of joined ones they come anyway.
 *
 * @returns a function that stops it.
 */
export function follow(conversationId: string): () => void {
  const count = followed.get(conversationId) ?? 0;
  followed.set(conversationId, count + 1);
  if (count === 0) say({ type: 'follow', conversationId });
  return () => {
    const left = (followed.get(conversationId) ?? 1) - 1;
    if (left > 0) return void followed.set(conversationId, left);
    followed.delete(conversationId);
    say({ type: 'unfollow', conversationId });
  };
}

/** `onLive` for a component; the handler may close over the newest props. */
export function useLive<Data extends z.ZodType>(event: LiveEvent<Data>, handler: (data: z.output<Data>) => void): void {
  const newest = useEffectEvent(handler);
  useEffect(() => onLive(event, (data) => newest(data)), [event]);
}

/** `onResync` for a component. */
export function useResync(handler: () => void): void {
  const newest = useEffectEvent(handler);
  useEffect(() => onResync(() => newest()), []);
}

/** Whether the socket is open, for the banner that says one is offline. */
export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(
    (listener) => {
      watchers.add(listener);
      return () => watchers.delete(listener);
    },
    () => status,
  );
}

async function connect(): Promise<void> {
  clearTimeout(retry);
  if (!wanted || socket) return;
  setStatus('connecting');
  const access = await currentAccess().catch(() => undefined);
  if (!wanted || socket) return;
  if (!access) return later();
  const opened = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/live`);
  socket = opened;
  opened.addEventListener('open', () =>
    opened.send(JSON.stringify({ type: 'hello', token: access.token } satisfies ClientFrame)),
  );
  opened.addEventListener('message', (event) => hear(event.data));
  opened.addEventListener('close', (event) => {
    if (socket !== opened) return;
    close();
    if (wanted) void closed(event.code, access.token);
  });
}

async function closed(code: number, token: string): Promise<void> {
  setStatus('connecting');
  if (code === CLOSE.unauthorised) {
    const over = await refreshAccess(token).then(
      () => false,
      (error: unknown) => isStatus(error, 401),
    );
    if (over && wanted) {
      location.assign('/logout');
      return;
    }
  }
  // A server that stops, or drops a slow reader, wants us back at once; a little apart, so that not all come together.
  if (code === CLOSE.goingAway || code === CLOSE.tooSlow)
    retry = setTimeout(() => void connect(), Math.random() * 1000);
  else later();
}

function later(): void {
  const most = Math.min(BACKOFF_MS.first * 2 ** failures, BACKOFF_MS.most);
  failures += 1;
  clearTimeout(retry);
  retry = setTimeout(() => void connect(), most / 2 + (Math.random() * most) / 2);
}

function connectNow(): void {
  failures = 0;
  if (!socket) void connect();
}

function hear(text: unknown): void {
  clearTimeout(silence);
  const frame = ServerFrame.safeParse(typeof text === 'string' ? JSON.parse(text) : undefined);
  if (!frame.success) return;
  if (frame.data.type === 'ready') ready();
  if (frame.data.type === 'event') for (const handler of handlers.get(frame.data.name) ?? []) handler(frame.data.data);
}

function ready(): void {
  failures = 0;
  setStatus('ready');
  for (const conversationId of followed.keys()) say({ type: 'follow', conversationId });
  clearInterval(ping);
  ping = setInterval(() => {
    say({ type: 'ping' });
    clearTimeout(silence);
    silence = setTimeout(() => socket?.close(), SILENT_MS);
  }, PING_MS);
  for (const resync of resyncs) resync();
}

function say(frame: ClientFrame): void {
  if (status === 'ready' && socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
}

function close(): void {
  clearInterval(ping);
  clearTimeout(silence);
  const old = socket;
  socket = undefined;
  old?.close();
}

function setStatus(next: LiveStatus): void {
  if (next === status) return;
  status = next;
  for (const watcher of watchers) watcher();
}
