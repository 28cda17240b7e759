import { vi } from 'vitest';

/**
 * Waits until what a test expects has come about: as long as a busy machine may take, and no longer than it has to.
 *
 * @param expected throws as long as it has not.
 */
export const until = <Result>(expected: () => Result | Promise<Result>): Promise<Result> =>
  vi.waitFor(expected, { timeout: 20_000, interval: 20 });
