import { z } from 'zod';
import { Instant } from '../core/time.ts';

/** The services that people can sign in with: Google, and the one that the operator names. */
export const ProviderId = z.enum(['google', 'oidc']);
export type ProviderId = z.infer<typeof ProviderId>;

/** A service on the sign-in page: "Continue with {name}". */
export const ProviderView = z.object({ id: ProviderId, name: z.string() });
export type ProviderView = z.infer<typeof ProviderView>;

/** A service in a person's settings; `connectedAt` is null while it is not connected. */
export const ConnectedProvider = ProviderView.extend({ connectedAt: Instant.nullable() });
export type ConnectedProvider = z.infer<typeof ConnectedProvider>;

/** Where a sign-in with a service begins; the service leads back to `/callback` below it. */
export const PROVIDER_PATH = '/auth/with';

/**
 * Why signing in or connecting did not work, for people; `{name}` is the service's. The address that they come back to has the
 * code, as in `?result=google.expired`: nothing that a service says is ever shown. Besides these, `google.new` leads to the screen
 * on which new people check their name, and `google.connected` to people's settings.
 */
export const PROVIDER_PROBLEMS = {
  cancelled: 'You did not finish signing in with {name}. Try again, or sign in another way.',
  expired: 'That took too long, or it was started in another tab or browser. Try again.',
  unconfirmed:
    '{name} could not confirm your email address. Sign in or sign up with it here, then connect {name} under Settings, Security.',
  'no-email': '{name} did not give us a usable email address. Sign in or sign up with your email address instead.',
  other:
    'Your account here is connected to a different account at {name}. Disconnect that first under Settings, Security.',
  taken: 'That account at {name} is already connected to another account here.',
  busy: 'Too many attempts. Wait a minute, then try again.',
  away: '{name} is not available right now. Try again later, or sign in another way.',
  failed: 'Signing in with {name} did not work. Try again, or sign in another way.',
} as const;
export type ProviderProblem = keyof typeof PROVIDER_PROBLEMS;
