/**
 * Wrong passcodes of one event in a day: from `slow` on, callers who never had it right share few tries a minute, from
 * `slowest` on a single one. From `told` on the hosts hear of it.
 */
export const PASSCODE_TRIES = { told: 50, slow: 100, slowest: 500 } as const;

const A_MINUTE = { slow: 6, slowest: 1 } as const;

/** Whether a passcode is tried more often than people do. Who once had it right is never slowed down here. */
export function isTooOften({ wrong, lately, trusted }: { wrong: number; lately: number; trusted: boolean }): boolean {
  if (trusted || wrong < PASSCODE_TRIES.slow) return false;
  return lately >= (wrong < PASSCODE_TRIES.slowest ? A_MINUTE.slow : A_MINUTE.slowest);
}
