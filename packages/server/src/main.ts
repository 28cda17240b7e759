import { existsSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { demoSignIns, signInsFile } from './accounts/demo-actions.ts';
import { createApp } from './app.ts';
import { systemClock } from './core/clock.ts';
import { readConfig } from './core/config.ts';
import { ConfigError } from './core/config-checks.ts';
import { serveBackups } from './core/db/backup-live.ts';
import { prepareBackups, upgrade } from './core/db/backups.ts';
import type { Database } from './core/db/db.ts';
import { migrate } from './core/db/migrate.ts';
import { isNew, openDatabase } from './core/db/open.ts';
import { SERVER } from './core/db/pool.ts';
import { isDiskFull } from './core/disk.ts';
import { createLog } from './core/log.ts';

/** Prints a line: through the start script if there is one, else on the terminal. */
function say(text: string): void {
  if (process.send) process.send({ type: 'progress', text });
  else process.stdout.write(`${text}\n`);
}

async function start(): Promise<void> {
  const config = readConfig();
  if (config.isPublic && existsSync(signInsFile(config)))
    throw new ConfigError(
      `${config.dataDir} contains the demo world, whose passwords everybody on this machine can read. Set DATA_DIR to a new folder.`,
    );
  const log = createLog(config);
  const fresh = isNew(config);
  if (fresh) say('Creating the database …');
  const fill = async (database: Database) => {
    await migrate(database, systemClock);
    if (!config.demo) return;
    say('Making the demo world …');
    const { makeDemo } = await import('./seed/demo.ts');
    await makeDemo({ config, database, clock: systemClock });
  };
  prepareBackups(config);
  const database = await openDatabase(config, { purpose: SERVER, fill, say });
  await upgrade(database, config, systemClock, say);
  const app = await createApp({ config, database, clock: systemClock, log });
  const stopBackups = await serveBackups(database, config.dataDir, systemClock, log);

  let [leaving, stopping] = [false, false];
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    stopBackups();
    await app.close();
    await database.close();
    process.exit(0);
  };
  // Proxies are told first and have some seconds to notice; a second signal, and Ctrl-C, wait for nobody.
  const leave = () => {
    app.leave();
    if (leaving || config.drainSeconds === 0) return void stop();
    leaving = true;
    log.info({ seconds: config.drainSeconds }, 'leaving: not ready any more, and still answering');
    setTimeout(stop, config.drainSeconds * 1000);
  };
  process.on('SIGTERM', leave);
  process.on('SIGINT', stop);
  process.on('disconnect', stop);

  const address = await app.listen();
  const url = config.appUrl ?? address.replace('127.0.0.1', 'localhost');
  // Now, not when it ends: the next start is quick also after a crash.
  flushCompileCache();
  const demo = demoSignIns(config);
  if (process.send) process.send({ type: 'ready', url, docsUrl: `${url}/api/docs`, firstRun: fresh, demo });
  else say(`Folkmoot is listening on ${url}`);
}

/** What went wrong, for the terminal: a sentence where the operator can do something, else the whole stack. */
function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  if (isDiskFull(error)) return 'The disk is full. Free some space and start again.';
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return 'The port is in use. Stop the program that uses it, or set PORT to another one.';
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

await start().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
});
