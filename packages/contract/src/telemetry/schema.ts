import { z } from 'zod';
import { BROWSER_ACTS, PAGES } from './rules.ts';

/** How much a browser may report in one call. */
export const LIMITS = { reports: 20 } as const;

/** A page that was opened, by its route, or something that was done in the browser. */
export const UsageReport = z.union([
  z.strictObject({ page: z.enum(PAGES) }),
  z.strictObject({ act: z.enum(BROWSER_ACTS) }),
]);
export type UsageReport = z.output<typeof UsageReport>;

/** What a browser needs to know to report errors and usage; null for what the operator has not set up. */
export const TelemetryView = z.object({
  errors: z
    .object({
      /** Where errors are sent: a DSN of Sentry, which is public. */
      dsn: z.string(),
      environment: z.string(),
      release: z.string(),
      /** Stands for the person who is signed in; nobody can find out from it who that is. */
      person: z.string().nullable(),
    })
    .nullable(),
  usage: z.boolean(),
});
export type TelemetryView = z.output<typeof TelemetryView>;
