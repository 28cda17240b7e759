import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';

const Flag = z.enum(['1', '0', 'true', 'false', '']).transform((value) => value === '1' || value === 'true');

const Settings = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')
    .optional(),
  DATABASE_POOL: z.coerce.number().int().min(1).max(64).default(12),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: z.string().min(3).default('Folkmoot <folkmoot@localhost>'),
  APP_URL: z.url({ protocol: /^https?$/ }).optional(),
  APP_NAME: z.string().min(1).max(60).default('Folkmoot'),
  AUTH_SECRET: z.string().min(32, 'needs 32 characters or more').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  WEB_DIST: z.string().optional(),
  MAILBOX_URL: z.url().optional(),
  // How many proxies stand in front; `true` is one.
  TRUST_PROXY: z
    .preprocess(
      (value) => (value === 'true' ? 1 : value === 'false' ? 0 : value),
      z.coerce.number().int().min(0).max(10),
    )
    .default(0),
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  METRICS_TOKEN: z.string().min(16).optional(),
  FOLKMOOT_EMPTY: Flag.default(false),
});

export type Config = {
  host: string;
  port: number;
  dataDir: string;
  databaseUrl: string | undefined;
  databasePool: number;
  smtpUrl: string | undefined;
  mailFrom: string;
  appUrl: string | undefined;
  appName: string;
  authSecret: string;
  logLevel: z.infer<typeof Settings>['LOG_LEVEL'];
  webDist: string;
  mailboxUrl: string | undefined;
  /** How many proxies' words about the caller's address are believed: the nearest ones. */
  trustProxy: number;
  rateLimits: boolean;
  metricsToken: string | undefined;
  /** Whether others than this machine may reach it, by its address or through a proxy. */
  isPublic: boolean;
  /** The demo world: only in the embedded database, only on loopback, and not when `--empty` was asked for. */
  demo: boolean;
};

/** A setting is wrong: `message` names each one and says why, for the terminal. */
export class ConfigError extends Error {}

/** True for addresses that only this machine can reach. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/**
 * Reads and checks every setting. The only place that looks at the environment.
 *
 * @throws ConfigError naming all wrong settings at once.
 */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => value !== '' && name in Settings.shape),
  );
  const result = Settings.safeParse(given);
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`These settings are not right:\n${lines.join('\n')}\nEach one is described in .env.example.`);
  }
  const set = result.data;
  const dataDir = resolve(set.DATA_DIR);
  const isPublic =
    !isLoopback(set.HOST) ||
    set.TRUST_PROXY > 0 ||
    (set.APP_URL !== undefined && !isLoopback(new URL(set.APP_URL).hostname));
  return {
    host: set.HOST,
    port: set.PORT,
    dataDir,
    databaseUrl: set.DATABASE_URL,
    databasePool: set.DATABASE_POOL,
    smtpUrl: set.SMTP_URL,
    mailFrom: set.MAIL_FROM,
    appUrl: set.APP_URL?.replace(/\/$/, ''),
    appName: set.APP_NAME,
    authSecret: set.AUTH_SECRET ?? keptSecret(dataDir),
    logLevel: set.LOG_LEVEL,
    webDist: resolve(set.WEB_DIST ?? join(import.meta.dirname, '../../../web/dist')),
    mailboxUrl: set.MAILBOX_URL,
    trustProxy: set.TRUST_PROXY,
    rateLimits: set.RATE_LIMITS === 'on',
    metricsToken: set.METRICS_TOKEN,
    isPublic,
    demo: !set.FOLKMOOT_EMPTY && set.DATABASE_URL === undefined && !isPublic,
  };
}

/** A secret made once and kept beside the data, readable by its owner alone. */
function keptSecret(dataDir: string): string {
  const file = join(dataDir, 'auth-secret');
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  }
  return readFileSync(file, 'utf8').trim();
}
