/** What the mail server says to a recipient instead of taking the email. */
export type Refusal = { code: number; text: string };

/** By how the address begins, as senders meet them: a mailbox that is gone, off or full, a receiver that mistrusts or is busy. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  gone: { code: 550, text: '5.1.1 No such user here' },
  off: { code: 550, text: '5.2.1 The mailbox is disabled' },
  full: { code: 452, text: '4.2.2 The mailbox is full' },
  policy: { code: 550, text: '5.7.26 The sender is not authenticated' },
  busy: { code: 421, text: '4.7.0 Too many emails, come back later' },
};

const GREYLISTED: Refusal = { code: 451, text: '4.7.1 Greylisted, come back later' };

/** Receivers that take a letter, and report about it afterwards: that it did not arrive, or that its reader calls it spam. */
const REPORTS: Readonly<Record<string, 'returned' | 'spam'>> = { late: 'returned', spam: 'spam' };

/** Milliseconds that a slow receiver takes. */
const SLOW = 2000;

/**
 * Answers for recipients that stand for a kind of receiver: `gone+1@post.example` does not exist, `grey@…` takes the second
 * try, `slow@…` waits; `late@…` and `spam@…` take it and are reported about. All others are taken at once.
 */
export function createAnswers(): {
  refusalOf(address: string): Refusal | undefined;
  waitOf(address: string): number;
  reportOf(address: string): 'returned' | 'spam' | undefined;
} {
  const greeted = new Set<string>();
  const kindOf = (address: string) => /^[a-z]+/.exec(address.toLowerCase())?.[0] ?? '';
  return {
    refusalOf(address) {
      const kind = kindOf(address);
      if (kind !== 'grey') return Object.hasOwn(REFUSALS, kind) ? REFUSALS[kind] : undefined;
      if (greeted.has(address)) return undefined;
      greeted.add(address);
      return GREYLISTED;
    },
    reportOf: (address) => (Object.hasOwn(REPORTS, kindOf(address)) ? REPORTS[kindOf(address)] : undefined),
    waitOf: (address) => (kindOf(address) === 'slow' ? SLOW : 0),
  };
}
