import { createSigner } from '../../core/security/signer.ts';

/** The invitation whose letter was opened. */
export type Opened = { eventId: string; id: string };

export type OpenTokens = {
  sign(opened: Opened): string;
  /** Undefined if the token is not ours. */
  read(token: string): Opened | undefined;
};

/** Signed tokens that name an invitation by its ids, and nothing of its reader; nothing is stored of them. */
export function createOpenTokens(secret: string): OpenTokens {
  const signer = createSigner(secret, 'mail-opens');
  return {
    sign: ({ eventId, id }) => signer.sign(`${eventId}~${id}`),
    read(token) {
      const [eventId, id] = signer.read(token)?.split('~') ?? [];
      return eventId === undefined || id === undefined ? undefined : { eventId, id };
    },
  };
}

/** Where the picture of a letter is that tells that it was opened. */
export const openAddress = (origin: string, tokens: OpenTokens, opened: Opened): string =>
  `${origin}/mail/opened/${tokens.sign(opened)}`;
