/**
 * Starts the whole product on this machine: `npm start`, `npm start -- --empty` (without the demo world) and
 * `npm run dev` (Vite and a server that restarts on change). `--no-env` leaves a .env file unread, for tests.
 * Started with an IPC channel it also sends its parent one `ready` message with the addresses.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type ServerReady, welcome } from './banner.ts';
import { type Child, SERVER_NODE_ARGS, startChild } from './child.ts';
import { buildWeb, isWebStale, root } from './web-build.ts';

const since = performance.now();
const options = readOptions();
/** In the order they started; they stop in the other. */
const children: Child[] = [];
let stopping = false;

function readOptions() {
  try {
    const { values } = parseArgs({
      options: { empty: { type: 'boolean' }, dev: { type: 'boolean' }, 'no-env': { type: 'boolean' } },
    });
    return { empty: values.empty === true, dev: values.dev === true, readEnv: values['no-env'] !== true };
  } catch (error) {
    fail(
      `${error instanceof Error ? error.message : error}\nnpm start takes --empty, to begin without the demo world.`,
    );
  }
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

/** @param signal SIGINT where somebody waits for it: the server then does not wait for proxies (`DRAIN_SECONDS`). */
async function stop(code: number, signal: 'SIGTERM' | 'SIGINT' = 'SIGTERM'): Promise<void> {
  if (stopping) return;
  stopping = true;
  for (const child of children.reverse()) await child.stop(signal);
  process.exit(code);
}

function kill(): void {
  for (const child of children) child.process.kill('SIGKILL');
  process.exit(130);
}

/** Keeps a child on the list, and ends everything with a message when it ends unexpectedly. */
function keep(child: Child): void {
  children.push(child);
  child.ended.then((ending) => {
    if (stopping) return;
    console.error(
      `\n${child.name[0]?.toUpperCase()}${child.name.slice(1)} stopped by itself (${ending}). The messages above say why.`,
    );
    void stop(1);
  });
}

/** Starts a child and resolves with its `ready` message; `progress` messages are printed on the way. */
function startAndWait<T>(
  name: string,
  file: string,
  settings: Parameters<typeof startChild>[2],
): Promise<T & { tell: (message: object) => void }> {
  return new Promise((resolve) => {
    const onMessage = (message: unknown) => {
      if (typeof message !== 'object' || message === null || !('type' in message)) return;
      if (message.type === 'ready')
        resolve({ ...(message as T), tell: (told) => void (child.process.connected && child.process.send(told)) });
      if (message.type === 'progress' && 'text' in message) console.log(message.text);
    };
    const child = startChild(name, join(root, file), { ...settings, onMessage });
    keep(child);
  });
}

type Sandbox = {
  SMTP_URL?: string;
  MAILBOX_URL?: string;
  UNSPLASH_URL?: string;
  UNSPLASH_ACCESS_KEY?: string;
  PUSH_SERVICES?: string;
  MAIL_BOUNCES?: string;
  MAIL_INBOUND_SECRET?: string;
  GOOGLE_CLIENT_ID?: string;
  GOOGLE_CLIENT_SECRET?: string;
  GOOGLE_ACCOUNTS_URL?: string;
  GOOGLE_PEOPLE_URL?: string;
  SIGN_IN_WITH_GOOGLE?: string;
  CALENDAR_FEED_ORIGINS?: string;
  STRIPE_SECRET_KEY?: string;
  STRIPE_PUBLISHABLE_KEY?: string;
  STRIPE_API_URL?: string;
  AI_URL?: string;
  AI_MODEL?: string;
};

type SandboxReady = {
  smtpUrl: string;
  mailboxUrl: string;
  stockUrl: string;
  stockKey: string;
  pushUrl: string;
  peopleUrl: string;
  feedsUrl: string;
  writingUrl: string;
  writingModel: string;
  stripeUrl: string;
  stripeKey: string;
  stripePublishableKey: string;
  peopleClient: { id: string; secret: string };
};

/** Whether nobody else will reach the server: only then may it read the sandbox's calendars. */
function isForUsAlone(): boolean {
  const { HOST = '', APP_URL = '', TRUST_PROXY = '' } = process.env;
  const here = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?|)$/;
  const isLocal = APP_URL === '' || here.test(URL.parse(APP_URL)?.hostname ?? 'elsewhere');
  return here.test(HOST) && isLocal && /^(0|false|)$/.test(TRUST_PROXY);
}

/** Stand-ins for the services that are not set. Returns the settings that tell the server where they are. */
async function startSandbox(): Promise<{ settings: Sandbox; started: (url: string) => void }> {
  const { SMTP_URL, UNSPLASH_ACCESS_KEY, GOOGLE_CLIENT_ID, STRIPE_SECRET_KEY, AI_URL } = process.env;
  if (SMTP_URL && UNSPLASH_ACCESS_KEY && GOOGLE_CLIENT_ID && STRIPE_SECRET_KEY && AI_URL)
    return { settings: {}, started: () => undefined };
  const ready = await startAndWait<SandboxReady>('the sandbox', 'packages/sandbox/src/main.ts', {
    quiet: true,
    // Payments outlive a restart here as they do at Stripe: beside the database that refers to them.
    env: { SANDBOX_DIR: process.env.SANDBOX_DIR || join(resolve(process.env.DATA_DIR || './data'), 'sandbox') },
  });
  // The mailbox hands in what comes back of letters, as a mail server would.
  const secret = randomBytes(24).toString('base64url');
  const returns = !SMTP_URL && !process.env.MAIL_BOUNCES;
  const settings = {
    ...(returns && { MAIL_BOUNCES: 'bounces@folkmoot.localhost', MAIL_INBOUND_SECRET: secret }),
    ...(SMTP_URL ? {} : { SMTP_URL: ready.smtpUrl, MAILBOX_URL: ready.mailboxUrl }),
    ...(process.env.PUSH_SERVICES ? {} : { PUSH_SERVICES: ready.pushUrl }),
    ...(process.env.CALENDAR_FEED_ORIGINS || !isForUsAlone() ? {} : { CALENDAR_FEED_ORIGINS: ready.feedsUrl }),
    ...(UNSPLASH_ACCESS_KEY ? {} : { UNSPLASH_URL: ready.stockUrl, UNSPLASH_ACCESS_KEY: ready.stockKey }),
    ...(GOOGLE_CLIENT_ID
      ? {}
      : {
          ...{ GOOGLE_CLIENT_ID: ready.peopleClient.id, GOOGLE_CLIENT_SECRET: ready.peopleClient.secret },
          ...{ GOOGLE_ACCOUNTS_URL: ready.peopleUrl, GOOGLE_PEOPLE_URL: ready.peopleUrl },
          SIGN_IN_WITH_GOOGLE: process.env.SIGN_IN_WITH_GOOGLE || 'on',
        }),
    // Nor does it write for others: they would take its sentences for a model's.
    ...(AI_URL || !isForUsAlone() ? {} : { AI_URL: ready.writingUrl, AI_MODEL: ready.writingModel }),
    // The sandbox's money is only for people at this machine.
    ...(STRIPE_SECRET_KEY || !isForUsAlone()
      ? {}
      : {
          ...{ STRIPE_SECRET_KEY: ready.stripeKey, STRIPE_PUBLISHABLE_KEY: ready.stripePublishableKey },
          STRIPE_API_URL: ready.stripeUrl,
        }),
  };
  const started = (url: string) => {
    if (returns) ready.tell({ type: 'product', reportTo: { url: `${url}/mail/inbound`, secret } });
  };
  return { settings, started };
}

async function main(): Promise<void> {
  process.on('SIGINT', () => (stopping ? kill() : void stop(0, 'SIGINT')));
  process.on('SIGTERM', () => void stop(0));
  process.on('SIGHUP', () => void stop(0));
  process.on('disconnect', () => void stop(0));

  const envFile = join(root, '.env');
  if (options.readEnv && existsSync(envFile)) process.loadEnvFile(envFile);
  if (!options.dev && isWebStale()) {
    console.log('Building the web client, about ten seconds …');
    await buildWeb();
  }
  const { settings: sandbox, started } = await startSandbox();
  const viteUrl = 'http://localhost:5173';
  const server = await startAndWait<ServerReady>('the server', 'packages/server/src/main.ts', {
    nodeArgs: [...SERVER_NODE_ARGS, ...(options.dev ? ['--watch', '--watch-preserve-output'] : [])],
    patienceMs: 10_000 + 1000 * (Number(process.env.DRAIN_SECONDS) || 0),
    env: {
      // The terminal is for people here; a service manager runs the server itself and gets every line.
      LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
      ...(options.dev && !process.env.APP_URL ? { APP_URL: viteUrl } : {}),
      ...(options.empty ? { FOLKMOOT_EMPTY: '1' } : {}),
      ...sandbox,
    },
  });
  started(server.url);
  if (options.dev) {
    keep(
      startChild('Vite', join(root, 'node_modules/vite/bin/vite.js'), {
        args: ['--strictPort', '--clearScreen=false', '--logLevel=warn'],
        cwd: join(root, 'packages/web'),
      }),
    );
  }
  const url = options.dev ? viteUrl : server.url;
  const mailboxUrl = sandbox.MAILBOX_URL;
  console.log(welcome({ ...server, url, mailboxUrl, seconds: (performance.now() - since) / 1000 }));
  process.send?.({
    type: 'ready',
    url,
    mailboxUrl,
    smtpUrl: sandbox.SMTP_URL,
    pushUrl: sandbox.PUSH_SERVICES,
    peopleUrl: sandbox.GOOGLE_PEOPLE_URL,
    feedsUrl: sandbox.CALENDAR_FEED_ORIGINS,
    stripeUrl: sandbox.STRIPE_API_URL,
    demo: server.demo,
  });
}

main().catch(async (error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  await stop(1);
});
