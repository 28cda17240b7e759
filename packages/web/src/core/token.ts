import { accessToken } from '@folkmoot/contract/accounts/api.ts';
import { ApiError, offlineError, readError } from './api-error.ts';
import { clientHeaders } from './headers.ts';
import { firstAddress, forgetFirstAnswers, isMembersPage, keepFirstAnswers } from './start/first-answers.ts';
import { recall, remember } from './storage.ts';
import { createStore } from './store.ts';

/**
 * The access token of this tab, in memory only. The httpOnly cookie makes new ones; tabs share what they get,
 * so that however many calls meet a 401 at once, in however many tabs, one refresh is made.
 */
export type Access = {
  token: string;
  userId: string;
  sessionId: string;
  /** When this tab should fetch the next one, by this machine's clock: a minute before it expires. */
  renewAt: number;
};

export type SessionState =
  | { status: 'unknown' }
  | { status: 'signedOut' }
  | { status: 'signedIn'; userId: string; sessionId: string };

const AHEAD_MS = 60_000;
/** The longest that a call holds up those of all tabs that use the session's cookie, in milliseconds. */
export const ALONE_MS = 30_000;
const LOCK = 'folkmoot.session';
const WAS_SIGNED_IN = 'signed-in';

type Shared = { type: 'access'; access: Access } | { type: 'signedOut' };

let access: Access | undefined;
const state = createStore<SessionState>({ status: 'unknown' });
let refreshing: Promise<Access> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const channel =
  import.meta.env.SSR || typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('folkmoot.session');

channel?.addEventListener('message', (event: MessageEvent<Shared>) => {
  if (event.data.type === 'access') keep(event.data.access);
  else drop();
});

/** The session as this tab knows it. The object changes only when the session does. */
export function sessionState(): SessionState {
  return state.get();
}

/** Calls `listener` whenever the session changes. @returns a function that stops it. */
export const onSession = state.subscribe;

/** The token to send now, if any: a fresh one is fetched first when this one is about to expire. */
export async function currentAccess(): Promise<Access | undefined> {
  if (!access) return undefined;
  if (access.renewAt > Date.now()) return access;
  return refreshAccess(access.token).catch((error: unknown) => {
    if (error instanceof ApiError && error.statusCode === 401) throw error;
    return access;
  });
}

/**
 * Gets a new token with the session cookie, once for all concurrent callers (single flight).
 *
 * @param stale the token that was refused; if another tab has replaced it already, the new one is used.
 * @throws ApiProblem 401 when there is no session (any more), or the offline problem.
 */
export function refreshAccess(stale?: string): Promise<Access> {
  const replaced = () =>
    stale !== undefined && access && access.token !== stale && access.renewAt > Date.now() ? access : undefined;
  const already = replaced();
  if (already) return Promise.resolve(already);
  refreshing ??= alone(async () => {
    const meanwhile = replaced();
    if (meanwhile) return meanwhile;
    const fresh = await fetchAccess();
    keep(fresh);
    channel?.postMessage({ type: 'access', access: fresh } satisfies Shared);
    return fresh;
  }).finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

/** Whether somebody was signed in here when the last page closed, or the server thinks so. Only a guess: the cookie alone decides. */
export function seemsSignedIn(): boolean {
  return recall(WAS_SIGNED_IN) !== undefined || isMembersPage();
}

/** There is nobody: for a page that is drawn on the server. */
export function assumeSignedOut(): void {
  state.set({ status: 'signedOut' });
}

let starting: Promise<SessionState> | undefined;

/** Finds out once, at the start of the page, whether there is a session. Never throws. */
export function startSession(): Promise<SessionState> {
  if (state.get().status !== 'unknown') return Promise.resolve(state.get());
  starting ??= refreshAccess()
    .then(state.get)
    .catch((error: unknown) => {
      // Without a network nobody knows: stay unknown, so that the next navigation asks again.
      starting = undefined;
      if (error instanceof ApiError && error.statusCode === 401) setState({ status: 'signedOut' });
      return state.get();
    });
  return starting;
}

/** Adopts a session that was just created by signing in. */
export async function takeUpSession(): Promise<void> {
  forgetAccess();
  await refreshAccess();
}

/** Forgets the token here, and when `everywhere` in the other tabs too. */
export function dropSession(everywhere: boolean): void {
  drop();
  if (everywhere) channel?.postMessage({ type: 'signedOut' } satisfies Shared);
}

/** The claims of an access token. Only read here, never trusted: the server checks the signature. */
export function readToken(token: string, now: number): Access {
  const part = token.split('.')[1] ?? '';
  const bytes = Uint8Array.from(atob(part.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));
  const claims = JSON.parse(new TextDecoder().decode(bytes)) as {
    sub?: unknown;
    sid?: unknown;
    iat?: unknown;
    exp?: unknown;
  };
  // Only the lifetime counts, not the time of day: this machine's clock may be wrong by hours.
  const seconds = typeof claims.exp === 'number' && typeof claims.iat === 'number' ? claims.exp - claims.iat : 0;
  return {
    token,
    userId: String(claims.sub ?? ''),
    sessionId: String(claims.sid ?? ''),
    renewAt: now + Math.max(seconds * 1000 - AHEAD_MS, 10_000),
  };
}

/** A token; the page's own call has the first answers of its screen beside it. */
type Started = { token: unknown; answers: Record<string, unknown> };

async function fetchAccess(): Promise<Access> {
  const ask = (path: string) =>
    fetch(path, {
      method: accessToken.method,
      credentials: 'same-origin',
      headers: clientHeaders(),
      signal: AbortSignal.timeout(ALONE_MS),
    }).catch(() => {
      throw offlineError();
    });
  const first = firstAddress();
  // The browser asked for that one before we could wait for our turn: another tab may have replaced the session meanwhile.
  // A connection that failed then may be there by now.
  const started = first === undefined ? undefined : await ask(first).catch(() => undefined);
  const response = started && started.status !== 401 ? started : await ask(accessToken.path);
  if (!response.ok) throw await readError(response);
  const { token, answers } = ((await response.json().catch(() => undefined)) ?? {}) as Partial<Started>;
  if (typeof token !== 'string')
    throw new ApiError({ statusCode: 401, code: 'core.signed-out', message: 'Sign in to continue.' });
  if (answers) keepFirstAnswers(answers);
  return readToken(token, Date.now());
}

let before: Promise<unknown> = Promise.resolve();

/**
 * Does what uses or changes the session's cookie alone: one after another, in all tabs. Turning on two-step sign-in, for
 * example, replaces the session, and a token asked for with the old cookie meanwhile would say that you are signed out.
 * `navigator.locks` is missing on plain http; then only this tab waits.
 */
export function alone<T>(work: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request(LOCK, work);
  const done = before.then(work);
  before = done.catch(() => undefined);
  return done;
}

function keep(next: Access): void {
  access = next;
  clearTimeout(timer);
  timer = setTimeout(
    () => void refreshAccess(next.token).catch(() => undefined),
    Math.max(next.renewAt - Date.now(), 0),
  );
  const now = state.get();
  if (now.status === 'signedIn' && now.userId !== next.userId) forgetFirstAnswers();
  if (now.status !== 'signedIn' || now.userId !== next.userId || now.sessionId !== next.sessionId) {
    setState({ status: 'signedIn', userId: next.userId, sessionId: next.sessionId });
  }
}

function drop(): void {
  forgetAccess();
  if (state.get().status !== 'signedOut') setState({ status: 'signedOut' });
}

function forgetAccess(): void {
  access = undefined;
  forgetFirstAnswers();
  clearTimeout(timer);
}

function setState(next: SessionState): void {
  remember(WAS_SIGNED_IN, next.status === 'signedIn' ? 'yes' : undefined);
  state.set(next);
}
