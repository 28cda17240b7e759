import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { areSet, ConfigError, isLoopback } from './config-checks.ts';
import { MAPS_SHAPE, type MapSettings, mapsOf } from './config-maps.ts';
import { RUNNING_SHAPE, type RunningSettings, runningOf } from './config-running.ts';
import { STRIPE_SHAPE, type StripeSettings, stripeOf } from './config-stripe.ts';
import { VIDEOS_SHAPE, type VideoConfig, videosOf } from './config-videos.ts';
import { WRITING_SHAPE, type WritingSettings, writingOf } from './config-writing.ts';
import type { BucketSettings } from './files/files-bucket.ts';
import { type ProviderSettings, providersOf, SIGN_IN_SHAPE } from './security/sign-in-settings.ts';
import { SUPPORT_SHAPE, type SupportSettings, supportOf } from './telemetry/support-settings.ts';
import { TELEMETRY_SHAPE, type TelemetrySettings, telemetryOf } from './telemetry/telemetry-settings.ts';

const Flag = z.enum(['1', '0', 'true', 'false', '']).transform((value) => value === '1' || value === 'true');

/** Google's own services that contacts are read from. Others in their place are stand-ins, on this machine alone. */
const GOOGLE = { accounts: 'https://accounts.google.com', people: 'https://people.googleapis.com' } as const;

const googleUrl = (own: string) =>
  z
    .url({ protocol: /^https?$/, abort: true })
    .refine(
      (url) => new URL(url).origin === own || isLoopback(new URL(url).hostname),
      `must be ${own}, or an address of this machine`,
    )
    .default(own)
    .transform((url) => url.replace(/\/$/, ''));

const Settings = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')
    .optional(),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, 'must start with redis:// or rediss://')
    .optional(),
  EMBEDDED_DATABASE: z.enum(['postgres', 'pglite']).default('postgres'),
  DATABASE_POOL: z.coerce.number().int().min(1).max(64).default(12),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: z.string().min(3).default('Folkmoot <folkmoot@localhost>'),
  MAIL_PER_MINUTE: z.coerce.number().int().min(1).max(1_000_000).default(600),
  MAIL_BOUNCES: z
    .string()
    .regex(/^[^\s@+<>]{1,14}@[^\s@<>]+$/, 'must be an address with at most 14 characters before the @, and no +')
    .optional(),
  MAIL_INBOUND_SECRET: z.string().min(16, 'needs 16 characters or more').optional(),
  MAIL_TRACK_OPENS: z.enum(['on', 'off']).default('off'),
  DKIM_DOMAIN: z.string().min(3).optional(),
  DKIM_SELECTOR: z.string().min(1).optional(),
  DKIM_KEY_FILE: z.string().min(1).optional(),
  INVITES_PER_DAY: z.coerce.number().int().min(0).max(1_000_000).default(5000),
  APP_URL: z.url({ protocol: /^https?$/ }).optional(),
  ALLOWED_HOSTS: z
    .string()
    .default('')
    .transform((value) =>
      value
        .toLowerCase()
        .split(/[\s,]+/)
        .filter((name) => name !== ''),
    ),
  APP_NAME: z.string().min(1).max(60).default('Folkmoot'),
  AUTH_SECRET: z.string().min(32, 'needs 32 characters or more').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  WEB_DIST: z.string().optional(),
  MAILBOX_URL: z.url().optional(),
  // How many proxies are in front; `true` is one.
  TRUST_PROXY: z
    .preprocess(
      (value) => (value === 'true' ? 1 : value === 'false' ? 0 : value),
      z.coerce.number().int().min(0).max(10),
    )
    .default(0),
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  METRICS_TOKEN: z.string().min(16).optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'is not a bucket name')
    .optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  DISK_RESERVE_MB: z.coerce.number().int().min(0).default(200),
  STORAGE_PER_PERSON_MB: z.coerce.number().int().min(0).default(5000),
  CLAMD_URL: z
    .string()
    .regex(/^tcp:\/\/[^/:]+:\d+$/, 'must look like tcp://127.0.0.1:3310')
    .optional(),
  GOOGLE_PLACES_KEY: z.string().min(1).optional(),
  GOOGLE_PLACES_URL: z.url({ protocol: /^https?$/ }).default('https://places.googleapis.com'),
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  GOOGLE_ACCOUNTS_URL: googleUrl(GOOGLE.accounts),
  GOOGLE_PEOPLE_URL: googleUrl(GOOGLE.people),
  GOOGLE_CONTACTS: z.enum(['on', 'off']).default('on'),
  UNSPLASH_URL: z.url({ protocol: /^https?$/ }).default('https://api.unsplash.com'),
  UNSPLASH_ACCESS_KEY: z.string().min(1).optional(),
  PUSH_SERVICES: z
    .string()
    .default('')
    .transform((value) => value.split(/[\s,]+/).filter((origin) => origin !== ''))
    .pipe(z.array(z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin))),
  CALENDAR_FEED_ORIGINS: z
    .string()
    .default('')
    .transform((value) => value.split(/[\s,]+/).filter((origin) => origin !== ''))
    .pipe(z.array(z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin))),
  ...RUNNING_SHAPE,
  ...SIGN_IN_SHAPE,
  ...MAPS_SHAPE,
  ...STRIPE_SHAPE,
  ...TELEMETRY_SHAPE,
  ...SUPPORT_SHAPE,
  ...VIDEOS_SHAPE,
  ...WRITING_SHAPE,
  FOLKMOOT_EMPTY: Flag.default(false),
});

/** Google's Places API: its address without a slash at the end, and the key. */
export type PlaceService = { key: string; url: string };

export type Config = RunningSettings & {
  host: string;
  port: number;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Which database a new data folder gets, without `DATABASE_URL`. */
  embeddedDatabase: 'postgres' | 'pglite';
  databasePool: number;
  redisUrl: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Letters to many that leave in a minute, from all processes together. */
  mailPerMinute: number;
  /** Where mail servers return letters, and the secret with which they hand them in. */
  bounces: { address: string; secret: string } | undefined;
  /** Whether letters of invitation have a picture that tells that they were opened. */
  trackOpens: boolean;
  /** What emails are signed with, unless the mail server does. */
  dkim: { domainName: string; keySelector: string; privateKey: string; headerFieldNames: string } | undefined;
  /** People whom one person may invite by email in a day. */
  invitesPerDay: number;
  appUrl: string | undefined;
  /** Names besides the public address's to which it responds. */
  allowedHosts: readonly string[];
  appName: string;
  authSecret: string;
  logLevel: z.infer<typeof Settings>['LOG_LEVEL'];
  webDist: string;
  mailboxUrl: string | undefined;
  /** How many proxies are trusted about the caller's address: the nearest ones. */
  trustProxy: number;
  rateLimits: boolean;
  metricsToken: string | undefined;
  /** Where uploads go instead of the data folder. */
  s3: BucketSettings | undefined;
  /** Megabytes of the data folder's disk that stay free: beyond that nothing is written. 0 for none. */
  diskReserveMb: number;
  /** Bytes that one person may store; 0 for no limit. */
  storagePerPerson: number;
  /** The malware scanner, if there is one. */
  clamd: { host: string; port: number } | undefined;
  /** The service that answers place searches instead of the database. */
  googlePlaces: PlaceService | undefined;
  /** The service of maps with streets; without it, events have an address and links, and no map. */
  maps: MapSettings | undefined;
  /** Whose videos are shown, and which one explains a screen. */
  videos: VideoConfig;
  /** Google as the service that people's contacts are read from; without it, nothing of contacts is shown. */
  googleContacts: ContactSettings | undefined;
  /** The services that people can sign in with, as well as here. */
  providers: readonly ProviderSettings[];
  /** The service of stock photos; without it, pictures are uploaded and gradients made. */
  stock: StockSettings | undefined;
  /** The service that writes descriptions; without it, nobody is offered one. */
  writing: WritingSettings | undefined;
  /** Stripe, with which tickets are paid for; without it, nothing can be sold. */
  stripe: StripeSettings | undefined;
  /** Sentry, or what speaks its protocol; without it, errors are only in the log. */
  errors: TelemetrySettings['errors'];
  /** Where usage is counted; without it, nowhere. */
  usage: TelemetrySettings['usage'];
  /** Where members get help; without it, nothing of it is shown. */
  support: SupportSettings | undefined;
  /** The operator's share of each ticket, in percent with at most two decimals. */
  platformFeePercent: number;
  /** Origins of push services besides those of the well-known browsers. */
  pushServices: readonly string[];
  /** Origins of outside feeds that may be on a private network; only where nobody else can reach us. */
  calendarFeedOrigins: readonly string[];
  /** Whether others than this machine may reach it, by its address or through a proxy. */
  isPublic: boolean;
  /** The demo world: only in the embedded database, only on loopback, and not when `--empty` was asked for. */
  demo: boolean;
};

export type ContactSettings = {
  clientId: string;
  clientSecret: string;
  /** Where people are asked and tokens are given; undefined for Google's own addresses, which are several. */
  accountsUrl: string | undefined;
  peopleUrl: string;
};

export type StockSettings = {
  /** Without a slash at its end. */
  url: string;
  key: string;
  /** Origins that browsers get the photos from. */
  pictures: readonly string[];
};

/**
 * Reads and checks every setting. The only code that reads the environment.
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
    throw new ConfigError(`These settings are not valid:\n${lines.join('\n')}\nEach one is described in .env.example.`);
  }
  const set = result.data;
  const dataDir = resolve(set.DATA_DIR);
  const isPublic =
    !isLoopback(set.HOST) ||
    set.TRUST_PROXY > 0 ||
    (set.APP_URL !== undefined && !isLoopback(new URL(set.APP_URL).hostname));
  const google = googleOf(set, isPublic);
  return {
    host: set.HOST,
    port: set.PORT,
    dataDir,
    databaseUrl: set.DATABASE_URL,
    embeddedDatabase: set.EMBEDDED_DATABASE,
    databasePool: set.DATABASE_POOL,
    redisUrl: set.REDIS_URL,
    smtpUrl: set.SMTP_URL,
    mailFrom: set.MAIL_FROM,
    mailPerMinute: set.MAIL_PER_MINUTE,
    bounces: bouncesOf(set),
    trackOpens: set.MAIL_TRACK_OPENS === 'on',
    dkim: dkimOf(set),
    invitesPerDay: set.INVITES_PER_DAY,
    appUrl: set.APP_URL?.replace(/\/$/, ''),
    allowedHosts: set.ALLOWED_HOSTS,
    appName: set.APP_NAME,
    authSecret: set.AUTH_SECRET ?? keptSecret(dataDir),
    logLevel: set.LOG_LEVEL,
    webDist: resolve(set.WEB_DIST ?? join(import.meta.dirname, '../../../web/dist')),
    mailboxUrl: set.MAILBOX_URL,
    trustProxy: set.TRUST_PROXY,
    rateLimits: set.RATE_LIMITS === 'on',
    metricsToken: set.METRICS_TOKEN,
    s3: bucketOf(set),
    diskReserveMb: set.DISK_RESERVE_MB,
    storagePerPerson: set.STORAGE_PER_PERSON_MB * 1_000_000,
    clamd: set.CLAMD_URL === undefined ? undefined : clamdOf(set.CLAMD_URL),
    pushServices: set.PUSH_SERVICES,
    calendarFeedOrigins: feedOriginsOf(set, isPublic),
    googlePlaces:
      set.GOOGLE_PLACES_KEY === undefined
        ? undefined
        : { key: set.GOOGLE_PLACES_KEY, url: set.GOOGLE_PLACES_URL.replace(/\/$/, '') },
    ...runningOf(set),
    ...telemetryOf(set, isPublic),
    ...supportOf(set, isPublic),
    maps: mapsOf(set, isPublic),
    videos: videosOf(set, isPublic),
    googleContacts: set.GOOGLE_CONTACTS === 'on' ? google && contactsOf(google) : undefined,
    providers: providersOf(set, google),
    stock: stockOf(set, isPublic),
    stripe: stripeOf(set, isPublic),
    writing: writingOf(set),
    platformFeePercent: set.PLATFORM_FEE_PERCENT,
    isPublic,
    demo: !set.FOLKMOOT_EMPTY && set.DATABASE_URL === undefined && !isPublic,
  };
}

/** The names that we accept in a Host header: of the public address, of the one it listens on, and those that were set. */
export function ourNames({
  appUrl,
  host,
  allowedHosts,
}: Pick<Config, 'appUrl' | 'host' | 'allowedHosts'>): ReadonlySet<string> {
  const names = [...allowedHosts, host, ...(appUrl === undefined ? [] : [new URL(appUrl).hostname])];
  return new Set(names.map((name) => name.toLowerCase()));
}

/** The photo service, if there is a key. The sandbox's is for this machine alone: others could not see its photos. */
function stockOf(set: z.infer<typeof Settings>, isPublic: boolean): StockSettings | undefined {
  const { hostname, origin } = new URL(set.UNSPLASH_URL);
  if (set.UNSPLASH_ACCESS_KEY === undefined || (isPublic && isLoopback(hostname))) return undefined;
  const pictures =
    hostname === 'api.unsplash.com' ? ['https://images.unsplash.com', 'https://plus.unsplash.com'] : [origin];
  return { url: set.UNSPLASH_URL.replace(/\/$/, ''), key: set.UNSPLASH_ACCESS_KEY, pictures };
}

type Google = { clientId: string; clientSecret: string; accountsUrl: string; peopleUrl: string };

/** Google, if both settings are set. The sandbox's is for this machine alone: others could not answer its page. */
function googleOf(set: z.infer<typeof Settings>, isPublic: boolean): Google | undefined {
  const [clientId, clientSecret] = [set.GOOGLE_CLIENT_ID, set.GOOGLE_CLIENT_SECRET];
  const [accountsUrl, peopleUrl] = [set.GOOGLE_ACCOUNTS_URL, set.GOOGLE_PEOPLE_URL];
  if (clientId === undefined && clientSecret === undefined) return undefined;
  if (clientId === undefined || clientSecret === undefined)
    throw new ConfigError(
      'For Google, GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are both needed.\nEach one is described in .env.example.',
    );
  const isStandIn = [accountsUrl, peopleUrl].some((url) => isLoopback(new URL(url).hostname));
  return isPublic && isStandIn ? undefined : { clientId, clientSecret, accountsUrl, peopleUrl };
}

const contactsOf = ({ accountsUrl, ...google }: Google): ContactSettings => ({
  ...google,
  accountsUrl: accountsUrl === GOOGLE.accounts ? undefined : accountsUrl,
});

/** Origins of outside feeds that are asked wherever they are: on a public server, people could read its network through them. */
function feedOriginsOf({ CALENDAR_FEED_ORIGINS: origins }: z.infer<typeof Settings>, isPublic: boolean): string[] {
  if (isPublic && origins.length > 0)
    throw new ConfigError(
      'CALENDAR_FEED_ORIGINS is for tests and the demo: a server that others can reach may not read from a private network.\nEach setting is described in .env.example.',
    );
  return origins;
}

function clamdOf(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url.replace(/^tcp:/, 'http:'));
  return { host: hostname, port: Number(port || 80) };
}

/** Where reports about letters go, if both settings are set. */
function bouncesOf({ MAIL_BOUNCES, MAIL_INBOUND_SECRET }: z.infer<typeof Settings>): Config['bounces'] {
  if (!areSet('returned mail', { MAIL_BOUNCES, MAIL_INBOUND_SECRET })) return undefined;
  return { address: MAIL_BOUNCES ?? '', secret: MAIL_INBOUND_SECRET ?? '' };
}

/**
 * What is signed of each email. Programs for email show a button to unsubscribe only if both of its headers are signed (RFC
 * 8058); nodemailer's own list has one of them.
 */
const SIGNED_HEADERS =
  'from:sender:reply-to:subject:date:message-id:to:cc:mime-version:content-type:content-transfer-encoding:list-unsubscribe:list-unsubscribe-post';

/** The key that emails are signed with, if all its settings are set. Most mail servers sign by themselves. */
function dkimOf({ DKIM_DOMAIN, DKIM_SELECTOR, DKIM_KEY_FILE }: z.infer<typeof Settings>): Config['dkim'] {
  if (!areSet('DKIM', { DKIM_DOMAIN, DKIM_SELECTOR, DKIM_KEY_FILE })) return undefined;
  const file = DKIM_KEY_FILE ?? '';
  if (!existsSync(file)) throw new ConfigError(`DKIM_KEY_FILE: there is no file at ${file}.`);
  return {
    domainName: DKIM_DOMAIN ?? '',
    keySelector: DKIM_SELECTOR ?? '',
    privateKey: readFileSync(file, 'utf8'),
    headerFieldNames: SIGNED_HEADERS,
  };
}

/** The bucket, if all its settings are set. */
function bucketOf(set: z.infer<typeof Settings>): BucketSettings | undefined {
  const needed = {
    S3_ENDPOINT: set.S3_ENDPOINT,
    S3_BUCKET: set.S3_BUCKET,
    S3_ACCESS_KEY_ID: set.S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY: set.S3_SECRET_ACCESS_KEY,
  };
  if (!areSet('a bucket', needed)) return undefined;
  return {
    endpoint: needed.S3_ENDPOINT ?? '',
    bucket: needed.S3_BUCKET ?? '',
    region: set.S3_REGION,
    accessKeyId: needed.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: needed.S3_SECRET_ACCESS_KEY ?? '',
  };
}

/** A secret made once and kept beside the data, readable by its owner alone. */
function keptSecret(dataDir: string): string {
  const file = join(dataDir, 'auth-secret');
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  }
  return readFileSync(file, 'utf8').trim();
}
