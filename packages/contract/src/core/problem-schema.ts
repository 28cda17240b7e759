import { z } from 'zod';

/** The one shape in which every error travels. `fields` maps each wrong input's full path to its sentence. */
export const Problem = z.object({
  statusCode: z.int(),
  code: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  /** What is there now, where a 409 says so: so that what was typed and what is newer can both be shown. */
  current: z.unknown().optional(),
  /** Appears in the log beside the cause; only on 5xx answers. */
  reference: z.string().optional(),
});
export type Problem = z.infer<typeof Problem>;
