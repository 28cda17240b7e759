import { createSigner } from '../../core/security/signer.ts';
import type { StopScope } from '../actions.ts';

/** What the link at the foot of a letter ends. */
export type Stop = { key: string } & StopScope;

export type StopTokens = {
  sign(stop: Stop): string;
  /** Undefined if the token is not ours. */
  read(token: string): Stop | undefined;
};

/** Signed tokens that name the address and whose letters it does not want; nothing is stored of them. */
export function createStopTokens(secret: string): StopTokens {
  const signer = createSigner(secret, 'mail-stops');
  return {
    sign: ({ key, scope, id }) => signer.sign(`${scope}~${id}~${Buffer.from(key).toString('base64url')}`),
    read(token) {
      const [scope, id = '', key = ''] = signer.read(token)?.split('~') ?? [];
      if (scope !== 'server' && scope !== 'person') return undefined;
      return { scope, id, key: Buffer.from(key, 'base64url').toString() };
    },
  };
}

/** Where a letter's reader unsubscribes. */
export function stopAddress(origin: string, tokens: StopTokens, key: string, scope: StopScope): string {
  return `${origin}/unsubscribe/${tokens.sign({ key, ...scope })}`;
}

/**
 * The headers with which programs for email show a button to unsubscribe. Only over HTTPS: RFC 8058 allows no other
 * address.
 */
export function stopHeaders(origin: string, tokens: StopTokens, key: string, scope: StopScope): Record<string, string> {
  if (!origin.startsWith('https:')) return {};
  return {
    'List-Unsubscribe': `<${stopAddress(origin, tokens, key, scope)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}
