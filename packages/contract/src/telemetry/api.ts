import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { LIMITS, TelemetryView, UsageReport } from './schema.ts';

/* Errors and usage, as far as the operator has them watched (docs/decisions/059). */

export const getTelemetry = endpoint('GET /api/v1/public/telemetry', {
  who: 'public',
  summary: 'Where a browser reports errors, and whether usage is counted. Asked only by pages that say so.',
  returns: TelemetryView,
});

export const reportUsage = endpoint('POST /api/v1/public/usage', {
  who: 'public',
  summary:
    'Report pages that were opened, by their routes. Nothing is kept of a browser that sends Do Not Track or Global Privacy Control.',
  body: z.object({ reports: z.array(UsageReport).min(1).max(LIMITS.reports) }),
  returns: z.object({ message: z.string() }),
  perMinute: 60,
  untraced: true,
});
