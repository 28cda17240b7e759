import { HEADERS } from '@folkmoot/contract/core/client.ts';
import type { Address, Answer, Endpoint, Input } from '@folkmoot/contract/core/endpoint.ts';
import { refusals } from '@folkmoot/contract/core/problem.ts';
import { v4 } from 'uuid';
import { ApiError, offlineError, readError } from './api-error.ts';
import { clientHeaders } from './headers.ts';
import { leave } from './paths.ts';
import { forgetFirstAnswers, takeFirstAnswer } from './start/first-answers.ts';
import { type Access, ALONE_MS, alone, currentAccess, refreshAccess, sessionState } from './token.ts';

const RELOADED = 'folkmoot.reloaded-for-version';

/** Any endpoint at all; its input is checked where `call` is called. */
export type AnyEndpoint = Endpoint;

const members = new Map<string, string>();
let currentServer: string | undefined;

/** Remembers who you are in a community, for the `x-member-id` header. */
export function noteMember(serverId: string, memberId: string): void {
  members.set(serverId, memberId);
}

/** Remembers which community is on the screen, for calls whose path names none. */
export function noteCurrentServer(serverId: string | undefined): void {
  currentServer = serverId;
}

/** Forgets every membership, when somebody else may sign in. */
export function forgetMembers(): void {
  members.clear();
  currentServer = undefined;
}

export type CallOptions = {
  signal?: AbortSignal;
  /** Sent even when the page is closing. */
  keepalive?: boolean;
  /** The kind of response wanted, if it is a file. */
  accept?: string;
  /** Sent as nobody: without the session, its cookie and the mark of this tab, so that it cannot be told whose call it is. */
  asNobody?: boolean;
};

/**
 * Calls an endpoint of the contract. Path names, query and body are given flat in one object.
 *
 * A 401 leads to one refresh (shared by all calls that get one) and one retry. If that fails and there was a
 * session, it is over: the browser goes to `/logout`. A visitor without a session only gets the error.
 *
 * @throws ApiError with the server's sentence, or the offline error.
 */
export async function call<E extends AnyEndpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions = {},
): Promise<Answer<E>> {
  const parts = splitInput(endpoint, input as Record<string, unknown>);
  if (endpoint.method !== 'GET') forgetFirstAnswers();
  const first = takeFirstAnswer(parts.path);
  if (first !== undefined) return first as Answer<E>;
  return read(endpoint, await exchange(endpoint, parts, options));
}

/**
 * The answer to a call if it came with the page, at once, so that the first render shows it; undefined if it did not, or
 * somebody has taken it before.
 */
export function firstAnswer<E extends AnyEndpoint>(endpoint: E, input: Input<E>): Answer<E> | undefined {
  return takeFirstAnswer(splitInput(endpoint, input as Record<string, unknown>).path) as Answer<E> | undefined;
}

/**
 * Fetches one of our files that not everybody may read, in the same way as any call: with its headers, one refresh and one retry.
 *
 * @throws ApiError with the server's sentence, or the offline error.
 */
export async function fetchFile(path: string): Promise<Blob> {
  const parts: RequestParts = { path, body: undefined, serverId: undefined };
  const response = await exchange({ method: 'GET', by: 'handler' }, parts, { accept: '*/*' });
  if (!response.ok) return fail(response);
  return response.blob().catch(() => {
    throw offlineError();
  });
}

type Way = Pick<Address, 'method' | 'by'>;

/** Sends, and sends again if the session had to be refreshed or confirmed first. */
async function exchange(way: Way, parts: RequestParts, options: CallOptions): Promise<Response> {
  if (options.asNobody) return send(way, parts, undefined, options);
  const access = await currentAccess().catch(endSession);
  const first = await (way.by === 'library' && way.method !== 'GET'
    ? alone(() => send(way, parts, access, { ...options, signal: AbortSignal.timeout(ALONE_MS) }))
    : send(way, parts, access, options));
  // The same call again, after its person has confirmed their identity: nothing they typed is lost.
  if (first.status === 403 && (await isConfirmed(first.clone())))
    return send(way, parts, await currentAccess(), options);
  if (first.status !== 401 || way.by === 'library') return first;
  const problem = await readError(first);
  const fresh = await refreshAccess(access?.token ?? '').catch((error: unknown) => {
    if (error instanceof ApiError && error.statusCode === 401) return undefined;
    throw error;
  });
  if (!fresh) return endSession(problem);
  const second = await send(way, parts, fresh, options);
  if (second.status === 401) return endSession(await readError(second));
  return second;
}

let confirmer: (() => Promise<boolean>) | undefined;
let confirming: Promise<boolean> | undefined;

/** Registers the function that asks people to confirm their identity. The shell does this. */
export function setConfirmer(ask: (() => Promise<boolean>) | undefined): void {
  confirmer = ask;
}

/** Has the person confirm their identity if the response asks for it; once for all calls that wait for it. */
async function isConfirmed(answer: Response): Promise<boolean> {
  const { code } = await readError(answer);
  if (code !== refusals.confirmItIsYou.code || !confirmer) return false;
  confirming ??= confirmer().finally(() => {
    confirming = undefined;
  });
  return confirming;
}

/** Goes to `/logout` if there was a session; always throws. */
function endSession(problem: unknown): never {
  const over =
    problem instanceof ApiError && problem.statusCode === 401 && problem.code !== refusals.contradiction.code;
  if (over && sessionState().status === 'signedIn' && location.pathname !== '/logout') leave();
  throw problem;
}

export type RequestParts = { path: string; body: string | undefined; serverId: string | undefined };

/** Splits a flat input into path, query and body, as the endpoint takes it. */
export function splitInput(endpoint: Address, input: Record<string, unknown>): RequestParts {
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input[name])));
  const search = new URLSearchParams();
  const body: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(input)) {
    if (names.includes(key) || value === undefined) continue;
    if (endpoint.queryNames.includes(key)) search.set(key, String(value));
    else body[key] = value;
  }
  const query = search.toString();
  return {
    path: `${path}${query ? `?${query}` : ''}`,
    body: endpoint.hasBody ? JSON.stringify(body) : undefined,
    serverId: typeof input.serverId === 'string' && names.includes('serverId') ? input.serverId : undefined,
  };
}

async function send(
  { method }: Way,
  parts: RequestParts,
  access: Access | undefined,
  options: CallOptions,
): Promise<Response> {
  const headers = clientHeaders(options.accept);
  if (options.asNobody) headers[HEADERS.client] = v4();
  if (parts.body !== undefined) headers['content-type'] = 'application/json';
  if (access) {
    headers.authorization = `Bearer ${access.token}`;
    headers[HEADERS.user] = access.userId;
    const memberId = members.get(parts.serverId ?? currentServer ?? '');
    if (memberId) headers[HEADERS.member] = memberId;
  }
  try {
    return await fetch(parts.path, {
      method,
      headers,
      credentials: options.asNobody ? 'omit' : 'same-origin',
      ...(parts.body === undefined ? {} : { body: parts.body }),
      ...(options.signal ? { signal: options.signal } : {}),
      ...(options.keepalive ? { keepalive: true } : {}),
    });
  } catch (error) {
    if (options.signal?.aborted && options.signal.reason?.name !== 'TimeoutError') throw error;
    throw offlineError();
  }
}

async function read<E extends AnyEndpoint>(endpoint: E, response: Response): Promise<Answer<E>> {
  if (!response.ok) return fail(response);
  const text = await response.text().catch(() => {
    throw offlineError();
  });
  const answer: unknown = text === '' ? {} : JSON.parse(text);
  // In development an answer that breaks the contract fails loudly; in production the check would only cost time.
  if (import.meta.env.DEV && endpoint.by === 'handler') return endpoint.returns.parse(answer) as Answer<E>;
  return answer as Answer<E>;
}

async function fail(response: Response): Promise<never> {
  if (response.status === 426) reloadOnce();
  throw await readError(response);
}

/** An old client reloads once; a second 426 is an error like any other. */
function reloadOnce(): void {
  if (sessionStorage.getItem(RELOADED)) return;
  sessionStorage.setItem(RELOADED, '1');
  location.reload();
}
