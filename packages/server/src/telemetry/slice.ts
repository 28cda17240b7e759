import * as api from '@folkmoot/contract/telemetry/api.ts';
import { defineSlice } from '../core/slice.ts';
import { telemetryHandlers } from './handlers.ts';
import { createUsage } from './usage-actions.ts';
import { countUsage } from './usage-routes.ts';

/** Errors and usage, as far as the operator has them watched. */
export const telemetry = defineSlice({
  name: 'telemetry',
  endpoints: [api],
  build(app) {
    const { config, clock, log, appUrl } = app;
    const secret = config.authSecret;
    const usage = config.usage && createUsage(config.usage, { secret, clock, log, appUrl });
    return {
      handlers: telemetryHandlers({ config, secret }),
      routes: (http) => {
        if (usage) countUsage(http, usage, clock);
      },
      stop: async () => usage?.stop(),
    };
  },
});
