import { z } from 'zod';
import { areSet, ConfigError, isLoopback } from '../config-checks.ts';

/** The settings of error reports and usage. */
export const TELEMETRY_SHAPE = {
  APP_ENV: z.enum(['development', 'stage', 'production']).default('production'),
  SENTRY_DSN: z
    .url({ protocol: /^https?$/, abort: true })
    .refine(
      (dsn) => new URL(dsn).username !== '' && /^\/(?:.+\/)?\d+$/.test(new URL(dsn).pathname),
      'must look like https://KEY@HOST/PROJECT, as Sentry shows it under "Client Keys (DSN)"',
    )
    .optional(),
  POSTHOG_URL: z.url({ protocol: /^https?$/ }).optional(),
  POSTHOG_KEY: z.string().min(1).optional(),
  UMAMI_URL: z.url({ protocol: /^https?$/ }).optional(),
  UMAMI_WEBSITE_ID: z.uuid().optional(),
};

/** Where the server sends what is counted about usage; no browser talks to it. */
export type UsageService =
  | { kind: 'posthog'; url: string; key: string }
  | { kind: 'umami'; url: string; websiteId: string };

export type TelemetrySettings = {
  /** Sentry, or what speaks its protocol. */
  errors: { dsn: string; environment: string } | undefined;
  usage: UsageService | undefined;
};

/**
 * Who watches errors and usage: nobody, unless the operator says so. Not in development and on a stage, whose errors are no news.
 *
 * @throws ConfigError for half of a service, two services for usage, or one that other people's browsers could not reach.
 */
export function telemetryOf(set: z.infer<z.ZodObject<typeof TELEMETRY_SHAPE>>, isPublic: boolean): TelemetrySettings {
  const wrong = (sentence: string) => new ConfigError(`${sentence}\nEach setting is described in .env.example.`);
  const { APP_ENV: environment, SENTRY_DSN: dsn } = set;
  const { POSTHOG_URL, POSTHOG_KEY, UMAMI_URL, UMAMI_WEBSITE_ID } = set;
  const [posthog, umami] = [
    areSet('PostHog', { POSTHOG_URL, POSTHOG_KEY }),
    areSet('Umami', { UMAMI_URL, UMAMI_WEBSITE_ID }),
  ];
  if (posthog && umami) throw wrong('Usage goes to PostHog or to Umami, not to both.');
  const isWatched = environment === 'production';
  if (isWatched && dsn !== undefined && isPublic && isLoopback(new URL(dsn).hostname))
    throw wrong('SENTRY_DSN must be an address that other people’s browsers can reach.');
  const bare = (url = '') => url.replace(/\/$/, '');
  const usage: UsageService | undefined = posthog
    ? { kind: 'posthog', url: bare(POSTHOG_URL), key: POSTHOG_KEY ?? '' }
    : umami
      ? { kind: 'umami', url: bare(UMAMI_URL), websiteId: UMAMI_WEBSITE_ID ?? '' }
      : undefined;
  return {
    errors: isWatched && dsn !== undefined ? { dsn, environment } : undefined,
    usage: isWatched ? usage : undefined,
  };
}
