import type { FastifyInstance } from 'fastify';
import { accounts } from './accounts/slice.ts';
import type { Clock } from './core/clock.ts';
import type { Services } from './core/command.ts';
import type { Config } from './core/config.ts';
import { type Backups, createBackups } from './core/db/backups.ts';
import type { Database } from './core/db/db.ts';
import { createFiles } from './core/files/files.ts';
import { createPictures } from './core/files/pictures.ts';
import { packagedData } from './core/gazetteer/gazetteer-data.ts';
import { createHooks } from './core/hooks.ts';
import { Counts } from './core/http/counts.ts';
import { mountDocs } from './core/http/docs.ts';
import { checkBound } from './core/http/handle.ts';
import { bind, createHttp, listen, portOf } from './core/http/http.ts';
import { openApi } from './core/http/openapi.ts';
import { mountProbes, mountSite, mountSocket } from './core/http/system-routes.ts';
import { AT_ONCE, Turns } from './core/http/turns.ts';
import { waitUntilIdle } from './core/jobs/idle.ts';
import { createJobs, type Jobs } from './core/jobs/jobs.ts';
import { createLeaving } from './core/leaving.ts';
import { createLive, liveHooks } from './core/live/create-live.ts';
import type { Hub } from './core/live/hub.ts';
import type { Log } from './core/log.ts';
import { createMailer } from './core/mail/mail.ts';
import { STRONG } from './core/security/password-hash.ts';
import { Sessions, sessionHooks } from './core/security/session.ts';
import { type AppContext, buildSlices } from './core/slice.ts';
import { createErrorReports } from './core/telemetry/error-reports.ts';
import { VERSION } from './core/version.ts';
import { search } from './search/slice.ts';
import { ENDPOINTS, SLICES } from './slices.ts';

export type App = {
  http: FastifyInstance;
  hub: Hub;
  jobs: Jobs;
  services: Services;
  signIn: ReturnType<typeof accounts.build>['signIn'];
  indexer: ReturnType<typeof search.build>['indexer'];
  backups: Backups;
  /** Starts the jobs and listens; returns the address it listens on. */
  listen(): Promise<string>;
  /** From now on `/readyz` says 503, so that proxies send nobody here; everything is still answered. */
  leave(): void;
  /** Stops accepting, finishes what is running, sends sockets elsewhere. The caller closes the database. */
  close(): Promise<void>;
};

/** What the server is made of. Tests hash fast, wait for nothing, have few places, and check every answer against its schema. */
export type AppParts = { config: Config; database: Database; clock: Clock; log: Log } & Partial<
  Pick<AppContext, 'hashing' | 'waitUntilIdle' | 'placeData'> & { checkAnswers: boolean }
>;

/** Makes the server: what core provides, then the slices, then the routes. */
export async function createApp({ checkAnswers = false, ...parts }: AppParts): Promise<App> {
  const { config, database, clock, log } = parts;
  const hooks = createHooks();
  const works = config.roles.has('work');
  const mailer = createMailer(config, log);
  const errors = await createErrorReports(config, log);
  const jobs = createJobs(database, { log, errors }, works ? undefined : (queue) => live.wakeOthers(queue));
  const [files, pictures] = [createFiles(config), createPictures()];
  const sessions = new Sessions(hooks.of(sessionHooks), clock);
  const live = createLive({ config, sessions, hooks: hooks.of(liveHooks), wake: jobs.wake, log });
  const services = { clock, jobs, mailer, deliver: live.deliver };
  const counts = new Counts(live.bus.shared);
  const shedsLoad = database.kind === 'postgres' && !checkAnswers;
  const http = await createHttp({ config, log, errors }, shedsLoad, live.bus.shared && counts);
  const appUrl = () => config.appUrl ?? `http://localhost:${portOf(http, config)}`;
  const defaults = { hashing: STRONG, waitUntilIdle, placeData: packagedData };
  const core = { ...defaults, ...parts, db: database.db, services, sessions };
  const slices = buildSlices(SLICES, {
    ...{ ...core, files, pictures, hooks, appUrl, counts, leaving: createLeaving() },
    personalData: SLICES.flatMap(({ name, personalData }) => (personalData ? [{ slice: name, ...personalData }] : [])),
    countWatching: (eventId) => live.hub.countWatching(eventId),
    listOnline: live.listOnline,
  });
  jobs.serve([...mailer.queues, ...slices.queues]);
  const calls = { ...core, counts, turns: new Turns(AT_ONCE[database.kind]), checkAnswers };
  for (const binding of slices.handlers) bind(http, calls, binding);
  checkBound(ENDPOINTS, slices.handlers);
  slices.routes(http);

  let leaving = false;
  const backups = createBackups(database, config, clock, log);
  const figures = [...slices.figures, ...backups.figures];
  const probes = { metricsToken: config.metricsToken, figures, isLeaving: () => leaving };
  mountProbes(http, database.db, live.hub, probes);
  mountDocs(http, () => openApi(ENDPOINTS, config.appName, VERSION), `${config.appName} API`, config.rateLimits);
  await mountSite(http, { config, appUrl, log }, slices.pageHead);
  const sockets = mountSocket(http, live.hub, config);
  return {
    ...{ http, jobs, services, backups, hub: live.hub },
    ...{ signIn: slices.of(accounts).signIn, indexer: slices.of(search).indexer },
    async listen() {
      await jobs.start();
      if (works) {
        slices.start();
        backups.start();
      }
      return listen(http, config);
    },
    leave() {
      leaving = true;
    },
    async close() {
      leaving = true;
      sockets.close();
      await live.close();
      await http.close();
      await slices.stop();
      await backups.stop();
      await jobs.stop();
      await pictures.close();
      mailer.close();
      await errors.close();
    },
  };
}
