import type { SignUp } from '@folkmoot/contract/accounts/schema.ts';
import type { z } from 'zod';

type Written = z.infer<typeof SignUp>;

let sent: Written | undefined;

/** Keeps the form while somebody enters the code: in memory only, since it contains a password. */
export function keepSignUp(written: Written): void {
  sent = written;
}

/** The form as it was sent, for people who come back to enter another address. */
export function keptSignUp(): Written | undefined {
  return sent;
}

/** Forgets it, once an address is confirmed. */
export function forgetSignUp(): void {
  sent = undefined;
}
