/**
 * Limits on wrong passcodes for one event per day. From `slow` on, callers who never had it right share a few attempts
 * a minute; from `slowest` on, a single one. From `told` on, the hosts are notified. The first `own` attempts of each
 * caller per day are always checked, so guessing never locks out others.
 */
export const PASSCODE_TRIES = { told: 50, slow: 100, slowest: 500, own: 3 } as const;

/** Wrong tries of the last day, by everybody and by the caller, and of the last minute by callers who never had it right. */
export type Tries = { wrong: number; own: number; lately: number; trusted: boolean };

const A_MINUTE = { slow: 6, slowest: 1 } as const;

/**
 * Whether a passcode is tried more often than people normally do. Callers who once had it right are never slowed down
 * here.
 */
export function isTooOften({ wrong, own, lately, trusted }: Tries): boolean {
  if (trusted || own < PASSCODE_TRIES.own || wrong < PASSCODE_TRIES.slow) return false;
  return lately >= (wrong < PASSCODE_TRIES.slowest ? A_MINUTE.slow : A_MINUTE.slowest);
}
