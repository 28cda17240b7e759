import type { Config } from '../config.ts';

/** True where browsers reach the product by https alone. */
export function isSecure(config: Pick<Config, 'appUrl'>): boolean {
  return config.appUrl?.startsWith('https:') ?? false;
}

/**
 * What a cookie of ours is called: behind https with `__Secure-` before it, so that no page by plain http can plant one.
 * Not `__Host-`, which would have each of them sent to every path.
 */
export function cookieName(name: string, config: Pick<Config, 'appUrl'>): string {
  return isSecure(config) ? `__Secure-${name}` : name;
}
