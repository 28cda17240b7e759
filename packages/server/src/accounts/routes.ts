import { createHash, randomBytes } from 'node:crypto';
import * as api from '@folkmoot/contract/accounts/api.ts';
import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import { PASSKEYS, refusals } from '@folkmoot/contract/accounts/schema.ts';
import { type Endpoint, endpointsIn } from '@folkmoot/contract/core/endpoint.ts';
import { refusals as core, type Refusal } from '@folkmoot/contract/core/problem.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../core/clock.ts';
import type { Config } from '../core/config.ts';
import type { Db } from '../core/db/db.ts';
import { addressKey } from '../core/http/address.ts';
import { cookieFor, cookieName, isSecure } from '../core/http/cookies.ts';
import type { Counts } from '../core/http/counts.ts';
import { blamingDatabase, refuse } from '../core/http/errors.ts';
import { checkVersion, readParts } from '../core/http/http.ts';
import { notePerson } from '../core/security/security-log.ts';
import { FILES_COOKIE, MEMBER_COOKIE, type Me, SESSION_COOKIE, type Sessions } from '../core/security/session.ts';
import type { Signer } from '../core/security/signer.ts';
import { type SignIn, sessionIn } from './actions.ts';
import { createDevices, DEVICE_COOKIE } from './devices-actions.ts';
import { countedAs, createNetworkLimits, createSignInLimits, emailOf } from './limits/limits-routes.ts';
import { type OwnWords, passwordRefusal } from './passwords-actions.ts';
import { mountSecurityLog, noteEvent } from './security-routes.ts';
import {
  countPasskeys,
  dropOldQuestions,
  dropOverdue,
  findPasswordHash,
  insertFailedProof,
  mayProve,
} from './security-store.ts';
import { TOLD } from './sign-in-codes-actions.ts';
import {
  dropUnconfirmed,
  evenOut,
  findProfile,
  GONE_DOMAIN,
  isUsernameFree,
  keepTicket,
  reserveUsername,
} from './store.ts';

/** The library's own codes for what went wrong, in our words. */
const MEANING: Record<string, Refusal> = {
  INVALID_EMAIL_OR_PASSWORD: refusals.wrongPassword,
  EMAIL_NOT_VERIFIED: refusals.unverified,
  INVALID_OTP: refusals.wrongCode,
  OTP_EXPIRED: refusals.expiredCode,
  TOO_MANY_ATTEMPTS: refusals.tooManyTries,
  TOO_MANY_CODES: refusals.tooManyCodes,
  KNOWN_PASSWORD: refusals.knownPassword,
  CREDENTIAL_ACCOUNT_NOT_FOUND: refusals.wrongCurrentPassword,
  INVALID_CODE: refusals.wrongAppCode,
  INVALID_BACKUP_CODE: refusals.wrongRecoveryCode,
  INVALID_TWO_FACTOR_COOKIE: refusals.secondStepOver,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: refusals.secondStepOver,
  ACCOUNT_TEMPORARILY_LOCKED: refusals.secondStepLocked,
  TOTP_ALREADY_ENABLED: refusals.twoStepOn,
  TOTP_NOT_ENABLED: refusals.twoStepOff,
  TWO_FACTOR_NOT_ENABLED: refusals.twoStepOff,
  BACKUP_CODES_NOT_ENABLED: refusals.twoStepOff,
  CHALLENGE_NOT_FOUND: refusals.passkeyRefused,
  FAILED_TO_VERIFY_REGISTRATION: refusals.passkeyRefused,
  PASSKEY_NOT_FOUND: refusals.passkeyRefused,
  AUTHENTICATION_FAILED: refusals.passkeyRefused,
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: refusals.emailTaken,
};

type Parts = {
  signIn: SignIn;
  db: Db;
  clock: Clock;
  config: Pick<Config, 'rateLimits' | 'appUrl' | 'appName' | 'authSecret'>;
  appUrl: () => string;
  sessions: Sessions;
  counts: Counts;
  /** Signs the cookie for files. */
  filesSigner: Signer;
};

/** The cookie that says which browser chose the password of an account not confirmed yet. */
const TICKET = 'folkmoot.sign_up';

/** The cookie that says which browser asked for a code: the code only works there. */
const ASKER = 'folkmoot.asker';

const DAY_SECONDS = 86_400;

/** What is known about a call before the library handles it. */
type Asked = {
  endpoint: Endpoint;
  request: FastifyRequest;
  body: Record<string, unknown> | undefined;
  email: string;
  /** The browser's id, if it signed in with this address before. */
  device: string | undefined;
  /** What the browser holds, or is given now, so that a code only works there. */
  asker: string;
  /** The live session of the cookie. */
  session: Me | undefined;
};

/**
 * Mounts the sign-in library: only the calls that the contract names, each parsed by our schemas first, its answer
 * cut down to what the contract promises, its errors turned into problems. Its session token never leaves the cookie.
 */
export function mountSignIn(http: FastifyInstance, parts: Parts): void {
  const { config } = parts;
  const devices = createDevices(config.authSecret);
  const deviceOf = (request: FastifyRequest, endpoint: Endpoint) =>
    devices.knownFor(request.cookies[cookieName(DEVICE_COOKIE.name, config)], emailOf(request, endpoint));
  const checkLimits = createSignInLimits(http);
  const network = createNetworkLimits(parts.counts);
  mountSecurityLog(http);
  const give = (reply: FastifyReply, name: string, value: string, days: number) =>
    reply.setCookie(cookieName(name, config), value, cookieFor({ path: '/auth', seconds: days * DAY_SECONDS }, config));
  for (const endpoint of endpointsIn(api).filter(({ by }) => by === 'library')) {
    http.route({
      method: endpoint.method,
      url: endpoint.path,
      ...(config.rateLimits
        ? {
            config: {
              rateLimit: {
                max: (request: FastifyRequest) => network.most(request, endpoint, deviceOf(request, endpoint)),
                timeWindow: 60_000,
                // Once the body is read: a browser that is known for its address is counted on its own.
                hook: 'preHandler',
                keyGenerator: (request: FastifyRequest) =>
                  `${endpoint.path}:${countedAs(request, deviceOf(request, endpoint))}`,
              },
            },
          }
        : {}),
      handler: blamingDatabase(parts.db, async (request: FastifyRequest, reply: FastifyReply) => {
        checkVersion(request);
        const body = readParts(endpoint, request).body as Asked['body'];
        const device = deviceOf(request, endpoint);
        if (config.rateLimits) await checkLimits(request, endpoint, device);
        // Visitors are no failure, which a browser would write into its console.
        if (endpoint === api.accessToken && isVisitor(request, config)) return reply.code(204).send();
        const held = request.cookies[cookieName(ASKER, config)];
        const asker = held ?? randomBytes(32).toString('base64url');
        const session = await sessionOf(parts, endpoint, request);
        const asked: Asked = { endpoint, request, body, email: emailOf(request, endpoint), device, asker, session };
        const checked = await prepare(asked, parts);
        const answer = await ask(parts, asked, checked);
        const said = (await answer
          .clone()
          .json()
          .catch(() => ({}))) as LibraryAnswer;
        if (MAILS.has(endpoint) && held === undefined) give(reply, ASKER, asker, 1);
        if (device === undefined && (asked.email !== '' || SIGNS_IN.has(endpoint)))
          await network.note(request, endpoint, answer.ok);
        const ticket = await ticketFor(asked, answer, parts);
        if (ticket !== undefined) give(reply, TICKET, ticket, 1);
        if (answer.ok) await after(asked, said, parts);
        if (said.code === 'INVALID_PASSWORD' && session)
          await insertFailedProof(parts.db, session.userId, parts.clock.now());
        // The library decides whose address it is: never the body alone.
        const { email } = said.user ?? {};
        if (SIGNS_IN.has(endpoint) && answer.ok && said.twoFactorRedirect !== true && email) {
          const before = request.cookies[cookieName(DEVICE_COOKIE.name, config)];
          give(reply, DEVICE_COOKIE.name, devices.add(before, email), DEVICE_COOKIE.days);
        }
        await giveCookies(endpoint, answer, parts, reply);
        return pass(asked, answer, said, reply);
      }),
    });
  }
}

type LibraryAnswer = {
  code?: string;
  twoFactorRedirect?: boolean;
  user?: { id?: string; email?: string };
};

/** Calls that may send a code. */
const MAILS: ReadonlySet<Endpoint> = new Set([api.sendCode, api.signUp, api.signIn]);

/** Calls that create a session. */
const SIGNS_IN: ReadonlySet<Endpoint> = new Set([
  api.signIn,
  api.signInByCode,
  api.verifyEmail,
  api.signInByPasskey,
  api.checkAppCode,
  api.checkRecoveryCode,
]);

/** Nobody has signed in with this browser, or they have signed out: it holds no cookie of a session, not even of one that ended. */
function isVisitor({ cookies }: FastifyRequest, config: Parts['config']): boolean {
  return [SESSION_COOKIE, MEMBER_COOKIE.name].every((name) => cookies[cookieName(name, config)] === undefined);
}

function tokenOf(cookie: string | undefined): string {
  return cookie?.split('.')[0] ?? '';
}

/** The session of the cookie, for calls that need one or replace it. A session older than 90 days is removed first. */
async function sessionOf(
  { signIn, db, clock, config }: Parts,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Asked['session']> {
  const cookie = request.cookies[cookieName(SESSION_COOKIE, config)];
  if (cookie === undefined) return undefined;
  await dropOverdue(db, tokenOf(cookie), clock.now());
  if (endpoint === api.accessToken) return undefined;
  const session = await sessionIn(signIn, request.headers.cookie ?? '');
  if (session) notePerson(request, session.userId);
  return session;
}

const NO_ADDRESS = 'Enter an email address, like name@example.org.';

/** What we decide before the library handles the call. */
async function prepare(asked: Asked, { db, clock, config, sessions }: Parts): Promise<unknown> {
  const { endpoint, body, session, email } = asked;
  if (endpoint.who === 'signedIn' && !session) refuse(core.signedOut);
  const proves = session !== undefined && (await bringsPassword(asked, db));
  if (proves && session && !(await mayProve(db, session.userId, clock.now()))) refuse(core.slowDown);
  if (endpoint.fresh && session && !proves && !(await sessions.isFresh(session))) refuse(core.confirmItIsYou);
  if (endpoint === api.newPasskeyQuestion && session && (await countPasskeys(db, session.userId)) >= PASSKEYS.most)
    refuse(refusals.tooManyPasskeys);
  const field = body?.newPassword === undefined ? 'password' : 'newPassword';
  const chosen = CHOOSES.has(endpoint) ? body?.[field] : undefined;
  if (typeof chosen === 'string') {
    const me = session && (await findProfile(db, session.userId, session.userId));
    const person = (me ?? body ?? {}) as { firstName?: string; lastName?: string; username?: string; email?: string };
    const own: OwnWords = {
      email: me?.email ?? email,
      names: [person.firstName, person.lastName, person.username],
      product: config.appName,
    };
    const refusal = passwordRefusal(chosen, own);
    if (refusal) refuse(refusal, { [field]: refusal.message });
  }
  if (endpoint === api.signIn) await evenOut(db, email);
  if (endpoint === api.passkeyQuestion) await dropOldQuestions(db, clock.now());
  if (endpoint !== api.signUp) return body;
  const person = body as { email: string; username: string; firstName: string; lastName: string };
  if (person.email.endsWith(`@${GONE_DOMAIN}`)) refuse(core.invalid, { email: NO_ADDRESS });
  const ticket = hashOf(asked.request.cookies[cookieName(TICKET, config)] ?? '');
  await dropUnconfirmed(db, { ...person, ticket }, clock.now());
  if (!(await isUsernameFree(db, person.username))) refuse(refusals.usernameTaken);
  await reserveUsername(db, person.email, person.username, clock.now());
  return { ...person, name: fullName(person) };
}

/** Calls in which a password is chosen. */
const CHOOSES: ReadonlySet<Endpoint> = new Set([api.signUp, api.resetPassword, api.changePassword]);

/** A call that sends the current password already proves a factor: the library checks it, if there is one. */
async function bringsPassword({ body, session }: Asked, db: Db): Promise<boolean> {
  if (typeof (body?.currentPassword ?? body?.password) !== 'string' || !session) return false;
  return (await findPasswordHash(db, session.userId)) !== undefined;
}

/** What follows a successful call. */
async function after(
  { endpoint, request, session }: Asked,
  { user, twoFactorRedirect }: LibraryAnswer,
  { signIn, config }: Parts,
): Promise<void> {
  if (user?.id !== undefined) notePerson(request, user.id);
  if (twoFactorRedirect === true) noteEvent(request, 'sign-in.first-step');
  if (endpoint === api.checkAppCode && session) noteEvent(request, 'two-step.on');
  // Signing in again by passkey confirms that it is the same person: the new session replaces the old one.
  if (endpoint === api.signInByPasskey && session && user?.id === session.userId) {
    const { internalAdapter } = await signIn.$context;
    await internalAdapter.deleteSession(tokenOf(request.cookies[cookieName(SESSION_COOKIE, config)]));
  }
}

/**
 * A ticket for the browser that has proved that it knows an unconfirmed account's password: by signing up with it, or
 * by signing in before the address is confirmed. Only with the ticket does confirming keep that password.
 */
async function ticketFor({ endpoint, email }: Asked, answer: Response, { db }: Parts): Promise<string | undefined> {
  const signedUp = endpoint === api.signUp && answer.ok;
  const knows = endpoint === api.signIn && answer.status === 403;
  if (!signedUp && !knows) return undefined;
  const ticket = randomBytes(32).toString('base64url');
  await keepTicket(db, email, hashOf(ticket));
  return ticket;
}

/**
 * Each access token comes with the cookie for files: it names the session, can only be used to request files, and
 * ends with the session. The one that says that somebody is signed in comes and goes with it.
 */
async function giveCookies(
  endpoint: Endpoint,
  answer: Response,
  { sessions, filesSigner, config }: Parts,
  reply: FastifyReply,
): Promise<void> {
  const secure = isSecure(config);
  const set = ({ name, path, days }: typeof FILES_COOKIE | typeof MEMBER_COOKIE, value: string) =>
    reply.setCookie(cookieName(name, config), value, cookieFor({ path, seconds: days * DAY_SECONDS }, config));
  const clear = ({ name, path }: typeof FILES_COOKIE | typeof MEMBER_COOKIE) =>
    reply.clearCookie(cookieName(name, config), { path, secure });
  if (answer.headers.getSetCookie().some(beginsSession)) set(MEMBER_COOKIE, '1');
  if (endpoint.path === api.accessToken.path && answer.status === 401) clear(MEMBER_COOKIE);
  if (endpoint === api.signOut && answer.ok) {
    clear(FILES_COOKIE);
    clear(MEMBER_COOKIE);
    // Private pictures leave the browser's cache too. Not its storage: the page itself drops unsent messages.
    reply.header('clear-site-data', '"cache"');
  }
  if (endpoint.path !== api.accessToken.path || !answer.ok) return;
  const { token } = (await answer.clone().json()) as { token: string };
  const me = await sessions.identify(token);
  if (!me) return;
  set(FILES_COOKIE, filesSigner.sign(me.sessionId));
  set(MEMBER_COOKIE, '1');
}

/** True for the header that gives the session's cookie a value. */
function beginsSession(header: string): boolean {
  return new RegExp(`(^|-)${SESSION_COOKIE}=[^;]`).test(header);
}

function hashOf(ticket: string): string {
  return createHash('sha256').update(ticket).digest('hex');
}

/** The library speaks Fetch: the request is rebuilt for it, with the caller's address as we know it. */
async function ask({ signIn, appUrl, config }: Parts, asked: Asked, body: unknown): Promise<Response> {
  const { endpoint, request, device, asker } = asked;
  const headers = new Headers({
    [TOLD.address]: request.ip,
    [TOLD.caller]: addressKey(request.ip),
    [TOLD.asker]: hashOf(asker),
    [TOLD.known]: device === undefined ? 'no' : 'yes',
    [TOLD.ticket]: hashOf(request.cookies[cookieName(TICKET, config)] ?? ''),
  });
  for (const name of ['cookie', 'user-agent', 'origin', 'sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest']) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  if (headers.get('origin') === originOf(`${request.protocol}://${request.host}`))
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

/** As browsers write it: without the default port. */
function originOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined;
}

function pass(asked: Asked, answer: Response, said: LibraryAnswer, reply: FastifyReply): FastifyReply {
  for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie);
  if (!answer.ok) refuse(meaningOf(asked, answer.status, said.code));
  reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
  return reply.send(JSON.stringify(asked.endpoint.returns.parse(said ?? {})));
}

function meaningOf({ endpoint, session }: Asked, status: number, code: string | undefined): Refusal {
  if (code === 'INVALID_PASSWORD')
    return endpoint === api.changePassword ? refusals.wrongCurrentPassword : refusals.wrongOwnPassword;
  const isPasskeyOf = endpoint === api.removePasskey || endpoint === api.renamePasskey;
  if (isPasskeyOf && session && status < 500) return core.notFound;
  const known = code === undefined ? undefined : MEANING[code];
  if (known) return known;
  if (status === 401) return core.signedOut;
  if (status === 403) return core.forbidden;
  if (status === 429) return core.slowDown;
  if (status >= 500) throw new Error(`The sign-in library failed: ${code ?? status}`);
  return core.malformed;
}
