import { mkdirSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import fastifyStatic from '@fastify/static';
import { BACKENDS } from '@folkmoot/contract/core/endpoint.ts';
import { refusals } from '@folkmoot/contract/core/problem.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import client from 'prom-client';
import { WebSocketServer } from 'ws';
import { type Config, ourNames } from '../config.ts';
import { type Db, reach } from '../db/db.ts';
import type { Hub } from '../live/hub.ts';
import type { Log } from '../log.ts';
import { MEMBER_COOKIE } from '../security/session.ts';
import type { Figure } from '../slice.ts';
import { addressKey, addressOf, isOurHost } from './address.ts';
import { cookieName } from './cookies.ts';
import { problemOf, sendProblem } from './error-mapping.ts';
import { refuse } from './errors.ts';
import { createDrawing } from './pages/drawing.ts';
import { mountFirstAnswers } from './pages/first-answers.ts';
import { pageIn } from './pages/html-shell.ts';
import type { PageHead } from './pages/page-meta.ts';

/* The routes that handle HTTP themselves. All others are endpoints of the contract. */

type ProbeParts = {
  metricsToken: string | undefined;
  figures: readonly Figure[];
  /** Whether the process is about to end. */
  isLeaving: () => boolean;
};

/** What shows whether the process is well: its health, and `/metrics`. */
export function mountProbes(
  http: FastifyInstance,
  db: Db,
  hub: Hub,
  { metricsToken, figures, isLeaving }: ProbeParts,
): void {
  mountHealth(http, db, isLeaving);
  mountMetrics(http, hub, metricsToken, figures);
}

/** A database that does not answer within this time is not there, for a probe. */
const PROBED_WITHIN_MS = 3000;

/** `/healthz`: the process runs. `/readyz`: it can reach its database, and is not about to end. */
function mountHealth(http: FastifyInstance, db: Db, isLeaving: () => boolean): void {
  // A proxy that keeps a connection would send its next request on it while it is being closed.
  http.addHook('onRequest', (_, reply, done) => {
    if (isLeaving()) reply.header('connection', 'close');
    done();
  });
  const probe = { logLevel: 'warn' as const, config: { unlimited: 'a probe, which does next to nothing' } };
  http.get('/healthz', probe, async () => ({ status: 'ok' }));
  http.get('/readyz', probe, async () => {
    if (isLeaving()) refuse(refusals.notReady);
    const late = new AbortController();
    const reached = reach(db).then(() => true);
    const waited = wait(PROBED_WITHIN_MS, false, { signal: late.signal, ref: false });
    const isThere = await Promise.race([reached, waited]).catch(() => false);
    late.abort();
    waited.catch(() => undefined);
    reached.catch(() => undefined);
    if (!isThere) refuse(refusals.notReady);
    return { status: 'ready' };
  });
}

/** `/metrics` for Prometheus: open on loopback, elsewhere only with `METRICS_TOKEN` as bearer. */
function mountMetrics(http: FastifyInstance, hub: Hub, token: string | undefined, figures: readonly Figure[]): void {
  const registry = new client.Registry();
  client.collectDefaultMetrics({ register: registry });
  const seconds = new client.Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  });
  new client.Gauge({
    name: 'live_sockets',
    help: 'Open live connections.',
    registers: [registry],
    collect() {
      this.set(hub.sockets);
    },
  });
  for (const { name, help, read } of figures)
    new client.Gauge({
      ...{ name, help, registers: [registry] },
      async collect() {
        this.set(await read());
      },
    });
  http.addHook('onResponse', (request, reply, done) => {
    seconds.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
    done();
  });
  const config = { unlimited: 'for this machine, or with a token' };
  http.get('/metrics', { logLevel: 'warn', config }, async (request, reply) => {
    const local =
      ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.socket.remoteAddress ?? '') &&
      request.headers['x-forwarded-for'] === undefined;
    if (token === undefined ? !local : request.headers.authorization !== `Bearer ${token}`) refuse(refusals.notFound);
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** `/live`: the socket. It is authorised by its first frame, never by its address. */
export function mountSocket(http: FastifyInstance, hub: Hub, config: Config): WebSocketServer {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 16 * 1024, perMessageDeflate: false });
  const names = ourNames(config);
  http.server.on('upgrade', (request, socket, head) => {
    // Node has taken its own listener off: without one, a reset connection would end the process.
    socket.on('error', () => socket.destroy());
    const { origin, host } = request.headers;
    const own =
      isOurHost(host, names) &&
      (origin === undefined || (URL.canParse(origin) && new URL(origin).host === host) || origin === config.appUrl);
    if (!own || !config.roles.has('main') || request.url?.split('?')[0] !== '/live')
      return socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n');
    const address = addressKey(addressOf(request, config.trustProxy));
    sockets.handleUpgrade(request, socket, head, (ws) => hub.accept(ws, address));
  });
  return sockets;
}

/** Only sockets upgrade the protocol; a request that offers another, such as h2c, is answered like any other. */
export function mayUpgrade(request: IncomingMessage): boolean {
  return request.headers.upgrade?.toLowerCase() === 'websocket';
}

/** Paths that never return the page: if nothing is there, it is a 404. */
const NEVER_PAGE = new RegExp(
  `^(?:/(?:api|auth|assets|art|files|uploads|live|metrics|healthz|readyz)|${Object.values(BACKENDS).filter(Boolean).join('|')})(?:/|$)|\\.[^/]*$`,
);

/** The page's own part of the head, as HTML that replaces the title; undefined if there is none. */
export type HeadOf = (path: string) => Promise<PageHead | undefined>;

/** Files of the build have their hash in their name. Browsers are to see a new service worker at once. */
function cacheFor(path: string): string {
  if (path.includes('/assets/')) return 'public, max-age=31536000, immutable';
  return path.endsWith('/sw.js') ? 'no-cache' : 'public, max-age=3600';
}

/** `/manifest.webmanifest`: what a browser needs to install the product as an app (Web Application Manifest). */
function mountManifest(http: FastifyInstance, name: string): void {
  const icon = (size: number, purpose: string) => ({
    ...{ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png', purpose },
  });
  const manifest = JSON.stringify({
    ...{ id: '/', name, short_name: name, start_url: '/', scope: '/', display: 'standalone' },
    ...{ theme_color: '#112d21', background_color: '#112d21' },
    icons: [icon(192, 'any'), icon(512, 'any'), { ...icon(512, 'maskable'), src: '/icon-maskable-512.png' }],
  });
  http.get('/manifest.webmanifest', { config: { unlimited: 'a text that is the same for everybody' } }, (_, reply) =>
    reply.type('application/manifest+json').header('cache-control', 'public, max-age=3600').send(manifest),
  );
}

/** What the build leaves for this server alone. */
const FOR_US_ALONE = new Set(['/parts.json']);

/** A browser on its first visit requests some two hundred files, and people share addresses. */
const ASKED_A_MINUTE = { files: 6000, pages: 600 };

type SiteParts = {
  config: Pick<Config, 'webDist' | 'rateLimits' | 'appUrl' | 'appName' | 'errors' | 'usage' | 'support'>;
  /** The product's own address, without a slash at its end. */
  appUrl: () => string;
  log: Log;
};

/** What a page has to know before it asks anything: without the first mark it loads nothing that watches, without the second it has no button for help. */
function marksOf({ errors, usage, support }: SiteParts['config']): string[] {
  return [...(errors || usage ? ['data-telemetry'] : []), ...(support ? ['data-support'] : [])];
}

/** The web client: hashed assets for a year, and one page for every other address, some with their own head. */
export async function mountSite(
  http: FastifyInstance,
  { config, appUrl, log }: SiteParts,
  headOf: HeadOf,
): Promise<void> {
  const { webDist: folder, rateLimits } = config;
  const limit = (max: number, what: string) =>
    rateLimits
      ? { max, timeWindow: 60_000, keyGenerator: (request: FastifyRequest) => `${what}:${addressKey(request.ip)}` }
      : undefined;
  // Without a build there is an API and no page.
  mkdirSync(folder, { recursive: true });
  const page = pageIn(folder, marksOf(config));
  const drawing = createDrawing(config.webDist, appUrl, log);
  http.addHook('onClose', () => drawing.close());
  const files = limit(ASKED_A_MINUTE.files, 'site');
  await http.register(async (scope) => {
    if (files) scope.addHook('onRequest', http.rateLimit(files));
    await scope.register(fastifyStatic, {
      root: folder,
      index: false,
      preCompressed: true,
      dotfiles: 'ignore',
      allowedPath: (path) => !FOR_US_ALONE.has(path),
      setHeaders(reply, path) {
        reply.header('cache-control', cacheFor(path));
        // Emails show our covers, and some programs for email are web pages.
        if (path.includes('/art/covers/og/')) reply.header('cross-origin-resource-policy', 'cross-origin');
      },
    });
  });
  mountFirstAnswers(http, folder);
  mountManifest(http, config.appName);
  const pages = limit(ASKED_A_MINUTE.pages, 'pages');
  const count = pages && http.createRateLimit(pages);
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const asked = await count?.(request);
    if (asked && !asked.isAllowed && asked.isExceeded) refuse(refusals.slowDown);
    const path = request.url.split('?')[0] ?? '';
    const mayBePage = (request.method === 'GET' || request.method === 'HEAD') && !NEVER_PAGE.test(path);
    const ownHead = () =>
      headOf(path).catch((error) => {
        request.log.error({ err: error }, 'a page was sent without its head');
        return undefined;
      });
    const hasSession = request.cookies[cookieName(MEMBER_COOKIE.name, config)] !== undefined;
    // An address with a query is for one person, such as a link from an email.
    const draw = async (sent: string, build: string) => {
      if (path !== request.url) return undefined;
      return drawing
        .draw({ path, languages: request.headers['accept-language'], build }, sent, async (url, headers) => {
          const { statusCode, body } = await http.inject({ method: 'GET', url, headers, remoteAddress: request.ip });
          return { status: statusCode, body };
        })
        .catch((error: unknown) => {
          request.log.error({ err: error }, 'a page was sent without its content');
          return undefined;
        });
    };
    const sent = mayBePage ? await page({ path, hasSession, draw }, ownHead) : undefined;
    if (sent === undefined) return sendProblem(reply, problemOf(refusals.notFound, request));
    // Requested each time, and sent only if it has changed.
    reply.header('cache-control', 'no-cache').header('vary', 'cookie, accept-language').header('etag', sent.tag);
    if (request.headers['if-none-match'] === sent.tag) return reply.code(304).send();
    return reply.type('text/html; charset=utf-8').send(sent.html);
  };
  http.setNotFoundHandler(sendPage);
  // A path without a dot is never one of our files: a page does not wait for the disk to confirm it.
  for (const url of ['/', '/:alias(^[^.]+$)'])
    http.route({
      method: ['GET', 'HEAD'],
      url,
      config: { unlimited: 'counted below, with pages that are no route' },
      handler: sendPage,
    });
}
