import { z } from 'zod';
import { ConnectedProvider } from './providers-schema.ts';
import { PasskeyView } from './schema.ts';

/** The ways a person can sign in. A file of its own, since browsers load all of `schema.ts` with each form. */
export const SecurityView = z.object({
  hasPassword: z.boolean(),
  twoStep: z.boolean(),
  passkeys: z.array(PasskeyView),
  /** The services of this installation. */
  providers: z.array(ConnectedProvider),
});
