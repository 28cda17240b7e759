import { z } from 'zod';
import { LIMITS } from './schema.ts';

/** What else the notice of a cancellation tells everybody. */
export const Cancellation = z.object({
  message: z
    .string()
    .max(LIMITS.message, `Message cannot exceed ${LIMITS.message} characters.`)
    .transform((raw) => raw.trim())
    .default(''),
  /** Whether everybody who has paid gets it back. */
  refund: z.boolean().default(true),
});
