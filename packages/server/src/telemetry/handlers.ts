import { createHmac, hkdfSync } from 'node:crypto';
import { getTelemetry, reportUsage } from '@folkmoot/contract/telemetry/api.ts';
import type { Config } from '../core/config.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import { VERSION } from '../core/version.ts';

type Parts = { config: Pick<Config, 'errors' | 'usage'>; secret: string };

/** What a browser asks and reports, if the operator watches anything. */
export function telemetryHandlers({ config: { errors, usage }, secret }: Parts): Binding[] {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'folkmoot:error-reports', 32));
  const hashOf = (userId: string) => createHmac('sha256', key).update(userId).digest('hex').slice(0, 32);
  return [
    handle(getTelemetry, async ({ me }) => ({
      errors: errors ? { ...errors, release: `folkmoot@${VERSION}`, person: me ? hashOf(me.userId) : null } : null,
      usage: usage !== undefined,
    })),
    // Counted once it is answered: `usage-routes.ts`.
    handle(reportUsage, async () => ({ message: 'Thank you.' }), { transaction: false }),
  ];
}
