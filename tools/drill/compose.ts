import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openTwoBrowsers } from '../../e2e/two-browsers.ts';
import { buildWeb, isWebStale, root } from '../web-build.ts';
import { readCompose } from './compose-file.ts';
import { checkKept, numbersOf } from './kept.ts';
import { beginLoad, type Load } from './load.ts';
import type { Check } from './main.ts';
import { findPrograms, freePort, onPath, prepareServices, type Running, run } from './services.ts';
import { openDrillWorld, type World } from './world.ts';

/*
 * The services of deploy/compose.yaml as processes, with their own settings, behind Caddy with its own file: under load one app is
 * killed and comes back, then the other is replaced. Meanwhile two people talk in their browsers, through Caddy as well.
 */

/** Load before, between and after what is done to the servers. */
export const CALM_MS = 3000;
/** People who write and read. */
const WRITERS = 4;

export async function drillCompose(folder: string, check: Check): Promise<void> {
  await checkFiles(folder, check);
  const fleet = await openFleet(folder, check);
  if (fleet === undefined) return;
  try {
    await underLoad(fleet, check);
  } finally {
    await fleet.close();
  }
}

export type Fleet = {
  /** Where Caddy is reached. */
  url: string;
  app1: Running;
  app2: Running;
  load: Load;
  world: World;
  close(): Promise<void>;
};

/** Starts everything, with people who write and read through Caddy; undefined, and a sentence, where programs are missing. */
export async function openFleet(folder: string, check: Check): Promise<Fleet | undefined> {
  const programs = findPrograms();
  if (typeof programs === 'string') {
    console.log(`The services were not started. ${programs}`);
    return undefined;
  }
  if (isWebStale()) await buildWeb();
  const secret = () => randomBytes(24).toString('hex');
  const services = readCompose(join(root, 'deploy/compose.yaml'), {
    ...{ APP_URL: `http://localhost:${await freePort()}`, AUTH_SECRET: secret(), POSTGRES_PASSWORD: secret() },
    ...{ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Drill <drill@localhost>' },
  });
  // Four people who never stop are more than anybody may be.
  for (const service of services) if (service.name.startsWith('app')) service.environment.RATE_LIMITS = 'off';
  const running = await prepareServices(services, folder, programs);
  const of = (name: string) => {
    const one = running.get(name);
    if (one === undefined) throw new Error(`compose.yaml has no service named ${name}.`);
    return one;
  };
  const stop = async () => {
    for (const { name } of services.toReversed()) await of(name).stop();
  };
  try {
    for (const { name } of services) await of(name).start();
    check('all services of compose.yaml start, and their health checks pass', true);
    const settings = services.find(({ name }) => name === 'app-1')?.environment ?? {};
    const { APP_URL = '', AUTH_SECRET = '', DATABASE_URL = '' } = settings;
    const url = DATABASE_URL.replace('postgres:5432', of('postgres').address);
    const world = await openDrillWorld({ AUTH_SECRET, DATABASE_URL: url }, folder, WRITERS);
    const load = beginLoad(APP_URL, world.writers);
    const close = async () => {
      await load.stop();
      await world.close();
      await stop();
    };
    return { url: APP_URL, app1: of('app-1'), app2: of('app-2'), load, world, close };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Caddy and systemd read their files. */
async function checkFiles(folder: string, check: Check): Promise<void> {
  const says = (program: string, args: string[], env = {}) =>
    run(program, args, { env: { ...process.env, HOME: folder, ...env } }).then(
      ({ stdout }) => ({ ok: true, said: stdout }),
      (error: { stderr?: string }) => ({ ok: false, said: error.stderr ?? String(error) }),
    );
  const caddy = onPath('caddy');
  const file = join(root, 'deploy/Caddyfile');
  if (caddy === undefined) console.log('Caddyfile was not checked: there is no caddy here.');
  else {
    const env = { APP_URL: 'https://moot.example.org' };
    const { ok, said } = await says(caddy, ['validate', '--config', file, '--adapter', 'caddyfile'], env);
    check('caddy validate takes deploy/Caddyfile', ok, said);
  }
  const systemd = onPath('systemd-analyze');
  if (systemd === undefined) return console.log('folkmoot.service was not checked: there is no systemd-analyze here.');
  // It looks for the program as well, which is elsewhere here.
  const unit = join(folder, 'folkmoot.service');
  writeFileSync(
    unit,
    readFileSync(join(root, 'deploy/folkmoot.service'), 'utf8').replace('/usr/bin/node', process.execPath),
  );
  const verified = await says(systemd, ['verify', unit]);
  check('systemd-analyze verify takes deploy/folkmoot.service', verified.ok, verified.said);
  const rated = await says(systemd, ['security', '--offline=true', '--threshold=20', unit]);
  check('systemd-analyze security rates it 2.0 or better', rated.ok, rated.said.trim().split('\n').at(-1));
}

async function underLoad({ app1, app2, load, world, url }: Fleet, check: Check): Promise<void> {
  const since = (before: number) => load.figures.retried - before;
  const { talkers, channel } = await world.talkers();
  const two = await openTwoBrowsers(url, talkers, channel);
  const talk = async (what: string, text: string) => {
    const { seen, ms } = await two.say(text);
    check(`${what}, two people in their browsers talk (${ms} ms)`, seen);
  };
  try {
    await wait(CALM_MS);
    check('with both apps, every call is answered at once', load.figures.retried === 0, numbersOf(load));
    await talk('with both apps', 'Both are here.');

    let before = load.figures.retried;
    await app1.kill();
    await talk('when app-1 has been killed', 'Is anybody there?');
    await talk('and on', 'I am.');
    await wait(CALM_MS);
    await app1.start();
    await wait(CALM_MS);
    console.log(
      `  app-1 was killed and came back: ${since(before)} of ${load.figures.calls} calls so far were made again.`,
    );

    before = load.figures.retried;
    const ended = await app2.stop();
    check('an app that is asked to end does so by itself', ended === 'exit code 0', ended);
    await talk('when app-2 has ended', 'And now?');
    await app2.start();
    await wait(CALM_MS);
    check('while it is replaced, no call has to be made again', since(before) === 0, numbersOf(load));
    await talk('with both apps again', 'Good night.');
  } finally {
    await two.close();
  }
  await checkKept(load, world, check);
}
