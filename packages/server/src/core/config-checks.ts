/** A setting is wrong: `message` names each one and says why, for the terminal. */
export class ConfigError extends Error {}

/** True for addresses that only this machine can reach. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/**
 * Whether settings that need each other are set: all of them, or none.
 *
 * @throws ConfigError if only some are, with the names of the others.
 */
export function areSet(what: string, needed: Readonly<Record<string, string | undefined>>): boolean {
  const missing = Object.entries(needed).flatMap(([name, value]) => (value === undefined ? [name] : []));
  if (missing.length === Object.keys(needed).length) return false;
  if (missing.length > 0)
    throw new ConfigError(
      `For ${what} these settings are missing: ${missing.join(', ')}.\nEach one is described in .env.example.`,
    );
  return true;
}
