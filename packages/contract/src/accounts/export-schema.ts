import { z } from 'zod';
import { Instant } from '../core/time.ts';

/** Hours between two copies of somebody's data, how many may fail in them, and days for which each can be downloaded. */
export const EXPORT = { hours: 24, failures: 3, days: 7 } as const;

/** Where the newest copy is: being prepared, ready to be downloaded, failed, or deleted because its days are over. */
export const ExportState = z.enum(['none', 'preparing', 'ready', 'failed', 'expired']);

/** The newest copy of the caller's data. */
export const ExportView = z.object({
  state: ExportState,
  askedAt: Instant.nullable(),
  /** How much is done, in rows and files. */
  items: z.int(),
  /** Of one that is ready: its size in bytes, where it can be downloaded with the caller's session, and until when. */
  size: z.int().nullable(),
  url: z.string().nullable(),
  readyUntil: Instant.nullable(),
  /** When the next one can be asked for, if that is not now. */
  nextAt: Instant.nullable(),
});
export type ExportView = z.infer<typeof ExportView>;
