import type { ProviderProblem } from '@folkmoot/contract/accounts/providers-schema.ts';
import { canonicalAddress } from '@folkmoot/contract/core/email.ts';
import type { ServerMetadata } from 'openid-client';
import type { Clock } from '../../core/clock.ts';
import { isLoopback } from '../../core/config-checks.ts';
import type { ProviderSettings } from '../../core/security/sign-in-settings.ts';

/** Signing in with a service did not work; `reason` is for the log, and says nothing of what the service sent. */
export class ProviderFailure extends Error {
  readonly problem: ProviderProblem;

  constructor(problem: ProviderProblem, reason: string) {
    super(`Signing in with a service: ${problem} (${reason}).`);
    this.problem = problem;
  }
}

/** Who somebody is for the service. */
export type Identity = {
  /** The service's own id for them, which never changes. */
  subject: string;
  /** In the form of `canonicalAddress`; empty if the service names none that mail can be sent to. */
  email: string;
  /** Whether the service vouches that the address is theirs. */
  isConfirmed: boolean;
  givenName: string;
  familyName: string;
  fullName: string;
};

/** What the browser has to come back with. Kept in a sealed cookie, and used once. */
export type Expected = { state: string; nonce: string; verifier: string };

export type Provider = ProviderSettings & {
  /** Where the browser goes. @throws ProviderFailure if the service is away. */
  begin(): Promise<{ url: string; expected: Expected }>;
  /**
   * Exchanges the code that the browser came back with, and checks the signed answer.
   *
   * @param query the parameters of the address that it came back to.
   * @throws ProviderFailure
   */
  finish(query: URLSearchParams, expected: Expected): Promise<Identity>;
};

/** How long one request to a service may take, in seconds. */
const PATIENCE = 5;
/** How long the addresses and settings that a service publishes are used before they are read again. */
const BELIEVE_MS = 60 * 60_000;
/** An operator may have set Google up as `OIDC_ISSUER`. */
const GOOGLE_HOST = 'accounts.google.com';
const SCOPE = 'openid email profile';

type Claims = Record<string, unknown>;

/**
 * A service that speaks OpenID Connect. What it publishes about itself is read when somebody signs in, never at the start:
 * a service that is away for a moment is asked again with the next sign-in (docs/decisions/058).
 *
 * @param redirectUri where it leads back to, as it was told beforehand.
 * @param patience how long one request to the service may take, in seconds.
 */
export function createProvider(
  settings: ProviderSettings,
  redirectUri: () => string,
  clock: Clock,
  patience = PATIENCE,
): Provider {
  let known: { published: Promise<ServerMetadata>; at: number } | undefined;
  const { issuer, clientId, clientSecret } = settings;
  const secret = { client_secret: clientSecret };
  const isHere = isLoopback(new URL(issuer).hostname);

  // Most servers never sign anybody in this way: the library is loaded when somebody does.
  const load = () => import('openid-client');

  async function discover(): Promise<ServerMetadata> {
    const oidc = await load();
    const found = await oidc.discovery(new URL(issuer), clientId, secret, undefined, {
      timeout: patience,
      execute: isHere ? [oidc.allowInsecureRequests] : [],
    });
    return found.serverMetadata();
  }

  function published(): Promise<ServerMetadata> {
    if (known && clock.now().getTime() - known.at < BELIEVE_MS) return known.published;
    const found = discover().catch((error: unknown) => {
      throw new ProviderFailure('away', reasonOf(error));
    });
    const mine = { published: found, at: clock.now().getTime() };
    known = mine;
    found.catch(() => {
      if (known === mine) known = undefined;
    });
    return found;
  }

  /** For one sign-in. The library keeps an issuer's keys with it, and would not ask for a new one for a minute. */
  async function configured() {
    const [oidc, metadata] = [await load(), await published()];
    // Without a list, the standard's own is meant (OpenID Connect Discovery 1.0, section 3).
    const { token_endpoint_auth_methods_supported: methods } = metadata;
    const way = methods?.includes('client_secret_post') ? oidc.ClientSecretPost : oidc.ClientSecretBasic;
    const configuration = new oidc.Configuration(metadata, clientId, secret, way(clientSecret));
    configuration.timeout = patience;
    if (isHere) oidc.allowInsecureRequests(configuration);
    // Signatures of ID tokens are checked although they come by TLS: none may be left out.
    oidc.enableNonRepudiationChecks(configuration);
    return configuration;
  }

  return {
    ...settings,
    async begin() {
      const oidc = await load();
      const configuration = await configured();
      const expected = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      };
      const url = oidc.buildAuthorizationUrl(configuration, {
        ...{ redirect_uri: redirectUri(), scope: SCOPE, state: expected.state, nonce: expected.nonce },
        code_challenge: await oidc.calculatePKCECodeChallenge(expected.verifier),
        ...{ code_challenge_method: 'S256', prompt: 'select_account' },
      });
      return { url: url.href, expected };
    },

    async finish(query, { state, nonce, verifier }) {
      const oidc = await load();
      try {
        const configuration = await configured();
        const tokens = await oidc.authorizationCodeGrant(configuration, new URL(`${redirectUri()}?${query}`), {
          ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
        });
        const claims: Claims = tokens.claims() ?? {};
        const subject = textOf(claims.sub);
        // Some services name the address only when they are asked for it with the token.
        const isElsewhere =
          claims.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined;
        const more: Claims = isElsewhere
          ? { ...(await oidc.fetchUserInfo(configuration, tokens.access_token, subject)) }
          : {};
        return identityOf(settings, { ...more, ...claims });
      } catch (error) {
        if (error instanceof ProviderFailure) throw error;
        throw failureOf(error);
      }
    },
  };
}

function identityOf(settings: ProviderSettings, claims: Claims): Identity {
  const email = canonicalAddress(textOf(claims.email)) ?? '';
  return {
    ...{ subject: textOf(claims.sub), email, isConfirmed: email !== '' && vouches(settings, claims, email) },
    ...{ givenName: textOf(claims.given_name), familyName: textOf(claims.family_name), fullName: textOf(claims.name) },
  };
}

/**
 * Whether the service vouches that somebody owns an address now. Google has others' addresses confirmed once, and they may
 * belong to somebody else since: it vouches for its own and those of its customers' domains alone
 * (https://developers.google.com/identity/gsi/web/guides/verify-google-id-token).
 */
function vouches({ id, issuer }: ProviderSettings, claims: Claims, email: string): boolean {
  if (claims.email_verified !== true) return false;
  const isGoogle = id === 'google' || new URL(issuer).hostname === GOOGLE_HOST;
  return !isGoogle || /@(gmail|googlemail)\.com$/.test(email) || textOf(claims.hd) !== '';
}

const textOf = (claim: unknown): string => (typeof claim === 'string' ? claim.toWellFormed() : '');

/** The library's error as a problem for people: its words may hold what the service has sent, and are not passed on. */
function failureOf(error: unknown): ProviderFailure {
  const { error: said } = error as { error?: unknown };
  const reason = reasonOf(error);
  if (said === 'access_denied') return new ProviderFailure('cancelled', reason);
  // The code was used before, or is too old.
  if (said === 'invalid_grant') return new ProviderFailure('expired', reason);
  const isAway = said === 'temporarily_unavailable' || said === 'server_error' || isUnreachable(error);
  return new ProviderFailure(isAway ? 'away' : 'failed', reason);
}

/** No answer, one that took too long, or one that says that the service is busy or broken. */
function isUnreachable(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  if (code === 'OAUTH_TIMEOUT' || (error instanceof TypeError && error.message === 'fetch failed')) return true;
  const status = cause instanceof Response ? cause.status : 0;
  return status === 429 || status >= 500;
}

/** The name that the library or Node has for what went wrong. */
function reasonOf(error: unknown): string {
  const { code, error: said, name } = error as { code?: unknown; error?: unknown; name?: unknown };
  const words = [name, code, said].filter((word) => typeof word === 'string' && /^[\w-]{1,60}$/.test(word));
  return words.join(' ');
}
