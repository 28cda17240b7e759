import { join } from 'node:path';
import * as conversations from '@folkmoot/contract/conversations/api.ts';
import { refusals } from '@folkmoot/contract/core/problem.ts';
import type { FastifyInstance } from 'fastify';
import { createSignIn, type SignIn } from './accounts/actions.ts';
import { type AccountHooks, accountHandlers } from './accounts/handlers.ts';
import { accountQueues } from './accounts/jobs.ts';
import { mountSignIn } from './accounts/routes.ts';
import { findSession, isFreshSession, liveSessions, signingKeys } from './accounts/store.ts';
import { blockHandlers } from './blocks/handlers.ts';
import { joinDefaults, tellAdded } from './channels/actions.ts';
import { categoryHandlers } from './channels/categories-handlers.ts';
import { channelEditingHandlers } from './channels/editing-handlers.ts';
import { channelHandlers } from './channels/handlers.ts';
import { orderHandlers } from './channels/order-handlers.ts';
import { findChannel, findPlaceNames } from './channels/store.ts';
import type { CommunityHooks } from './communities/actions.ts';
import { auditHandlers } from './communities/audit-handlers.ts';
import { banHandlers } from './communities/bans-handlers.ts';
import { communityHandlers } from './communities/handlers.ts';
import { inviteHandlers } from './communities/invites-handlers.ts';
import { memberHandlers } from './communities/members-handlers.ts';
import { requestHandlers } from './communities/requests-handlers.ts';
import { findMember } from './communities/store.ts';
import {
  audienceOf,
  conversationRooms,
  holdConversation,
  mayFollow,
  readable,
  showAttachments,
} from './conversations/actions.ts';
import { findSeqs } from './conversations/attachments-store.ts';
import { conversationHandlers } from './conversations/handlers.ts';
import { createKeys, type Keys } from './conversations/keys-actions.ts';
import { conversationMemberHandlers } from './conversations/members-handlers.ts';
import { forgetMentions, onlyVisible } from './conversations/members-store.ts';
import { membershipHandlers } from './conversations/membership-handlers.ts';
import { reactionHandlers } from './conversations/reactions-handlers.ts';
import { unreadByServer } from './conversations/read-state-store.ts';
import type { MediaHooks as MessageFiles } from './conversations/send-actions.ts';
import { isInside, isMessageOf, isOutside } from './conversations/store.ts';
import { removeReported } from './conversations/update-actions.ts';
import type { Clock } from './core/clock.ts';
import type { CommandContext, Services } from './core/command.ts';
import type { Config } from './core/config.ts';
import type { Database } from './core/db/db.ts';
import { createFiles } from './core/files/files.ts';
import { createPictures } from './core/files/pictures.ts';
import { clamScanner } from './core/files/scanner.ts';
import { createGazetteer, type Gazetteer } from './core/gazetteer/gazetteer.ts';
import { mountDocs } from './core/http/docs.ts';
import { assertFound } from './core/http/errors.ts';
import { type Binding, checkBound } from './core/http/handle.ts';
import { bind, createHttp } from './core/http/http.ts';
import { openApi } from './core/http/openapi.ts';
import { mountHealth, mountMetrics, mountSite, mountSocket } from './core/http/system-routes.ts';
import { Turns } from './core/http/turns.ts';
import { createJobs, type Jobs } from './core/jobs/jobs.ts';
import { aloneBus, type Bus, redisBus } from './core/live/bus.ts';
import { Hub } from './core/live/hub.ts';
import { conversationsIn, type Effect, encode } from './core/live/live.ts';
import { Presence } from './core/live/presence.ts';
import type { Log } from './core/log.ts';
import { createMailer } from './core/mail/mail.ts';
import { Sessions } from './core/security/session.ts';
import { createSigner } from './core/security/signer.ts';
import { VERSION } from './core/version.ts';
import { ENDPOINTS } from './endpoints.ts';
import { createEventTokens, type EventTokens } from './events/access/access-actions.ts';
import { accessHandlers } from './events/access/access-handlers.ts';
import { claimByAddress, peopleOfEvent, visitorOf } from './events/actions.ts';
import { eventChangingHandlers } from './events/editing/update-handlers.ts';
import { eventHandlers } from './events/handlers.ts';
import { hostHandlers } from './events/hosts/hosts-handlers.ts';
import { leaveEvents, leaveEverything } from './events/leave-actions.ts';
import { isThere } from './events/page/pages-actions.ts';
import { mountCalendarFiles } from './events/page/routes.ts';
import { eventReportHandlers } from './events/reports/reports-handlers.ts';
import { inboxHandlers } from './inbox/handlers.ts';
import { attachmentsOf, claim, type MediaHooks, type PlacedFile, release } from './media/actions.ts';
import { mediaHandlers } from './media/handlers.ts';
import { mediaQueues } from './media/jobs.ts';
import { replacePicture } from './media/pictures-actions.ts';
import { mountFiles } from './media/routes.ts';
import { createStock } from './media/stock-actions.ts';
import { stockHandlers } from './media/stock-handlers.ts';
import { createHeads } from './pages.ts';
import { personalHandlers } from './personal/handlers.ts';
import { gazetteerPlaces } from './places/gazetteer-actions.ts';
import { googlePlaces } from './places/google-actions.ts';
import { locationHandlers } from './places/handlers.ts';
import { questionnaireHandlers } from './questionnaires/handlers.ts';
import { copyingHandlers } from './registrations/duplicate-handlers.ts';
import { guestHandlers } from './registrations/guests-handlers.ts';
import { registrationHandlers } from './registrations/handlers.ts';
import { eventQueues } from './registrations/jobs.ts';
import { mountExport } from './registrations/routes.ts';
import { reportHandlers } from './reports/handlers.ts';
import { searchHandlers } from './search/handlers.ts';
import { createIndexer, type Indexer } from './search/jobs.ts';
import { demoSignIns } from './seed/sign-ins.ts';
import { ticketHandlers } from './tickets/handlers.ts';

export type App = {
  http: FastifyInstance;
  hub: Hub;
  jobs: Jobs;
  sessions: Sessions;
  outside: Services;
  signIn: SignIn;
  /** Makes messages findable. */
  indexer: Indexer;
  /** Knows the world's towns. */
  gazetteer: Gazetteer;
  /** Starts the jobs and listens; returns the address it listens on. */
  listen(): Promise<string>;
  /** Stops accepting, finishes what is running, sends sockets elsewhere. The caller closes the database. */
  close(): Promise<void>;
};

export type AppParts = {
  config: Config;
  database: Database;
  clock: Clock;
  log: Log;
  /** Tests check every answer against its schema. */
  checkAnswers?: boolean;
};

/**
 * Calls of one person in progress at the same time: the embedded database runs one after another, the pool has twelve
 * connections.
 */
const AT_ONCE = { pglite: 2, postgres: 6 } as const;

/** Joins the slices: the only file that knows them all. */
export async function createApp({ config, database, clock, log, checkAnswers = false }: AppParts): Promise<App> {
  const { db } = database;
  const post = createMailer(config, log);
  const files = createFiles(config);
  const pictures = createPictures();
  const gazetteer = createGazetteer();
  const source = config.googlePlaces ? googlePlaces(config.googlePlaces) : gazetteerPlaces(gazetteer);
  const workshop = join(config.dataDir, 'work');
  const scanner = config.clamd && clamScanner(config.clamd);
  const mediaWork = mediaQueues({
    ...{ db, files, pictures, scanner, log, workshop },
    hooks: mediaHooks,
    outside: () => outside,
  });
  const passes = createEventTokens(config.authSecret);
  const eventWork = eventQueues({
    db,
    outside: () => outside,
    passes,
    product: config.appName,
    origin: () => appUrl(),
    log,
  });
  const mails = accountQueues({ db, outside: () => outside, config, appUrl: () => appUrl() });
  const jobs = createJobs(database, [post.queue, ...mails, ...mediaWork, ...eventWork], log);
  const sessions = new Sessions(
    {
      keys: () => signingKeys(db),
      findSession: (sessionId) => findSession(db, sessionId, clock.now()),
      findMember: (serverId, userId) => findMember(db, serverId, userId),
      isFresh: (sessionId) => isFreshSession(db, sessionId, clock.now()),
    },
    clock,
  );
  const keys = createKeys(config.authSecret);
  const { hub, bus, presence, share } = createLive({ config, database, sessions, keys, clock, log });
  const indexer = createIndexer(db, log);
  const deliver = (effects: readonly Effect[]) => {
    share(effects);
    indexer.wake(conversationsIn(effects));
  };
  const outside: Services = { clock, jobs, post, deliver };
  const http = await createHttp({ config, log }, database.kind === 'postgres' && !checkAnswers, bus.shared);
  const appUrl = () => config.appUrl ?? `http://localhost:${portOf(http, config)}`;
  const signIn = createSignIn({ config, db, outside, log, appUrl, signedIn: claimByAddress });

  const turns = new Turns(AT_ONCE[database.kind]);
  const core = { config, log, db, sessions, outside, turns, checkAnswers };
  const uploadSigner = createSigner(config.authSecret, 'uploads');
  const filesSigner = createSigner(config.authSecret, 'files');
  const bindings = [
    ...allBindings(config, keys, passes, appUrl, () => signIn),
    ...mediaHandlers({
      ...{ files, signer: uploadSigner, hooks: mediaHooks },
      quota: config.storagePerPerson,
      scans: scanner !== undefined,
    }),
    ...locationHandlers({ source, gazetteer, log }),
    ...stockHandlers(createStock(config.stock, config.appName, log)),
  ];
  for (const binding of bindings) bind(http, core, binding);
  checkBound(ENDPOINTS, bindings);
  mountSignIn(http, { signIn, db, clock, config, appUrl, sessions, filesSigner });
  mountFiles(http, { db, clock, files, sessions, hooks: mediaHooks, signer: uploadSigner, filesSigner, config });
  mountExport(http, { db, sessions, rateLimits: config.rateLimits });
  mountCalendarFiles(http, { db, sessions, passes, product: config.appName, appUrl, rateLimits: config.rateLimits });
  mountHealth(http, db);
  mountMetrics(http, hub, config.metricsToken);
  mountDocs(http, openApi(ENDPOINTS, config.appName, VERSION), `${config.appName} API`, config.rateLimits);
  await mountSite(
    http,
    config,
    createHeads(db, () => ({ name: config.appName, origin: appUrl() })),
  );
  const sockets = mountSocket(http, hub, config);

  return {
    http,
    hub,
    jobs,
    sessions,
    outside,
    signIn,
    indexer,
    gazetteer,
    async listen() {
      await jobs.start();
      indexer.start();
      await http.listen({ host: config.host, port: config.port });
      return `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${portOf(http, config)}`;
    },
    async close() {
      hub.close();
      presence.close();
      sockets.close();
      await bus.close();
      await http.close();
      await indexer.stop();
      await jobs.stop();
      await pictures.close();
      await gazetteer.close();
      post.close();
    },
  };
}

/** Sockets, and what processes tell each other: effects are carried out here and shared with the others. */
function createLive({
  config,
  database: { db },
  sessions,
  keys,
  clock,
  log,
}: Pick<AppParts, 'config' | 'database' | 'clock' | 'log'> & { sessions: Sessions; keys: Keys }) {
  const perform = (effects: readonly Effect[]) => {
    sessions.perform(effects);
    hub.perform(effects);
  };
  const share = (effects: readonly Effect[]) => {
    perform(effects);
    bus.publish(effects);
  };
  const presence = new Presence(() => bus, share);
  const hub = new Hub({
    identify: (token) => sessions.identify(token),
    liveSessions: (sessionIds) => liveSessions(db, sessionIds, clock.now()),
    audienceOf: (userId) => audienceOf(db, userId),
    mayFollow: (userId, conversationId, key) => mayFollow(db, keys, userId, conversationId, key),
    mayWatch: (userId, others) => onlyVisible(db, userId, others),
    share,
    isThread: (conversationId, threadId) => isMessageOf(db, conversationId, threadId),
    typing: (conversationId, userId) => encode(conversations.typing, { conversationId, userId }),
    presence,
  });
  const listeners = {
    onEffects: perform,
    onWhole: (whole: boolean) => {
      sessions.clear();
      hub.setWhole(whole).catch((error) => log.error({ err: error }, 'sockets could not be brought up to date'));
    },
  };
  const bus: Bus =
    config.redisUrl === undefined ? aloneBus() : redisBus(config.redisUrl, config.authSecret, listeners, log);
  return { hub, bus, presence, share };
}

/** A message shows the current state of its files. */
async function showFiles(command: CommandContext, { conversationId, messageId }: PlacedFile): Promise<void> {
  await showAttachments(command, { conversationId, messageId }, await attachmentsOf(command.tx, messageId));
}

/** What media needs from later slices. */
const mediaHooks: MediaHooks = {
  readable,
  async conversationOfChannel(tx, channelId, userId) {
    const channel = assertFound(await findChannel(tx, channelId, userId), refusals.notFound);
    return channel.conversation.id;
  },
  hold: holdConversation,
  seqs: findSeqs,
  removeFromMessage: showFiles,
  changed: showFiles,
};

/** What accounts need from media, which is a later slice. */
const accountHooks: AccountHooks = {
  async replacePortrait(command, userId, before, after) {
    const place = { ownerId: userId, purpose: 'avatar' as const, usedBy: userId, field: 'profile_photo' };
    const next = await replacePicture(command, before, after, place);
    return next ? next.url : before;
  },
};

/** What messages need from media. */
const messageFiles: MessageFiles = { claim, release };

function allBindings(
  config: Config,
  keys: Keys,
  passes: EventTokens,
  appUrl: () => string,
  signIn: () => SignIn,
): Binding[] {
  const hooks: CommunityHooks = {
    joined: joinDefaults,
    leaving: leaveEverything,
    banned: leaveEvents,
    deleting: (command, serverId) => conversationRooms(command.tx, serverId),
    unread: unreadByServer,
    naming: findPlaceNames,
    async inside(tx, { channelId, conversationId }, viewer) {
      const channel =
        channelId === undefined
          ? undefined
          : assertFound(await findChannel(tx, channelId, viewer.userId), refusals.notFound);
      const id = channel?.conversation.id ?? conversationId;
      if (id === undefined) return undefined;
      await readable(tx, id, viewer.userId);
      return isInside(id);
    },
    eventIsThere: (tx, eventId, viewer, token) => isThere(tx, eventId, visitorOf(passes, viewer, token)),
    couldBeAdded: async (tx, conversationId, viewer) => isOutside(await readable(tx, conversationId, viewer.userId)),
  };
  return [
    ...accountHandlers(config, signIn, () => demoSignIns(config), accountHooks),
    ...communityHandlers(hooks),
    ...memberHandlers(hooks),
    ...inviteHandlers(hooks),
    ...requestHandlers(hooks, { product: config.appName, origin: appUrl }),
    ...banHandlers(hooks),
    ...auditHandlers(hooks),
    ...blockHandlers((command, one, other) => forgetMentions(command.tx, one, other)),
    ...conversationHandlers(messageFiles),
    ...reactionHandlers(),
    ...membershipHandlers(keys),
    ...conversationMemberHandlers(tellAdded),
    ...channelHandlers(),
    ...channelEditingHandlers(),
    ...categoryHandlers(),
    ...personalHandlers({ peopleOfEvent }),
    ...reportHandlers({ deleteMessage: (command, target) => removeReported(command, messageFiles, target) }),
    ...inboxHandlers(),
    ...orderHandlers(),
    ...searchHandlers(),
    ...eventHandlers(passes),
    ...eventChangingHandlers(),
    ...hostHandlers(passes),
    ...accessHandlers(passes),
    ...eventReportHandlers(),
    ...questionnaireHandlers(passes),
    ...ticketHandlers(passes),
    ...registrationHandlers(passes),
    ...guestHandlers(),
    ...copyingHandlers(),
  ];
}

function portOf(http: FastifyInstance, config: Config): number {
  const address = http.server.address();
  return typeof address === 'object' && address !== null ? address.port : config.port;
}
