import type { Clock } from '../../core/clock.ts';
import { createCipher } from '../../core/security/encrypt.ts';
import type { Me } from '../../core/security/session.ts';
import type { Expected } from './oidc-actions.ts';

/** How long somebody may take at the service. */
export const ATTEMPT_SECONDS = 600;
/** How long somebody may take from pressing "Connect" to leaving the page. */
const TICKET_SECONDS = 60;

/** A sign-in that has begun and is at the service; with `connect`, of somebody who is signed in and connects an account. */
export type Attempt = {
  provider: string;
  expected: Expected;
  next: string | undefined;
  connect: Me | undefined;
};

export type Attempts = {
  seal(attempt: Attempt): Promise<string>;
  /** The attempt in a cookie; undefined if there is none, or it has taken too long. */
  open(sealed: string | undefined): Promise<Attempt | undefined>;
  /** What lets one session, and no other, begin to connect an account at this service. */
  ticketFor(me: Me, provider: string): Promise<string>;
  isTicketOf(ticket: string, me: Me, provider: string): Promise<boolean>;
};

/** Attempts are sealed and held by the browser, so that strangers cannot fill a table with them. */
export function createAttempts({ authSecret }: { authSecret: string }, clock: Clock): Attempts {
  const attempts = createCipher(authSecret, 'provider-attempt');
  const tickets = createCipher(authSecret, 'provider-ticket');
  const time = () => clock.now().getTime();

  async function read<Value>(open: () => Promise<string>, seconds: number): Promise<Value | undefined> {
    const text = await open().catch(() => undefined);
    if (text === undefined) return undefined;
    const { at, ...value } = JSON.parse(text) as Value & { at: number };
    return Math.abs(time() - at) < seconds * 1000 ? (value as Value) : undefined;
  }

  return {
    seal: (attempt) => attempts.close(JSON.stringify({ ...attempt, at: time() })),
    open: async (sealed) =>
      sealed === undefined ? undefined : read<Attempt>(() => attempts.open(sealed), ATTEMPT_SECONDS),
    ticketFor: ({ sessionId }, provider) => tickets.close(JSON.stringify({ sessionId, provider, at: time() })),
    async isTicketOf(ticket, me, provider) {
      const found = await read<{ sessionId: string; provider: string }>(() => tickets.open(ticket), TICKET_SECONDS);
      return found?.sessionId === me.sessionId && found.provider === provider;
    },
  };
}
