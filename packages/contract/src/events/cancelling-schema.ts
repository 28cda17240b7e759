import { z } from 'zod';
import { LIMITS } from './schema.ts';

/** What everybody is told when an event is cancelled, beside that it is. */
export const Cancellation = z.object({
  message: z
    .string()
    .max(LIMITS.message, `Message cannot exceed ${LIMITS.message} characters.`)
    .transform((raw) => raw.trim())
    .default(''),
});
