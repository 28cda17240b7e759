import type { Config } from '../config.ts';

/** True if browsers reach the product only by https. */
export function isSecure(config: Pick<Config, 'appUrl'>): boolean {
  return config.appUrl?.startsWith('https:') ?? false;
}

/**
 * The name of one of our cookies: behind https with the prefix `__Secure-`, so that no page by plain http can plant
 * one. Not `__Host-`, which would have each of them sent to every path.
 */
export function cookieName(name: string, config: Pick<Config, 'appUrl'>): string {
  return isSecure(config) ? `__Secure-${name}` : name;
}

/** How our own cookies are set: no script reads them, and calls from other sites do not send them. */
export function cookieFor({ path, seconds }: { path: string; seconds: number }, config: Pick<Config, 'appUrl'>) {
  return { httpOnly: true, sameSite: 'lax', path, maxAge: seconds, secure: isSecure(config) } as const;
}
