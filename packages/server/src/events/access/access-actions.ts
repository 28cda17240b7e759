import { createHash } from 'node:crypto';
import { forAddress, isForMyself } from '@folkmoot/contract/events/access-rules.ts';
import { createSigner } from '../../core/security/signer.ts';

/**
 * What a token lets its holder do: act on one participation, look at one private event, or accept the invitation to another
 * address with their own account.
 */
export type Pass =
  /**
   * `typed` if they have only typed the address: it gives nothing that is for its reader. Otherwise `mailed`: which address
   * of the participation the link went to.
   */
  | { participationId: string; typed?: true; mailed?: number }
  | { eventId: string; passcode: string }
  | { invitationId: string };

export type EventTokens = {
  /** For links in emails: valid for this one participation, until its address is corrected. */
  forParticipation(id: string, addressNo?: number): string;
  /** For the page of people who have just typed their address: valid for this participation until an account has it, and proves nothing. */
  forTyped(id: string): string;
  /** For people who entered the passcode: valid until the passcode changes. */
  forEvent(eventId: string, passcodeHash: string): string;
  /** For the unsubscribe link: valid for nothing else, so that it can be in every email. */
  forStop(id: string, addressNo?: number): string;
  read(token: string | undefined): Pass | undefined;
  /** The participation whose email carried an unsubscribe link, and to which of its addresses. */
  readStop(token: string): { id: string; addressNo: number } | undefined;
};

/** A fingerprint of the passcode's hash, so that a pass ends with the passcode it was given for. */
export const fingerprint = (passcodeHash: string) =>
  createHash('sha256').update(passcodeHash).digest('base64url').slice(0, 16);

/** The first address has no number, so that links from before there were any go on. */
const numbered = (id: string, addressNo = 0) => (addressNo === 0 ? id : `${id}~${addressNo}`);

/** Signed tokens; nothing is stored of them. */
export function createEventTokens(secret: string): EventTokens {
  const signer = createSigner(secret, 'events');
  return {
    forParticipation: (id, addressNo) => signer.sign(`p~${numbered(id, addressNo)}`),
    forTyped: (id) => signer.sign(`t~${id}`),
    forEvent: (eventId, passcodeHash) => signer.sign(`e~${eventId}~${fingerprint(passcodeHash)}`),
    forStop: (id, addressNo) => signer.sign(`s~${numbered(id, addressNo)}`),
    readStop(token) {
      const [kind, id = '', addressNo = 0] = signer.read(token)?.split('~') ?? [];
      return kind === 's' ? { id, addressNo: Number(addressNo) } : undefined;
    },
    read(token = '') {
      const [kind, id = '', more = ''] = signer.read(forAddress(token))?.split('~') ?? [];
      if (kind === 'p')
        return isForMyself(token) ? { invitationId: id } : { participationId: id, mailed: Number(more || 0) };
      if (kind === 't' && !isForMyself(token)) return { participationId: id, typed: true };
      return kind === 'e' && !isForMyself(token) ? { eventId: id, passcode: more } : undefined;
    },
  };
}
