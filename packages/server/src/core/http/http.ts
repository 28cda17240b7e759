import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import { CLIENT_VERSION, HEADERS, OLDEST_CLIENT } from '@folkmoot/contract/core/client.ts';
import { type Endpoint, isNone, type Pace } from '@folkmoot/contract/core/endpoint.ts';
import { Id } from '@folkmoot/contract/core/ids.ts';
import { holds } from '@folkmoot/contract/core/permission-rules.ts';
import { refusals, serverRefusals } from '@folkmoot/contract/core/problem.ts';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RouteOptions,
} from 'fastify';
import helmet from 'helmet';
import type { z } from 'zod';
import { runCommand, type Services } from '../command.ts';
import { type Config, ourNames } from '../config.ts';
import type { Db } from '../db/db.ts';
import { watchDisk } from '../disk.ts';
import type { Log } from '../log.ts';
import { addressKey, isOurHost } from './address.ts';
import { browserOf } from './browser-cookie.ts';
import { cspFor, permissionsFor } from './browser-policy.ts';
import type { Counts } from './counts.ts';
import { problemOf, sendProblem } from './error-mapping.ts';
import { refuse } from './errors.ts';
import { type Binding, RawJson } from './handle.ts';
import { sharedLimits } from './limits.ts';
import { refuseOtherRoles } from './roles.ts';
import { mayUpgrade } from './system-routes.ts';
import './sentences.ts';
import { notePerson, noteRefusal } from '../security/security-log.ts';
import type { Me, Member, Sessions } from '../security/session.ts';
import type { ErrorReports } from '../telemetry/error-reports.ts';
import type { Turns } from './turns.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Why a route needs no limit. */
    unlimited?: string;
    /** See `Endpoint.untraced`. */
    untraced?: boolean;
  }
}

export type Core = {
  config: Config;
  log: Log;
  db: Db;
  sessions: Sessions;
  services: Services;
  /** How many calls of one caller are in progress at the same time. */
  turns: Turns;
  counts: Counts;
  checkAnswers: boolean;
};

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
const BODY_LIMIT = 256 * 1024;
/** The lag of the event loop is measured second by second: that of the start is seen for two of them. */
const START_COUNTS_MS = 2000;
const REQUEST_WITHIN_MS = 20 * 60_000;
/** 256 KB on a line of 100 kbit/s take 20 seconds. */
const BODY_WITHIN_MS = 30_000;

/**
 * A Fastify server with everything that applies to every route; routes come later.
 *
 * @param shedsLoad whether it returns 503 while the event loop lags by seconds. Not with the embedded database, whose
 *   long queries block the loop themselves.
 * @param counts if several processes count calls together.
 */
export async function createHttp(
  core: Pick<Core, 'config' | 'log'> & { errors?: ErrorReports },
  shedsLoad: boolean,
  counts: Counts | undefined,
): Promise<FastifyInstance> {
  const { config, log, errors } = core;
  const http = Fastify({
    loggerInstance: log as never,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    // The first `trustProxy` addresses, seen from here, are those of our own proxies.
    trustProxy: (_address: string, hop: number) => hop < config.trustProxy,
    bodyLimit: BODY_LIMIT,
    // Long enough for a hundred megabytes on a slow line; without it a byte a minute holds a connection for ever.
    requestTimeout: REQUEST_WITHIN_MS,
    exposeHeadRoutes: false,
    http: { shouldUpgradeCallback: mayUpgrade } as never,
    frameworkErrors: (_error, request, reply) =>
      void sendProblem(reply as never, problemOf(refusals.malformed, request as never)),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    logController: new LogController({ disableRequestLogging: true }),
  }) as unknown as FastifyInstance;
  http.setErrorHandler((error, request, reply) => {
    const problem = problemOf(error, request);
    if (problem.statusCode >= 500) errors?.report(error, { reference: request.id, route: request.routeOptions.url });
    noteRefusal(request, problem.code);
    return sendProblem(reply, problem);
  });
  if (config.rateLimits) http.addHook('onRoute', needsLimit);
  const names = ourNames(config);
  // A token shows who asks for metrics, whatever host name they use.
  const probes = new Set(['/healthz', '/readyz', ...(config.metricsToken === undefined ? [] : ['/metrics'])]);
  const headers = { ...helmetHeaders(config), 'permissions-policy': permissionsFor(config) };
  // A PostgreSQL elsewhere says itself when its disk is full.
  const hasRoom = watchDisk(config.dataDir, config.databaseUrl === undefined ? config.diskReserveMb : 0);
  http.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    // Probes use whatever host name they were given.
    if (!isOurHost(request.headers.host, names) && !probes.has(request.url)) refuse(serverRefusals.wrongHost);
    if (/%00|\0/.test(request.url)) refuse(refusals.malformed);
    hurry(request);
    if (!READS.has(request.method) && !hasRoom()) {
      request.log.error({ folder: config.dataDir }, 'the disk is full');
      refuse(serverRefusals.storageFull);
    }
    done();
  });
  refuseOtherRoles(http, config.roles);
  http.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(request.routeOptions.config.untraced ? {} : clientOf(request)),
      },
      'answered',
    );
    done();
  });
  await http.register(cookie);
  await http.register(compress, { threshold: 2048, encodings: ['br', 'gzip'], brotliOptions: { params: { 1: 4 } } });
  if (shedsLoad) {
    let since = Number.POSITIVE_INFINITY;
    http.server.once('listening', () => {
      since = performance.now();
    });
    await http.register(underPressure, {
      maxEventLoopDelay: 3000,
      pressureHandler: (request, reply) => {
        // The first figures are those of the start itself, which keeps the loop busy on a slow machine.
        const isStarting = performance.now() - since < START_COUNTS_MS;
        if (request.url !== '/healthz' && !isStarting) sendProblem(reply, problemOf(refusals.notReady, request));
      },
    });
  }
  await http.register(rateLimit, {
    global: false,
    max: 300,
    timeWindow: 60_000,
    ...(counts ? { store: sharedLimits(counts) } : {}),
    errorResponseBuilder: () => refusals.slowDown as never,
  });
  return http;
}

/**
 * Every route has a limit, or says in its `config` why it needs none: a route with neither makes the start fail.
 *
 * @throws if a route has no limit.
 */
export function needsLimit({ url, method, config }: RouteOptions): void {
  const { rateLimit: limit, unlimited } = (config ?? {}) as { rateLimit?: unknown; unlimited?: string };
  // The plugin that serves files adds these, behind a limit of their own.
  if (limit !== undefined || unlimited !== undefined || url === '/*' || method === 'OPTIONS') return;
  throw new Error(`${String(method)} ${url} has no limit.`);
}

/**
 * Ends a request whose body does not arrive: small bodies have no reason to be slow. Uploads have their own timeout.
 */
function hurry({ raw, url }: FastifyRequest): void {
  const length = raw.headers['content-length'] ?? '0';
  const hasBody = length !== '0' || raw.headers['transfer-encoding'] !== undefined;
  if (!hasBody || url.startsWith('/uploads/')) return;
  const late = setTimeout(() => raw.destroy(), BODY_WITHIN_MS);
  const calm = () => clearTimeout(late);
  raw.once('end', calm).once('close', calm);
}

/** What helmet adds to an answer. It is the same for all, and its plugin for Fastify would work it out for each. */
function helmetHeaders(config: Config): Record<string, string> {
  const headers: Record<string, string> = {};
  const answer = {
    setHeader(name: string, value: string) {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => undefined,
  };
  const add = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: cspFor(config) },
    crossOriginEmbedderPolicy: false,
    hsts: config.appUrl?.startsWith('https:') ?? false,
  });
  add({} as IncomingMessage, answer as never as ServerResponse, (error) => {
    if (error) throw error;
  });
  return headers;
}

/** Refuses what a person does with one thing more often than anybody would. Processes count together where they share a Redis. */
async function keepPace(
  counts: Counts,
  { param, most, refusal }: Pace,
  userId: string,
  params: Record<string, string>,
) {
  for (const { calls, seconds } of most) {
    const name = `${refusal.code}:${userId}:${params[param]}:${seconds}`;
    if ((await counts.add(name, seconds * 1000)).current > calls) refuse(refusal);
  }
}

/** Adds one route for a bound endpoint: limit, session, shapes, membership, then the handler. */
export function bind(http: FastifyInstance, core: Core, binding: Binding): void {
  const { endpoint, transaction, outside, ownTurns, run } = binding;
  http.route({
    method: endpoint.method,
    url: routeOf(endpoint),
    ...(endpoint.bodyLimit !== undefined && { bodyLimit: endpoint.bodyLimit }),
    config: {
      untraced: endpoint.untraced,
      ...(core.config.rateLimits && {
        rateLimit: {
          max: endpoint.perMinute ?? 300,
          timeWindow: 60_000,
          keyGenerator: (request: FastifyRequest) => limitKey(core, request, endpoint),
        },
      }),
    },
    handler: async (request, reply) => {
      checkVersion(request);
      const me = await identify(core, request);
      if (endpoint.who !== 'public' && !me) refuse(refusals.signedOut);
      const parts = readParts(endpoint, request);
      const member =
        endpoint.who === 'member' && me
          ? await enter(core, request, endpoint, me, parts.params.serverId ?? '')
          : undefined;
      if (endpoint.fresh && me && !(await core.sessions.isFresh(me))) refuse(refusals.confirmItIsYou);
      if (core.config.rateLimits && endpoint.pace && me)
        await keepPace(core.counts, endpoint.pace, me.userId, parts.params);
      const caller = me?.userId ?? addressKey(request.ip);
      const browser = endpoint.perBrowser
        ? browserOf(request, reply, endpoint.path.slice(0, endpoint.path.indexOf('/:')), core.config)
        : undefined;
      const take = <Result>(work: () => Promise<Result>) =>
        core.turns.take(outside ? `${caller} outside` : caller, work);
      // A call that has its turn must not wait for another one.
      const inTurn = ownTurns ? take : <Result>(work: () => Promise<Result>) => work();
      const act = () =>
        runCommand(core.db, core.services, transaction, (command) =>
          run({ ...command, ...parts, me, member, caller, browser, inTurn } as never),
        );
      const answer = ownTurns ? await act() : await take(act);
      return sendAnswer(core, reply, endpoint, answer);
    },
  });
}

/** `:serverId` becomes a pattern that only a UUID fits, so that it never swallows `profile` or `groups`. */
function routeOf(endpoint: Endpoint): string {
  const shape = (endpoint.params as unknown as z.ZodObject).shape;
  return endpoint.path.replace(/:(\w+)/g, (name, key) => (shape[key] === Id ? `${name}(^[0-9a-fA-F-]{36}$)` : name));
}

async function limitKey(core: Core, request: FastifyRequest, endpoint: Endpoint): Promise<string> {
  return `${endpoint.method} ${endpoint.path}:${await callerKey(core.sessions, request)}`;
}

/** Limits count by person if a valid token is sent, whichever of theirs it is, else by address. */
export async function callerKey(sessions: Sessions, request: FastifyRequest): Promise<string> {
  const token = bearer(request);
  const me = token === undefined ? undefined : await sessions.identify(token).catch(() => undefined);
  if (me && !request.routeOptions.config.untraced) notePerson(request, me.userId);
  return me?.userId ?? addressKey(request.ip);
}

/** Other programs need not send a version; if they do, it must be a number, and new enough. */
export function checkVersion(request: FastifyRequest): void {
  const version = request.headers[HEADERS.version];
  if (version === undefined) return;
  if (!/^\d{1,9}$/.test(String(version))) refuse(refusals.malformed);
  if (Number(version) < OLDEST_CLIENT || Number(version) > CLIENT_VERSION + 1000) refuse(refusals.tooOld);
}

/** Which tab called, by its own name: only for finding what belongs together. */
function clientOf(request: FastifyRequest): { client?: string } {
  const client = request.headers[HEADERS.client];
  return typeof client === 'string' && /^[\w-]{1,64}$/.test(client) ? { client } : {};
}

/** The access token that a request carries. */
export function bearer(request: FastifyRequest): string | undefined {
  return /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** The token alone identifies the caller; ids in other headers must agree with it. */
async function identify(core: Core, request: FastifyRequest): Promise<Me | undefined> {
  const token = bearer(request);
  if (token === undefined) return undefined;
  const me = await core.sessions.identify(token);
  if (!me) refuse(refusals.signedOut);
  if (!request.routeOptions.config.untraced) notePerson(request, me.userId);
  const claimed = request.headers[HEADERS.user];
  if (claimed !== undefined && claimed !== '' && claimed !== me.userId) refuse(refusals.contradiction);
  return me;
}

/** Checks membership and permissions. For people outside, another community's rooms do not exist. */
async function enter(
  core: Core,
  request: FastifyRequest,
  endpoint: Endpoint,
  me: Me,
  serverId: string,
): Promise<Member> {
  const member = await core.sessions.member(serverId, me.userId);
  if (!member) refuse(refusals.notFound);
  const claimed = request.headers[HEADERS.member];
  if (claimed !== undefined && claimed !== '' && claimed !== member.memberId) refuse(refusals.contradiction);
  if (!holds(member.permissions, endpoint.needs)) refuse(refusals.forbidden);
  return member;
}

type RequestParts = { params: Record<string, string>; query: unknown; body: unknown };

/** Reads path, query and body by the endpoint's schemas, and reports all wrong fields together. */
export function readParts(endpoint: Endpoint, request: FastifyRequest): RequestParts {
  const params = endpoint.params.safeParse(lowerIds(request.params as Record<string, string>));
  if (!params.success) {
    const [issue] = params.error.issues;
    refuse(refusals.invalid, issue ? { [issue.path.join('.')]: issue.message } : {});
  }
  if (isUnreadable(request.query) || isUnreadable(request.body)) refuse(refusals.malformed);
  const fields: Record<string, string> = {};
  const read = (schema: z.ZodType, given: unknown) => {
    if (isNone(schema)) return undefined;
    const result = schema.safeParse(given);
    if (result.success) return result.data;
    for (const issue of result.error.issues) fields[issue.path.join('.')] ??= issue.message;
    return undefined;
  };
  const query = read(endpoint.query, request.query);
  const body = read(endpoint.body, request.body ?? {});
  if (Object.keys(fields).length > 0) refuse(refusals.invalid, fields);
  return { params: params.data, query, body };
}

/** Deeper than any of our bodies. */
const DEEPEST = 16;

/** PostgreSQL's texts cannot hold U+0000 or half a surrogate pair; and nothing that is sent here is nested without end. */
function isUnreadable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.includes('\u0000') || !value.isWellFormed();
  if (typeof value !== 'object' || value === null) return false;
  return depth > DEEPEST || Object.values(value).some((part) => isUnreadable(part, depth + 1));
}

function lowerIds(params: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      /^[0-9a-fA-F-]{36}$/.test(value) ? value.toLowerCase() : value,
    ]),
  );
}

/** In tests every answer is checked against its schema; in production it is trusted. */
function sendAnswer(core: Core, reply: FastifyReply, endpoint: Endpoint, answer: unknown): FastifyReply {
  if (core.checkAnswers)
    endpoint.returns.parse(answer instanceof RawJson ? JSON.parse(answer.text) : JSON.parse(JSON.stringify(answer)));
  reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
  return reply.send(answer instanceof RawJson ? answer.text : JSON.stringify(answer));
}

/** The port that the server listens on, or will. */
export function portOf(http: FastifyInstance, config: Pick<Config, 'port'>): number {
  const address = http.server.address();
  return typeof address === 'object' && address !== null ? address.port : config.port;
}

/** Listens; returns the address. */
export async function listen(http: FastifyInstance, config: Pick<Config, 'host' | 'port'>): Promise<string> {
  await http.listen({ host: config.host, port: config.port });
  return `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${portOf(http, config)}`;
}
