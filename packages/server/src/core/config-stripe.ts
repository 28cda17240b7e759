import { z } from 'zod';
import { areSet, ConfigError, isLoopback } from './config-checks.ts';

/** The settings of payments. */
export const STRIPE_SHAPE = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/, 'must look like sk_test_… or sk_live_…')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\w+$/, 'must look like pk_test_… or pk_live_…')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .default('')
    .transform((value) => value.split(/[\s,]+/).filter((secret) => secret !== ''))
    .pipe(z.array(z.string().regex(/^whsec_\w{16,}$/, 'must look like whsec_…'))),
  STRIPE_API_URL: z
    .url({ protocol: /^https?$/, abort: true })
    .refine((url) => isLoopback(new URL(url).hostname), 'is for stand-ins on this machine; leave it out for Stripe')
    .optional(),
  PLATFORM_FEE_PERCENT: z.coerce.number().min(0).max(50).multipleOf(0.01).default(5),
};

export type StripeSettings = {
  secretKey: string;
  publishableKey: string;
  /** Of all endpoints that deliver to us. None for a stand-in: the server makes its endpoint itself, and is told the secret then. */
  webhookSecrets: readonly string[];
  /** Where a stand-in of Stripe is; undefined for Stripe. */
  url: string | undefined;
  /** Whether the keys move real money. */
  live: boolean;
};

/**
 * Stripe, if its keys are set. The sandbox's is for this machine alone: others could not reach its card fields.
 *
 * @throws ConfigError if only some of the keys are set, if they are of different modes, or if real money would travel unencrypted.
 */
export function stripeOf(
  set: z.infer<z.ZodObject<typeof STRIPE_SHAPE>> & { APP_URL?: string | undefined },
  isPublic: boolean,
): StripeSettings | undefined {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_API_URL: url, APP_URL } = set;
  const secrets = set.STRIPE_WEBHOOK_SECRET;
  const wrong = (sentence: string) => new ConfigError(`${sentence}\nEach one is described in .env.example.`);
  const needed = { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY };
  const webhook = { STRIPE_WEBHOOK_SECRET: secrets.length > 0 ? 'set' : undefined };
  if (!areSet('payments', url === undefined ? { ...needed, ...webhook } : needed)) return undefined;
  const [secretKey, publishableKey] = [STRIPE_SECRET_KEY ?? '', STRIPE_PUBLISHABLE_KEY ?? ''];
  const live = secretKey.includes('_live_');
  if (live !== publishableKey.includes('_live_'))
    throw wrong(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of different modes: one is live and one is for tests.',
    );
  if (live && url !== undefined) throw wrong('STRIPE_API_URL is for stand-ins, which take no live keys.');
  if (live && !APP_URL?.startsWith('https://'))
    throw wrong('With live keys of Stripe, APP_URL has to begin with https://.');
  if (url !== undefined && isPublic) return undefined;
  return { secretKey, publishableKey, webhookSecrets: secrets, url: url?.replace(/\/$/, ''), live };
}
