import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Settings from the environment of the test run that must not reach the product under test. */
const forgotten = {
  DATABASE_URL: '',
  SMTP_URL: '',
  REDIS_URL: '',
  APP_URL: '',
  STRIPE_SECRET_KEY: '',
  SANDBOX_DIR: '',
  WEB_DIST: '',
  HOST: '127.0.0.1',
  PORT: '0',
  // To fill the tables of places takes half a minute of a processor; a journey that searches for a place does it.
  PRELOAD_PLACES: 'off',
};

export type DemoSignIn = { name: string; email: string; password: string; role: string };

/** A running product of its own: free ports, a fresh folder of data, its own mailbox. */
export type Product = {
  url: string;
  mailboxUrl: string;
  smtpUrl: string;
  /** The sandbox's push service. */
  pushUrl: string;
  /** The sandbox's Google, as far as contacts go. */
  peopleUrl: string;
  /** The sandbox's site with calendars. */
  feedsUrl: string;
  /** The sandbox's Stripe: its control page, and `/sandbox/…`. */
  stripeUrl: string;
  demo: DemoSignIn[];
  /** Its database, for what no call can make: somebody's past. */
  databaseUrl: string;
  stop: () => Promise<void>;
};

/** A running product as others use it, who do not stop it. */
export type Running = Omit<Product, 'stop'>;

type Settings = { empty: boolean; env?: Record<string, string> };

/**
 * Starts the whole product the way `npm start` does, and resolves when it answers. `empty` leaves the demo world out.
 * Rate limits are off, because every test comes from the same address; `env` can set them again.
 */
export async function startProduct({ empty, env = {} }: Settings): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'folkmoot-'));
  const child = spawn(process.execPath, [join(root, 'tools/start.ts'), '--no-env', ...(empty ? ['--empty'] : [])], {
    cwd: root,
    env: { ...process.env, ...forgotten, RATE_LIMITS: 'off', DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  child.stdout?.on('data', (data) => (output += data));
  child.stderr?.on('data', (data) => (output += data));
  const closed = once(child, 'exit');

  const stop = async () => {
    child.kill('SIGTERM');
    await closed;
    if (process.env.FOLKMOOT_E2E_LOG) console.log(output);
    await rm(dataDir, { recursive: true, force: true });
  };

  const ready = await new Promise<Omit<Running, 'databaseUrl'>>((resolve, reject) => {
    child.on('message', (message) => {
      if (typeof message === 'object' && 'type' in message && message.type === 'ready')
        resolve(message as unknown as Product);
    });
    closed.then(() => reject(new Error(`The product stopped before it was ready:\n${output}`)));
  }).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { ...ready, databaseUrl: databaseIn(dataDir), stop };
}

/** The embedded PostgreSQL says in its folder where its socket is. */
function databaseIn(dataDir: string): string {
  const socket = readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[4] ?? '';
  return `postgres://folkmoot@localhost/folkmoot?host=${encodeURIComponent(socket)}`;
}
