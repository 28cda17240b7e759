import { z } from 'zod';
import { areSet, ConfigError, isLoopback } from '../config-checks.ts';

/** The settings of signing in with other services. */
export const SIGN_IN_SHAPE = {
  SIGN_IN_WITH_GOOGLE: z.enum(['on', 'off']).default('off'),
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/, abort: true })
    .refine((url) => {
      const { protocol, hostname, username, search, hash } = new URL(url);
      return (protocol === 'https:' || isLoopback(hostname)) && username + search + hash === '';
    }, 'must begin with https:// and have neither a user nor anything after a ? or a #')
    .optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  OIDC_NAME: z.string().trim().min(1).max(40).optional(),
};

/** A service that people can sign in with, by OpenID Connect. */
export type ProviderSettings = {
  id: 'google' | 'oidc';
  /** As it is called on buttons. */
  name: string;
  /** Under which address it publishes where it is asked, exactly as its tokens name it. */
  issuer: string;
  clientId: string;
  clientSecret: string;
};

type Google = { clientId: string; clientSecret: string; accountsUrl: string };

/**
 * The services that people can sign in with. Google has to be switched on besides its id and secret: operators who set these for
 * contacts have not told Google yet that people come back to another address too.
 *
 * @param google its client, unless there is none or it is a stand-in that others cannot reach.
 * @throws ConfigError if a setting is missing, or a server for others would send them to this machine.
 */
export function providersOf(
  set: z.infer<z.ZodObject<typeof SIGN_IN_SHAPE>> & Partial<Record<'GOOGLE_CLIENT_ID' | 'APP_URL', string | undefined>>,
  google: Google | undefined,
): ProviderSettings[] {
  const wrong = (sentence: string) => new ConfigError(`${sentence}\nEach one is described in .env.example.`);
  const providers: ProviderSettings[] = [];
  if (set.SIGN_IN_WITH_GOOGLE === 'on' && set.GOOGLE_CLIENT_ID === undefined)
    throw wrong('SIGN_IN_WITH_GOOGLE needs GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.');
  if (set.SIGN_IN_WITH_GOOGLE === 'on' && google) {
    const { clientId, clientSecret, accountsUrl } = google;
    providers.push({ id: 'google', name: 'Google', issuer: accountsUrl, clientId, clientSecret });
  }
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME: name } = set;
  if (!areSet('signing in with OpenID Connect', { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET })) {
    if (name !== undefined) throw wrong('OIDC_NAME is only used with OIDC_ISSUER, which is missing.');
    return providers;
  }
  const issuer = OIDC_ISSUER ?? '';
  const { hostname } = new URL(issuer);
  if (isLoopback(hostname) && set.APP_URL !== undefined && !isLoopback(new URL(set.APP_URL).hostname))
    throw wrong('OIDC_ISSUER is an address of this machine, which other people’s browsers cannot reach.');
  providers.push({
    ...{ id: 'oidc', name: name ?? hostname, issuer },
    ...{ clientId: OIDC_CLIENT_ID ?? '', clientSecret: OIDC_CLIENT_SECRET ?? '' },
  });
  return providers;
}
