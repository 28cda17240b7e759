import { createHmac, hkdfSync, randomInt } from 'node:crypto';
import { refusals } from '@folkmoot/contract/accounts/schema.ts';
import type { CommandContext } from '../core/command.ts';
import type { Config } from '../core/config.ts';
import type { Db } from '../core/db/db.ts';
import { refuse } from '../core/http/errors.ts';
import { createCipher } from '../core/security/encrypt.ts';
import { type Asker, type CodePurpose, keepCode, tryCode } from './codes-store.ts';

export const SIGN_IN_MAIL_QUEUE = 'sign-in-mail';

/**
 * What waits in the queue: which email an address may get, if it has an account. Sealed, because it contains a code.
 */
export type SignInMail = { email: string; purpose: CodePurpose; code: string };

/** A code that somebody enters. */
type EnteredCode = { email: string; purpose: CodePurpose; asker: string; code: string };

export type Codes = {
  /**
   * Asks for a code. Every address is treated the same; the job that sends the email looks up whether it has an
   * account.
   *
   * @throws tooManyCodes
   */
  ask(command: CommandContext, email: string, purpose: CodePurpose, asker: Asker): Promise<void>;
  /** Tries a code that was emailed to this caller. */
  check(db: Db, code: EnteredCode, now: Date): Promise<'right' | 'wrong' | 'expired' | 'spent'>;
  open(sealed: string): Promise<SignInMail>;
  /** The form in which an app's code may be stored. */
  hash(text: string): string;
};

/** Six-digit codes: stored under an HMAC, since a plain hash of six digits is brute-forced in a second. */
export function createCodes({
  authSecret: secret,
  rateLimits: limited,
}: Pick<Config, 'authSecret' | 'rateLimits'>): Codes {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'folkmoot:codes', 32));
  const seal = createCipher(secret, 'sign-in-mail');
  const hash = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
  const hashOf = (email: string, purpose: string, asker: string, code: string) =>
    hash(`${purpose}\n${email}\n${asker}\n${code}`);
  return {
    async ask(command, email, purpose, asker) {
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const codeHash = hashOf(email, purpose, asker.asker, code);
      if (!(await keepCode(command.tx, { ...asker, email, purpose, codeHash }, command.now, limited)))
        refuse(refusals.tooManyCodes);
      const mail: SignInMail = { email, purpose, code };
      await command.enqueue(SIGN_IN_MAIL_QUEUE, { sealed: await seal.close(JSON.stringify(mail)) });
    },
    check: (db, { email, purpose, asker, code }, now) =>
      tryCode(db, { email, purpose, asker, codeHash: hashOf(email, purpose, asker, code) }, now),
    open: async (sealed) => JSON.parse(await seal.open(sealed)) as SignInMail,
    hash,
  };
}
