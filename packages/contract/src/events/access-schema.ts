import { z } from 'zod';
import { PersonView } from '../accounts/schema.ts';
import { Id } from '../core/ids.ts';
import { Epoch } from '../core/time.ts';

/** What a person wrote who asks for access. */
export const AccessRequestView = z.object({
  id: Id,
  person: PersonView,
  email: z.string(),
  askedAt: Epoch,
});
export type AccessRequestView = z.infer<typeof AccessRequestView>;
