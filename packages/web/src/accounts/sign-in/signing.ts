import type { SignUp } from '@folkmoot/contract/accounts/schema.ts';
import type { z } from 'zod';

type SignUpValues = z.infer<typeof SignUp>;

let sent: SignUpValues | undefined;

/** Keeps the form while somebody enters the code: in memory only, since it contains a password. */
export function keepSignUp(written: SignUpValues): void {
  sent = written;
}

/** The form as it was sent, for people who come back to enter another address. */
export function keptSignUp(): SignUpValues | undefined {
  return sent;
}

/** Forgets it, once an address is confirmed. */
export function forgetSignUp(): void {
  sent = undefined;
}
