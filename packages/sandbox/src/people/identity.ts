import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto';

/** Somebody who signs in with the stand-in: what Google's ID tokens say of a person. */
export type Identity = {
  email: string;
  /** Whether Google has had the address confirmed. */
  isConfirmed: boolean;
  givenName: string;
  familyName: string;
};

/** The permissions of signing in. They are no tick boxes. */
export const SIGN_IN_SCOPES: ReadonlySet<string> = new Set(['openid', 'email', 'profile']);

const HOUR = 3600;

/**
 * Google's half of OpenID Connect: what it publishes about itself, its keys, and ID tokens.
 *
 * @param origin the address of the stand-in, once it listens.
 */
export function createIdentities(clientId: string, origin: () => string) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const kid = 'sandbox-1';
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

  return {
    /** `/.well-known/openid-configuration`, with the paths that Google has. */
    configuration: () => ({
      issuer: origin(),
      authorization_endpoint: `${origin()}/o/oauth2/v2/auth`,
      token_endpoint: `${origin()}/token`,
      revocation_endpoint: `${origin()}/revoke`,
      jwks_uri: `${origin()}/oauth2/v3/certs`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: [...SIGN_IN_SCOPES],
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
      code_challenge_methods_supported: ['plain', 'S256'],
    }),

    keys: () => ({
      keys: [{ ...createPublicKey(privateKey).export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }],
    }),

    /** An ID token (RFC 7519) for one sign-in. The same address is always the same person. */
    token({ email, isConfirmed, givenName, familyName }: Identity, nonce: string | undefined): string {
      const now = Math.floor(Date.now() / 1000);
      const claims = {
        ...{ iss: origin(), aud: clientId, azp: clientId, iat: now, exp: now + HOUR },
        sub: Buffer.from(email.toLowerCase()).toString('hex').slice(0, 60),
        ...{ email, email_verified: isConfirmed, hd: email.split('@')[1] ?? '' },
        ...{ name: `${givenName} ${familyName}`.trim(), given_name: givenName },
        ...(familyName !== '' && { family_name: familyName }),
        ...(nonce !== undefined && { nonce }),
      };
      const signed = `${part({ alg: 'RS256', kid, typ: 'JWT' })}.${part(claims)}`;
      return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url')}`;
    },
  };
}

/** Whom the page of signing in was answered for: one of the accounts, or one that somebody has typed. */
export function identityIn(form: URLSearchParams): Identity | undefined {
  const [chosen, typed] = [form.get('account') ?? '', (form.get('email') ?? '').trim()];
  const email = chosen === '' ? typed : chosen;
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) return undefined;
  if (chosen === '') {
    const [givenName = '', ...others] = (form.get('name') ?? '').trim().split(/\s+/);
    return { email, isConfirmed: form.get('confirmed') !== 'no', givenName, familyName: others.join(' ') };
  }
  const [givenName = '', familyName = ''] = (email.split('@')[0] ?? '')
    .split('.')
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`);
  return { email, isConfirmed: true, givenName, familyName };
}
