import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { isLoopbackHost } from '../loopback.ts';
import type { Identity } from './identity.ts';

/** The program that asks for permission. */
export type Client = { id: string; secret: string };

/** What a program asks a person for, as it is in the address of the consent page. */
export type Asked = {
  redirectUri: string;
  scopes: string[];
  state: string | undefined;
  challenge: string | undefined;
  nonce: string | undefined;
  offline: boolean;
  again: boolean;
};

/** What a person has answered: with which account, and which permissions. */
export type Consent = { account: string; granted: string[]; identity?: Identity | undefined };

type Code = Asked & Consent;
type Token = { account: string; scopes: string[]; endsAt: number };
type Said = [status: number, body: object];

/** Milliseconds in which a code has to be used. */
const CODE_MS = 10 * 60_000;

/**
 * The permissions that people have given, and the codes and tokens that stand for them (RFC 6749, RFC 7636 and RFC 7009, as
 * Google does it). A person gives a program one permission: revoking any of its tokens ends all of them.
 *
 * @param seconds how long an access token works.
 * @param idToken what is given besides it to programs that people sign in to.
 */
export function createGrants(
  client: Client,
  seconds: number,
  idToken: (identity: Identity, nonce: string | undefined) => string,
) {
  const codes = new Map<string, Code & { endsAt: number; spent: boolean }>();
  const access = new Map<string, Token>();
  const refresh = new Map<string, Token>();
  const known = new Set<string>();

  function end(account: string): void {
    for (const tokens of [access, refresh])
      for (const [token, kept] of tokens) if (kept.account === account) tokens.delete(token);
    known.delete(account);
  }

  /** Reads what a program asks for, or says what is wrong with it: Google then shows a page and leads nowhere. */
  function readAsked(query: URLSearchParams): Asked | string {
    const redirectUri = query.get('redirect_uri') ?? '';
    if (query.get('client_id') !== client.id) return 'Error 401: invalid_client';
    if (!URL.canParse(redirectUri) || !isLoopbackHost(new URL(redirectUri).host))
      return 'Error 400: redirect_uri_mismatch';
    if (query.get('response_type') !== 'code') return 'Error 400: invalid_request, response_type';
    const scopes = (query.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
    if (scopes.length === 0) return 'Error 400: invalid_scope';
    const challenge = query.get('code_challenge') ?? undefined;
    if (challenge !== undefined && query.get('code_challenge_method') !== 'S256')
      return 'Error 400: invalid_request, code_challenge_method';
    return {
      ...{ redirectUri, scopes, challenge, state: query.get('state') ?? undefined },
      nonce: query.get('nonce') ?? undefined,
      ...{ offline: query.get('access_type') === 'offline', again: query.get('prompt') === 'consent' },
    };
  }

  /** The address to which a person's answer leads: with a code that works once, or with the reason why there is none. */
  function answer(asked: Asked, consent: Consent | undefined): string {
    const to = new URL(asked.redirectUri);
    if (asked.state !== undefined) to.searchParams.set('state', asked.state);
    if (consent === undefined) to.searchParams.set('error', 'access_denied');
    else {
      const code = `4/0${randomBytes(24).toString('base64url')}`;
      codes.set(code, { ...asked, ...consent, endsAt: Date.now() + CODE_MS, spent: false });
      to.searchParams.set('code', code);
      to.searchParams.set('scope', consent.granted.join(' '));
    }
    return to.href;
  }

  const newAccess = ({ account, scopes }: Pick<Token, 'account' | 'scopes'>) => {
    const token = `ya29.${randomBytes(32).toString('base64url')}`;
    access.set(token, { account, scopes, endsAt: Date.now() + seconds * 1000 });
    return { access_token: token, expires_in: seconds, scope: scopes.join(' '), token_type: 'Bearer' };
  };

  function redeem(form: URLSearchParams): Said {
    const code = codes.get(form.get('code') ?? '');
    if (!code || code.endsAt < Date.now()) return invalidGrant('Malformed auth code.');
    if (code.spent) {
      // Somebody else has it too: what it gave is taken back (RFC 6749, section 4.1.2).
      end(code.account);
      return invalidGrant('The code was used before.');
    }
    if (form.get('redirect_uri') !== code.redirectUri) return refuse('redirect_uri_mismatch', 'Bad Request');
    const verifier = form.get('code_verifier') ?? '';
    if (code.challenge !== undefined && !isSame(challengeOf(verifier), code.challenge))
      return invalidGrant('Invalid code verifier.');
    code.spent = true;
    const given = { account: code.account, scopes: code.granted };
    // Signing in is no permission that is kept.
    if (code.identity) return [200, { ...newAccess(given), id_token: idToken(code.identity, code.nonce) }];
    const isNew = !known.has(code.account);
    known.add(code.account);
    if (!code.offline || !(code.again || isNew)) return [200, newAccess(given)];
    const refreshToken = `1//${randomBytes(40).toString('base64url')}`;
    refresh.set(refreshToken, { ...given, endsAt: Number.POSITIVE_INFINITY });
    return [200, { ...newAccess(given), refresh_token: refreshToken }];
  }

  return {
    readAsked,
    answer,
    end,
    /** The accounts that have given permission. */
    accounts: (): string[] => [...known],
    /** Ends all access tokens now, as their time would. */
    endAccess(): void {
      for (const token of access.values()) token.endsAt = 0;
    },
    /** `POST /token`: a code or a refresh token for an access token. */
    token(form: URLSearchParams): Said {
      if (form.get('client_id') !== client.id || !isSame(form.get('client_secret') ?? '', client.secret))
        return [401, { error: 'invalid_client', error_description: 'The OAuth client was not found.' }];
      if (form.get('grant_type') === 'authorization_code') return redeem(form);
      if (form.get('grant_type') !== 'refresh_token') return refuse('unsupported_grant_type', 'Invalid grant_type.');
      const kept = refresh.get(form.get('refresh_token') ?? '');
      return kept ? [200, newAccess(kept)] : invalidGrant('Token has been expired or revoked.');
    },
    /** `POST /revoke`: ends the permission that a token of either kind stands for. */
    revoke(token: string): Said {
      const kept = refresh.get(token) ?? access.get(token);
      if (!kept) return refuse('invalid_token', 'Token expired or revoked');
      end(kept.account);
      return [200, {}];
    },
    /** Whose contacts an `Authorization` header opens; undefined if its token has ended. */
    holder(authorization: string | undefined): Token | undefined {
      const [, token = ''] = /^Bearer (\S+)$/.exec(authorization ?? '') ?? [];
      const kept = access.get(token);
      return kept && kept.endsAt > Date.now() ? kept : undefined;
    },
  };
}

const refuse = (error: string, description: string): Said => [400, { error, error_description: description }];
const invalidGrant = (description: string): Said => refuse('invalid_grant', description);

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

function isSame(given: string, right: string): boolean {
  const [one, other] = [given, right].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}
