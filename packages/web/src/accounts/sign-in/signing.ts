import type { SignUp } from '@folkmoot/contract/accounts/schema.ts';
import type { z } from 'zod';

type Written = z.infer<typeof SignUp>;

let sent: Written | undefined;

/** Keeps the form of somebody who goes on to the code: in memory alone, since a password is in it. */
export function keepSignUp(written: Written): void {
  sent = written;
}

/** The form as it was sent, for somebody who comes back to give another address. */
export function keptSignUp(): Written | undefined {
  return sent;
}

/** Forgets it, once an address is confirmed. */
export function forgetSignUp(): void {
  sent = undefined;
}
