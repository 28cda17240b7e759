import { PROVIDER_PATH, type ProviderProblem } from '@folkmoot/contract/accounts/providers-schema.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { runCommand, type Services } from '../../core/command.ts';
import type { Config } from '../../core/config.ts';
import type { Db } from '../../core/db/db.ts';
import { addressKey } from '../../core/http/address.ts';
import { cookieFor, cookieName } from '../../core/http/cookies.ts';
import { blamingDatabase, refuse } from '../../core/http/errors.ts';
import { logSecurity, notePerson, noteRefusal } from '../../core/security/security-log.ts';
import { MEMBER_COOKIE, type Sessions } from '../../core/security/session.ts';
import type { SignIn } from '../actions.ts';
import { createDevices, DEVICE_COOKIE } from '../devices-actions.ts';
import { connectedMail } from '../mail.ts';
import { TOLD } from '../sign-in-codes-actions.ts';
import { findProfile } from '../store.ts';
import { ATTEMPT_SECONDS, type Attempt, type Attempts } from './attempts-actions.ts';
import { type Identity, type Provider, ProviderFailure } from './oidc-actions.ts';
import { connect, findOrCreate, type Settled } from './providers-actions.ts';

/** Holds what the browser has to come back with, sealed: nothing of strangers is stored. */
const ATTEMPT_COOKIE = 'folkmoot.provider';

/** Bytes of an address to return to, as they are written in addresses; a cookie has room for 4,096. */
const LONGEST_NEXT = 1000;

/** Tries to create a person while others sign in with the same address or username at the same moment. */
const TRIES = 5;

const DAY_SECONDS = 86_400;

type Parts = {
  providers: ReadonlyMap<string, Provider>;
  attempts: Attempts;
  signIn: SignIn;
  db: Db;
  services: Services;
  sessions: Sessions;
  config: Pick<Config, 'rateLimits' | 'appUrl' | 'authSecret' | 'appName'>;
  appUrl: () => string;
};

/**
 * The two pages by which browsers go to a sign-in service and come back. Both lead on to a page of our own, whatever comes of it:
 * no address that somebody else has chosen is ever in an answer, but the service's own.
 */
export function mountProviders(http: FastifyInstance, parts: Parts): void {
  const { config, providers } = parts;
  const limited = config.rateLimits
    ? {
        config: {
          rateLimit: {
            ...{ max: 30, timeWindow: 60_000 },
            keyGenerator: (request: FastifyRequest) => `sign-in provider ${addressKey(request.ip)}`,
          },
        },
      }
    : {};
  const providerIn = (request: FastifyRequest): Provider =>
    providers.get((request.params as { provider: string }).provider) ?? refuse(core.notFound);

  http.get(
    `${PROVIDER_PATH}/:provider`,
    { ...limited, errorHandler: unlessBusy(parts, backFrom) },
    blamingDatabase(parts.db, async (request: FastifyRequest, reply: FastifyReply) =>
      begin(providerIn(request), request, reply, parts),
    ),
  );
  http.get(
    `${PROVIDER_PATH}/:provider/callback`,
    {
      ...limited,
      errorHandler: unlessBusy(parts, async (request, id) => backWith(id, await attemptOf(request, parts))),
    },
    blamingDatabase(parts.db, async (request: FastifyRequest, reply: FastifyReply) =>
      comeBack(providerIn(request), request, reply, parts),
    ),
  );
}

/** A parameter that comes once; with several of a name it is none. */
function parameter(request: FastifyRequest, name: string): string | undefined {
  const given = (request.query as Record<string, unknown>)[name];
  return typeof given === 'string' && given !== '' ? given : undefined;
}

/** Leads to one of our own pages. What it is told is only read by that page. */
function leadTo(reply: FastifyReply, path: string, told: Record<string, string | undefined>): FastifyReply {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(told)) if (value !== undefined) query.set(name, value);
  return reply.header('cache-control', 'no-store').redirect(query.size > 0 ? `${path}?${query}` : path, 303);
}

/** Back to where somebody began, with the reason why it did not work. */
function leadBack(
  reply: FastifyReply,
  problem: ProviderProblem,
  { provider, next, connecting }: { provider: string; next?: string | undefined; connecting: boolean },
): FastifyReply {
  return leadTo(reply, connecting ? '/settings/security' : '/sign-in', { result: `${provider}.${problem}`, next });
}

type Back = Parameters<typeof leadBack>[2];

/** What people see when they request these pages too often: our own page and a sentence, as with any other problem. */
function unlessBusy({ providers }: Parts, backOf: (request: FastifyRequest, provider: string) => Back | Promise<Back>) {
  return async (error: Error, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { provider } = request.params as { provider: string };
    if ((error as { code?: string }).code !== core.slowDown.code || !providers.has(provider)) throw error;
    noteRefusal(request, core.slowDown.code);
    await leadBack(reply, 'busy', await backOf(request, provider));
  };
}

/** The address to return to, as the request gives it, if it fits into a cookie. */
function nextOf(request: FastifyRequest): string | undefined {
  const given = parameter(request, 'next');
  return given === undefined || encodeURIComponent(given).length > LONGEST_NEXT ? undefined : given;
}

const backFrom = (request: FastifyRequest, provider: string): Back => ({
  provider,
  next: nextOf(request),
  connecting: parameter(request, 'ticket') !== undefined,
});

const backWith = (provider: string, attempt: Attempt | undefined): Back => ({
  provider,
  next: attempt?.next,
  connecting: attempt?.connect !== undefined,
});

const attemptOf = (request: FastifyRequest, { attempts, config }: Parts) =>
  attempts.open(request.cookies[cookieName(ATTEMPT_COOKIE, config)]);

async function begin(provider: Provider, request: FastifyRequest, reply: FastifyReply, parts: Parts) {
  const { attempts, sessions, config } = parts;
  const back = backFrom(request, provider.id);
  const { next } = back;
  const ticket = parameter(request, 'ticket');
  // Another site's link or script signs nobody in: people press the button on our page.
  const site = request.headers['sec-fetch-site'] ?? 'none';
  if (site !== 'same-origin' && site !== 'none') return leadTo(reply, '/sign-in', { next });
  const me = ticket === undefined ? undefined : await sessions.ofBrowser(request.headers.cookie);
  if (ticket !== undefined && !(me && (await attempts.isTicketOf(ticket, me, provider.id))))
    return leadBack(reply, 'expired', back);
  try {
    const { url, expected } = await provider.begin();
    const sealed = await attempts.seal({ provider: provider.id, expected, next, connect: me });
    reply.setCookie(
      cookieName(ATTEMPT_COOKIE, config),
      sealed,
      cookieFor({ path: PROVIDER_PATH, seconds: ATTEMPT_SECONDS }, config),
    );
    return reply.header('cache-control', 'no-store').redirect(url, 303);
  } catch (error) {
    return failed(error, request, reply, back);
  }
}

async function comeBack(provider: Provider, request: FastifyRequest, reply: FastifyReply, parts: Parts) {
  const { sessions, config, db, services, appUrl } = parts;
  const cookie = cookieName(ATTEMPT_COOKIE, config);
  const attempt = await attemptOf(request, parts);
  reply.clearCookie(cookie, cookieFor({ path: PROVIDER_PATH, seconds: 0 }, config));
  const back = backWith(provider.id, attempt);
  try {
    // Begun in another browser, long ago or for another service; or by somebody else, who wants to be signed in here.
    if (attempt?.provider !== provider.id || parameter(request, 'state') !== attempt.expected.state)
      throw new ProviderFailure('expired', 'another attempt');
    const me = attempt.connect && (await sessions.ofBrowser(request.headers.cookie));
    if (attempt.connect && me?.sessionId !== attempt.connect.sessionId)
      throw new ProviderFailure('expired', 'another session');
    const query = new URL(request.url, 'http://localhost').searchParams;
    const identity = await provider.finish(query, attempt.expected);
    if (me) {
      notePerson(request, me.userId);
      await runCommand(db, services, true, async (command) => {
        if (!(await connect(command, provider, identity, me.userId))) return;
        // A connected account opens this one until it is disconnected: its owner learns of it.
        const { email: to = '' } = (await findProfile(command.tx, me.userId, me.userId)) ?? {};
        const sender = { product: config.appName, origin: appUrl() };
        await command.sendMail(connectedMail({ to, service: provider.name, ...sender }));
      });
      logSecurity(request, 'provider.connected');
      return leadTo(reply, '/settings/security', { result: `${provider.id}.connected` });
    }
    return await enter(await settle(provider, identity, parts), attempt, request, reply, parts);
  } catch (error) {
    return failed(error, request, reply, back);
  }
}

/** Finds or creates the person; again where somebody else was faster. */
async function settle(provider: Provider, identity: Identity, { db, services }: Parts): Promise<Settled> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const settled = await runCommand(db, services, true, (command) => findOrCreate(command, provider, identity));
    if (settled) return settled;
  }
  throw new ProviderFailure('failed', 'others were faster');
}

/** Signs a person in, or leads them to their second step. */
async function enter(
  { userId, isNew }: Settled,
  { provider, next }: Attempt,
  request: FastifyRequest,
  reply: FastifyReply,
  { signIn, config }: Parts,
): Promise<FastifyReply> {
  notePerson(request, userId);
  const answer = await signIn.api.signInByProvider({
    body: { userId },
    headers: new Headers({
      [TOLD.address]: request.ip,
      cookie: request.headers.cookie ?? '',
      'user-agent': request.headers['user-agent'] ?? '',
    }),
    asResponse: true,
  });
  if (!answer.ok) throw new ProviderFailure('failed', `the library: ${answer.status}`);
  for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie);
  const { twoFactorRedirect, user } = (await answer.json()) as {
    twoFactorRedirect?: boolean;
    user?: { email: string };
  };
  if (twoFactorRedirect === true) {
    logSecurity(request, 'sign-in.first-step');
    return leadTo(reply, '/second-step', { next });
  }
  if (isNew) logSecurity(request, 'sign-up');
  logSecurity(request, 'sign-in.succeeded');
  const device = cookieName(DEVICE_COOKIE.name, config);
  const known = createDevices(config.authSecret).add(request.cookies[device], user?.email ?? '');
  reply.setCookie(device, known, cookieFor({ path: '/auth', seconds: DEVICE_COOKIE.days * DAY_SECONDS }, config));
  const { name, path, days } = MEMBER_COOKIE;
  reply.setCookie(cookieName(name, config), '1', cookieFor({ path, seconds: days * DAY_SECONDS }, config));
  // The sign-in page leads people on who are signed in: it knows which addresses are ours.
  return isNew ? leadTo(reply, '/sign-up', { result: `${provider}.new`, next }) : leadTo(reply, '/sign-in', { next });
}

/** Leads back with the reason. Everything that is not a service's fault is an error as anywhere else. */
function failed(error: unknown, request: FastifyRequest, reply: FastifyReply, back: Back): FastifyReply {
  if (!(error instanceof ProviderFailure)) throw error;
  noteRefusal(request, `provider.${error.problem}`);
  request.log.info({ part: 'sign-in', provider: back.provider }, error.message);
  if (error.problem !== 'cancelled' && error.problem !== 'away') logSecurity(request, 'sign-in.failed');
  return leadBack(reply, error.problem, back);
}
