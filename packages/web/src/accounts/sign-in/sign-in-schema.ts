import { SignIn } from '@folkmoot/contract/accounts/schema.ts';

/** Loads after the page: with zod it is a fifth of what the page weighs. */
export const schema = SignIn;
