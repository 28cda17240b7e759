import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as accounts from '@folkmoot/contract/accounts/api.ts';
import * as channels from '@folkmoot/contract/channels/api.ts';
import * as communities from '@folkmoot/contract/communities/api.ts';
import * as conversations from '@folkmoot/contract/conversations/api.ts';
import { canRead } from '@folkmoot/contract/conversations/rules.ts';
import { type Endpoint, endpointsIn } from '@folkmoot/contract/core/endpoint.ts';
import { refusals } from '@folkmoot/contract/core/problem.ts';
import type { FastifyInstance } from 'fastify';
import { createSignIn, type SignIn } from './accounts/actions.ts';
import { accountHandlers } from './accounts/handlers.ts';
import { mountSignIn } from './accounts/routes.ts';
import { findSession, signingKeys } from './accounts/store.ts';
import { joinDefaults, tellAdded } from './channels/actions.ts';
import { categoryHandlers } from './channels/categories-handlers.ts';
import { channelEditingHandlers } from './channels/editing-handlers.ts';
import { channelHandlers } from './channels/handlers.ts';
import { findChannel } from './channels/store.ts';
import type { CommunityHooks } from './communities/actions.ts';
import { communityHandlers } from './communities/handlers.ts';
import { inviteHandlers } from './communities/invites-handlers.ts';
import { memberHandlers } from './communities/members-handlers.ts';
import { findMember } from './communities/store.ts';
import { conversationRooms, exitAll, readable, roomsOf } from './conversations/actions.ts';
import { conversationHandlers } from './conversations/handlers.ts';
import { conversationMemberHandlers } from './conversations/members-handlers.ts';
import { unreadByServer } from './conversations/reads-store.ts';
import { findFacts, isInside, isOutside } from './conversations/store.ts';
import type { Clock } from './core/clock.ts';
import type { Outside } from './core/command.ts';
import type { Config } from './core/config.ts';
import type { Database } from './core/db.ts';
import type { Binding } from './core/handle.ts';
import { bind, createHttp } from './core/http.ts';
import { createJobs, type Jobs } from './core/jobs.ts';
import { Hub } from './core/live.ts';
import type { Log } from './core/log.ts';
import { createPost } from './core/mail.ts';
import { openApi } from './core/openapi.ts';
import { mountDocs, mountHealth, mountMetrics, mountSite, mountSocket } from './core/raw.ts';
import { found } from './core/refuse.ts';
import { Sessions } from './core/session.ts';
import { demoSignIns } from './seed/sign-ins.ts';

/** The contract's endpoints, by name. */
export const ENDPOINTS: ReadonlyMap<string, Endpoint> = new Map(
  [accounts, communities, conversations, channels].flatMap((api) => {
    const all = new Set(endpointsIn(api));
    return Object.entries(api).filter((entry): entry is [string, Endpoint] => all.has(entry[1] as Endpoint));
  }),
);

export type App = {
  http: FastifyInstance;
  hub: Hub;
  jobs: Jobs;
  sessions: Sessions;
  outside: Outside;
  signIn: SignIn;
  /** Starts the jobs and listens; answers the address it listens on. */
  listen(): Promise<string>;
  /** Stops accepting, finishes what runs, sends sockets elsewhere. The database is the caller's to close. */
  close(): Promise<void>;
};

export type AppParts = {
  config: Config;
  database: Database;
  clock: Clock;
  log: Log /** Tests check every answer against its schema. */;
  checkAnswers?: boolean;
};

const VERSION = (JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as { version: string })
  .version;

/** Joins the slices: the only file that knows them all. */
export async function createApp({ config, database, clock, log, checkAnswers = false }: AppParts): Promise<App> {
  const { db } = database;
  const post = createPost(config, log);
  const jobs = createJobs(database, [post.queue as never], log);
  const sessions = new Sessions(
    {
      keys: () => signingKeys(db),
      findSession: (sessionId) => findSession(db, sessionId, clock.now()),
      findMember: (serverId, userId) => findMember(db, serverId, userId),
    },
    clock,
  );
  const hub = new Hub({
    identify: (token) => sessions.identify(token),
    roomsOf: (userId) => roomsOf(db, userId),
    mayFollow: async (userId, conversationId) => {
      const facts = await findFacts(db, conversationId, userId);
      return facts !== undefined && canRead(facts).ok;
    },
  });
  const outside: Outside = {
    clock,
    jobs,
    post,
    deliver(effects) {
      sessions.perform(effects);
      hub.perform(effects);
    },
  };
  const http = await createHttp({ config, log }, database.kind === 'postgres' && !checkAnswers);
  const appUrl = () => config.appUrl ?? `http://localhost:${portOf(http, config)}`;
  const signIn = createSignIn({ config, db, outside, log, appUrl });

  const core = { config, log, db, sessions, outside, checkAnswers };
  const bindings = allBindings(config);
  for (const binding of bindings) bind(http, core, binding);
  checkBound(bindings);
  mountSignIn(http, { signIn, db, clock, config, appUrl });
  mountHealth(http, db);
  mountMetrics(http, hub, config.metricsToken);
  await mountDocs(http, openApi(ENDPOINTS, config.appName, VERSION), `${config.appName} API`);
  await mountSite(http, config.webDist);
  const sockets = mountSocket(http, hub, config);

  return {
    http,
    hub,
    jobs,
    sessions,
    outside,
    signIn,
    async listen() {
      await jobs.start();
      await http.listen({ host: config.host, port: config.port });
      return `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${portOf(http, config)}`;
    },
    async close() {
      hub.close();
      sockets.close();
      await http.close();
      await jobs.stop();
      post.close();
    },
  };
}

function allBindings(config: Config): Binding[] {
  const hooks: CommunityHooks = {
    joined: joinDefaults,
    leaving: exitAll,
    deleting: (command, serverId) => conversationRooms(command.tx, serverId),
    unread: unreadByServer,
    async inside(tx, { channelId, conversationId }, viewer) {
      const channel =
        channelId === undefined ? undefined : found(await findChannel(tx, channelId, viewer.userId), refusals.notFound);
      const id = channel?.conversation.id ?? conversationId;
      if (id === undefined) return undefined;
      await readable(tx, id, viewer.userId);
      return isInside(id);
    },
    couldBeAdded: async (tx, conversationId, viewer) => isOutside(await readable(tx, conversationId, viewer.userId)),
  };
  return [
    ...accountHandlers(config, () => demoSignIns(config)),
    ...communityHandlers(hooks),
    ...memberHandlers(hooks),
    ...inviteHandlers(hooks),
    ...conversationHandlers(),
    ...conversationMemberHandlers(tellAdded),
    ...channelHandlers(),
    ...channelEditingHandlers(),
    ...categoryHandlers(),
  ];
}

/** Every endpoint is bound once: a forgotten or doubled one fails at start, not in somebody's hands. */
function checkBound(bindings: readonly Binding[]): void {
  const bound = new Set<Endpoint>();
  for (const { endpoint } of bindings) {
    if (bound.has(endpoint)) throw new Error(`${endpoint.method} ${endpoint.path} is bound twice.`);
    bound.add(endpoint);
  }
  for (const [name, endpoint] of ENDPOINTS) {
    if (endpoint.by === 'handler' && !bound.has(endpoint))
      throw new Error(`${name} (${endpoint.method} ${endpoint.path}) is not bound to a handler.`);
  }
}

function portOf(http: FastifyInstance, config: Config): number {
  const address = http.server.address();
  return typeof address === 'object' && address !== null ? address.port : config.port;
}
