import { presenceChanged } from '@folkmoot/contract/accounts/api.ts';
import { CLOSE, type ClientFrame, type LiveEvent, ServerFrame, WATCHED_AT_MOST } from '@folkmoot/contract/core/live.ts';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { z } from 'zod';
import { isStatus } from './api-error.ts';
import { leave } from './paths.ts';
import { onAnswerTaken } from './start/first-answers.ts';
import { createSignal, createStore, useStore } from './store.ts';
import { currentAccess, refreshAccess } from './token.ts';

/*
 * One socket per tab. It only hints: after every `ready`, everything that shows live data asks for what it missed, so
 * that nothing is lost between the first response and the socket, or while the socket was closed.
 */

type Handler = (data: unknown) => void;
export type LiveStatus = 'off' | 'connecting' | 'ready';

const PING_MS = 25_000;
const SILENT_MS = 10_000;
const BACKOFF_MS = { first: 500, most: 30_000 };

/** How often to poll while the server cannot reach its other processes. */
const POLL_MS = 5000;
/** Presence is refetched, so that people who vanished with a process are not shown for ever. */
const WATCH_MS = 60_000;

const handlers = new Map<string, Set<Handler>>();
const resync = createSignal();
type Followed = { count: number; keyOf: KeyOf | undefined; key: string | undefined };
/** Fetches the key of a closed conversation; `fresh` if the known one is refused. */
type KeyOf = (fresh: boolean) => Promise<string>;
const followed = new Map<string, Followed>();
const watched = new Map<string, number>();
/** The event whose Q&A is on the screen, and the token of its page. */
let attended: { eventId: string; token: string | undefined } | undefined;
const present = createStore<ReadonlySet<string>>(new Set());
let watching: ReturnType<typeof setTimeout> | undefined;
let again: ReturnType<typeof setInterval> | undefined;
let poll: ReturnType<typeof setInterval> | undefined;

let socket: WebSocket | undefined;
let wanted = false;
const status = createStore<LiveStatus>('off');
let failures = 0;
let retry: ReturnType<typeof setTimeout> | undefined;
let ping: ReturnType<typeof setInterval> | undefined;
let silence: ReturnType<typeof setTimeout> | undefined;

/** Opens the socket and keeps it open until `stopLive`. Idempotent. */
export function startLive(): void {
  if (wanted) return;
  wanted = true;
  addEventListener('online', connectNow);
  void connect();
}

/** Closes the socket when the session ends. */
export function stopLive(): void {
  wanted = false;
  removeEventListener('online', connectNow);
  clearTimeout(retry);
  close();
  status.set('off');
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

/** Calls `handler` whenever the socket has become ready: refetch everything that may have changed. */
export const onResync = resync.subscribe;

/**
 * Asks for the events of a conversation that do not come by membership alone: of an open one that you have not joined,
 * and of a closed one, with its key.
 *
 * @returns a function that stops it.
 */
export function follow(conversationId: string, keyOf?: KeyOf): () => void {
  const known = followed.get(conversationId);
  const one = known ?? { count: 0, keyOf, key: undefined };
  one.count += 1;
  followed.set(conversationId, one);
  if (!known) void ask(conversationId, one);
  return () => {
    one.count -= 1;
    if (one.count > 0) return;
    followed.delete(conversationId);
    say({ type: 'unfollow', conversationId });
  };
}

async function ask(conversationId: string, one: Followed): Promise<void> {
  // Without a way to the server there is no key; `ready` asks again.
  if (one.keyOf) one.key = await one.keyOf(false).catch(() => undefined);
  say({ type: 'follow', conversationId, ...(one.key === undefined ? {} : { key: one.key }) });
}

/** A key that is refused may be an old one: the newest is tried once. */
async function askAnew(conversationId: string): Promise<void> {
  const one = followed.get(conversationId);
  if (!one?.keyOf) return;
  const key = await one.keyOf(true).catch(() => undefined);
  if (key === undefined || key === one.key) return;
  one.key = key;
  say({ type: 'follow', conversationId, key });
}

/**
 * Hears what happens in the Q&A of an event, one at a time. Without a session the socket is opened by the token of the page, if there
 * is one, and hears nothing else.
 *
 * @returns a function that stops it.
 */
export function attend(eventId: string, token: string | undefined, signedIn: boolean): () => void {
  const mine = { eventId, token };
  attended = mine;
  sayAttended();
  const asGuest = !signedIn && token !== undefined;
  if (asGuest) startLive();
  return () => {
    // Another page may already have said which one it attends.
    if (attended === mine) {
      attended = undefined;
      say({ type: 'attend', eventId: null });
    }
    if (asGuest) stopLive();
  };
}

function sayAttended(): void {
  if (!attended) return;
  const { eventId, token } = attended;
  say({ type: 'attend', eventId, ...(token === undefined ? {} : { token }) });
}

/** Tells the server that you are typing in a conversation, or in a thread of it. */
export function sayTyping(conversationId: string, threadId?: string): void {
  say({ type: 'typing', conversationId, ...(threadId === undefined ? {} : { threadId }) });
}

/** Asks whether somebody is there, as long as they are on the screen. @returns a function that stops it. */
function watch(userId: string): () => void {
  watched.set(userId, (watched.get(userId) ?? 0) + 1);
  watchSoon();
  return () => {
    const left = (watched.get(userId) ?? 1) - 1;
    if (left > 0) watched.set(userId, left);
    else watched.delete(userId);
    watchSoon();
  };
}

function watchSoon(): void {
  clearTimeout(watching);
  watching = setTimeout(sayWatched, 200);
}

function sayWatched(): void {
  say({ type: 'watch', userIds: [...watched.keys()].slice(0, WATCHED_AT_MOST) });
}

/** Whether somebody is online, kept current while the component is mounted; it renders again only when that changes. */
export function usePresence(userId: string | undefined): boolean {
  useEffect(() => (userId === undefined ? undefined : watch(userId)), [userId]);
  const isPresent = () => userId !== undefined && present.get().has(userId);
  return useSyncExternalStore(present.subscribe, isPresent, isPresent);
}

/** Which of these people are online, kept current while the component is mounted. */
export function usePresent(userIds: readonly string[]): readonly string[] {
  const all = userIds.join();
  useEffect(() => {
    const stops = idsIn(all).map(watch);
    return () => {
      for (const stop of stops) stop();
    };
  }, [all]);
  const online = () =>
    idsIn(all)
      .filter((id) => present.get().has(id))
      .join();
  return idsIn(useSyncExternalStore(present.subscribe, online, online));
}

const idsIn = (ids: string) => (ids === '' ? [] : ids.split(','));

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

/** Whether the socket is open, for the offline banner. */
export function useLiveStatus(): LiveStatus {
  return useStore(status);
}

async function connect(): Promise<void> {
  clearTimeout(retry);
  if (!wanted || socket) return;
  status.set('connecting');
  const access = await currentAccess().catch(() => undefined);
  if (!wanted || socket) return;
  const hello = access ? { token: access.token } : helloByPass();
  if (!hello) return later();
  const opened = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/live`);
  socket = opened;
  opened.addEventListener('open', () => opened.send(JSON.stringify({ type: 'hello', ...hello } satisfies ClientFrame)));
  opened.addEventListener('message', (event) => hear(event.data));
  opened.addEventListener('close', (event) => {
    if (socket !== opened) return;
    close();
    if (wanted) void closed(event.code, access?.token);
  });
}

/** What opens the socket of somebody without a session. */
function helloByPass(): { token: string; eventId: string } | undefined {
  return attended?.token === undefined ? undefined : { token: attended.token, eventId: attended.eventId };
}

async function closed(code: number, token: string | undefined): Promise<void> {
  status.set('connecting');
  if (code === CLOSE.unauthorised && token !== undefined) {
    const over = await refreshAccess(token).then(
      () => false,
      (error: unknown) => isStatus(error, 401),
    );
    if (over && wanted) {
      leave();
      return;
    }
  }
  // A server that stops, or drops a slow client, wants it back at once; with some delay, so that not all come together.
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

/** Tries again at once, without waiting for the next turn: for a person who asks for it. */
export function reconnect(): void {
  // One that has not been answered yet may never be.
  if (status.get() !== 'ready') close();
  connectNow();
}

function connectNow(): void {
  failures = 0;
  if (!socket) void connect();
}

function hear(text: unknown): void {
  clearTimeout(silence);
  if (typeof text !== 'string') return;
  const frame = JSON.parse(text) as ServerFrame;
  // As with answers: only worth the time in development.
  if (import.meta.env.DEV) ServerFrame.parse(frame);
  if (frame.type === 'ready') ready();
  if (frame.type === 'refused') void askAnew(frame.conversationId);
  if (frame.type === 'whole') setWhole(frame.whole);
  if (frame.type === 'present') present.set(new Set(frame.userIds));
  if (frame.type === 'event' && frame.name === presenceChanged.name) cameOrWent(frame.data);
  if (frame.type === 'event') for (const handler of handlers.get(frame.name) ?? []) handler(frame.data);
}

function ready(): void {
  failures = 0;
  status.set('ready');
  for (const [conversationId, one] of followed) void ask(conversationId, one);
  sayAttended();
  if (watched.size > 0) sayWatched();
  clearInterval(again);
  again = setInterval(() => watched.size > 0 && sayWatched(), WATCH_MS);
  clearInterval(ping);
  ping = setInterval(() => {
    say({ type: 'ping' });
    clearTimeout(silence);
    silence = setTimeout(() => socket?.close(), SILENT_MS);
  }, PING_MS);
  onAnswerTaken(resync.emit);
  resync.emit();
}

function cameOrWent(data: unknown): void {
  const { userId, present: there } = data as { userId: string; present: boolean };
  const next = new Set(present.get());
  if (there) next.add(userId);
  else next.delete(userId);
  present.set(next);
}

/** While the server cannot reach its other processes, their news is polled. */
function setWhole(whole: boolean): void {
  clearInterval(poll);
  if (!whole) poll = setInterval(resync.emit, POLL_MS);
}

function say(frame: ClientFrame): void {
  if (status.get() === 'ready' && socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
}

function close(): void {
  clearInterval(ping);
  clearInterval(again);
  clearInterval(poll);
  clearTimeout(silence);
  const old = socket;
  socket = undefined;
  old?.close();
}
