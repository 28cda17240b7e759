import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Done } from '../core/page.ts';
import { ProviderId } from './providers-schema.ts';

/* Signing in with a service is no call: browsers go to `/auth/with/{provider}`, and come back from the service. */

export const connectProvider = endpoint('POST /api/v1/auth/providers/:provider/connect', {
  who: 'signedIn',
  fresh: true,
  perMinute: 10,
  summary:
    'Start connecting an account at a sign-in service. Send the browser to the returned address, which works only in the same session.',
  params: { provider: ProviderId },
  returns: z.object({ url: z.string() }),
});

export const disconnectProvider = endpoint('DELETE /api/v1/auth/providers/:provider', {
  who: 'signedIn',
  fresh: true,
  perMinute: 10,
  summary: 'Disconnect an account at a sign-in service. The person can still sign in with an emailed code.',
  params: { provider: ProviderId },
  returns: Done,
});
