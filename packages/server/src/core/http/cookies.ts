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
