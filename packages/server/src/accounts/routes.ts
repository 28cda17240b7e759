import { createHash, randomBytes } from 'node:crypto';
import * as api from '@folkmoot/contract/accounts/api.ts';
import { isCommonPassword } from '@folkmoot/contract/accounts/password-rules.ts';
import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import { refusals } from '@folkmoot/contract/accounts/schema.ts';
import { type Endpoint, endpointsIn } from '@folkmoot/contract/core/endpoint.ts';
import { refusals as core, type Refusal } from '@folkmoot/contract/core/problem.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressKey } from '../core/address.ts';
import type { Clock } from '../core/clock.ts';
import type { Config } from '../core/config.ts';
import type { Db } from '../core/db.ts';
import { readParts } from '../core/http.ts';
import { refuse } from '../core/refuse.ts';
import { FILES_COOKIE, type Sessions } from '../core/session.ts';
import type { Signer } from '../core/sign.ts';
import type { SignIn } from './actions.ts';
import { distrustPassword, dropUnconfirmed, isUsernameFree, keepTicket } from './store.ts';

/** The library's own codes for what went wrong, in our words. */
const MEANING: Record<string, Refusal> = {
  INVALID_EMAIL_OR_PASSWORD: refusals.wrongPassword,
  EMAIL_NOT_VERIFIED: refusals.unverified,
  INVALID_OTP: refusals.wrongCode,
  OTP_EXPIRED: refusals.expiredCode,
  TOO_MANY_ATTEMPTS: refusals.tooManyTries,
  USER_NOT_FOUND: refusals.wrongCode,
  INVALID_USER: refusals.wrongCode,
  INVALID_PASSWORD: refusals.wrongCurrentPassword,
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: refusals.emailTaken,
};

type Parts = {
  signIn: SignIn;
  db: Db;
  clock: Clock;
  config: Pick<Config, 'rateLimits' | 'appUrl'>;
  appUrl: () => string;
  sessions: Sessions;
  /** Signs the cookie of files. */
  filesSigner: Signer;
};

/** The cookie that says which browser chose the password of an account not confirmed yet. */
const TICKET = 'folkmoot.sign_up';

/**
 * Mounts the sign-in library: only the calls that the contract names, each read by our schemas first, its
 * answer cut down to what the contract promises, its errors turned into problems. Its session token never
 * leaves the cookie.
 */
export function mountSignIn(http: FastifyInstance, parts: Parts): void {
  const endpoints = endpointsIn(api).filter((endpoint) => endpoint.by === 'library');
  const byAddress = http.createRateLimit({
    max: 6,
    timeWindow: 60_000,
    keyGenerator: (request) => `mail:${emailOf(request)}`,
  });
  for (const endpoint of endpoints) {
    http.route({
      method: endpoint.method,
      url: endpoint.path,
      ...(parts.config.rateLimits
        ? {
            config: {
              rateLimit: {
                max: endpoint.perMinute ?? 30,
                timeWindow: 60_000,
                keyGenerator: (request: FastifyRequest) => `${endpoint.path}:${addressKey(request.ip)}`,
              },
            },
          }
        : {}),
      handler: async (request, reply) => {
        const { body } = readParts(endpoint, request);
        if (parts.config.rateLimits && emailOf(request) !== '') {
          const limit = await byAddress(request);
          if (!limit.isAllowed && limit.isExceeded) refuse(core.slowDown);
        }
        const checked = await prepare(endpoint, body as Record<string, unknown>, parts, request);
        const answer = await ask(parts, endpoint, request, checked);
        await giveTicket(endpoint, answer, body as { email: string }, parts, reply);
        await giveFilesCookie(endpoint, answer, parts, reply);
        return pass(answer, endpoint, reply);
      },
    });
  }
}

function emailOf(request: FastifyRequest): string {
  const email = (request.body as { email?: unknown } | undefined)?.email;
  return typeof email === 'string' ? email.trim().toLowerCase() : '';
}

/** What we decide before the library is asked. */
async function prepare(
  endpoint: Endpoint,
  body: Record<string, unknown> | undefined,
  { db, clock }: Parts,
  request: FastifyRequest,
): Promise<unknown> {
  const password = body?.newPassword ?? (endpoint.path === api.signIn.path ? undefined : body?.password);
  const field = body?.newPassword === undefined ? 'password' : 'newPassword';
  if (typeof password === 'string' && isCommonPassword(password))
    refuse(refusals.commonPassword, { [field]: refusals.commonPassword.message });
  if (endpoint.path === api.verifyEmail.path)
    await distrustPassword(db, emailOf(request), hashOf(request.cookies[TICKET] ?? ''));
  if (endpoint.path !== api.signUp.path) return body;
  const person = body as { email: string; username: string; firstName: string; lastName: string };
  await dropUnconfirmed(db, person.email, clock.now());
  if (!(await isUsernameFree(db, person.username))) refuse(refusals.usernameTaken);
  return { ...person, name: fullName(person) };
}

/**
 * Gives the browser a ticket once it has shown that it knows an unconfirmed account's password: by signing up with it,
 * or by signing in before the address is confirmed. Only with it does confirming keep that password.
 */
async function giveTicket(
  endpoint: Endpoint,
  answer: Response,
  body: { email: string },
  { db, config }: Parts,
  reply: FastifyReply,
): Promise<void> {
  const signedUp = endpoint.path === api.signUp.path && answer.ok;
  const knows = endpoint.path === api.signIn.path && answer.status === 403;
  if (!signedUp && !knows) return;
  const ticket = randomBytes(32).toString('base64url');
  await keepTicket(db, body.email, hashOf(ticket));
  const secure = config.appUrl?.startsWith('https:') ?? false;
  reply.setCookie(TICKET, ticket, { httpOnly: true, sameSite: 'lax', path: '/auth', maxAge: 86_400, secure });
}

/**
 * With each access token goes the cookie of files: it names the session, is good for nothing but asking for files, and
 * ends with the session.
 */
async function giveFilesCookie(
  endpoint: Endpoint,
  answer: Response,
  { sessions, filesSigner, config }: Parts,
  reply: FastifyReply,
): Promise<void> {
  const { name, path, days } = FILES_COOKIE;
  if (endpoint.path === api.signOut.path && answer.ok) reply.clearCookie(name, { path });
  if (endpoint.path !== api.accessToken.path || !answer.ok) return;
  const { token } = (await answer.clone().json()) as { token: string };
  const me = await sessions.identify(token);
  if (!me) return;
  const secure = config.appUrl?.startsWith('https:') ?? false;
  reply.setCookie(name, filesSigner.sign(me.sessionId), {
    httpOnly: true,
    sameSite: 'lax',
    path,
    maxAge: days * 86_400,
    secure,
  });
}

function hashOf(ticket: string): string {
  return createHash('sha256').update(ticket).digest('hex');
}

/** The library speaks Fetch: the request is made anew for it, with the caller's address as we know it. */
async function ask(
  { signIn, appUrl }: Parts,
  endpoint: Endpoint,
  request: FastifyRequest,
  body: unknown,
): Promise<Response> {
  const headers = new Headers({ 'x-folkmoot-address': request.ip });
  for (const name of ['cookie', 'user-agent', 'origin', 'sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest']) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  if (headers.get('origin') === `${request.protocol}://${request.host}`)
    headers.set('origin', new URL(appUrl()).origin);
  if (endpoint.method !== 'GET') headers.set('content-type', 'application/json');
  return signIn.handler(
    new Request(`${appUrl()}${endpoint.path}`, {
      method: endpoint.method,
      headers,
      ...(endpoint.method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
    }),
  );
}

async function pass(answer: Response, endpoint: Endpoint, reply: FastifyReply): Promise<FastifyReply> {
  for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie);
  const said = (await answer.json().catch(() => ({}))) as { code?: string; message?: string };
  if (!answer.ok) refuse(meaningOf(answer.status, said.code));
  reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
  return reply.send(JSON.stringify(endpoint.returns.parse(said ?? {})));
}

function meaningOf(status: number, code: string | undefined): Refusal {
  const known = code === undefined ? undefined : MEANING[code];
  if (known) return known;
  if (status === 401) return core.signedOut;
  if (status === 403) return core.forbidden;
  if (status === 429) return core.slowDown;
  if (status >= 500) throw new Error(`The sign-in library failed: ${code ?? status}`);
  return core.malformed;
}
