import { test } from './fixtures.ts';

export const DESK = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

export const BOTH = [
  ['the desk', DESK],
  ['the phone', PHONE],
] as const;

/** On the desk; with `npm test -- all`, as `.ci/run` asks for it, on the phone too. */
export const DESK_FIRST = process.env.TEST_SCOPE === 'all' ? BOTH : ([BOTH[0]] as const);

/** Journeys that go another way on a phone: made on both; everybody who arrives in them has that screen. */
export function onBoth(journeys: () => void): void {
  on(BOTH, journeys);
}

/**
 * Journeys that press the same buttons on a phone: made on the desk, and with `npm test -- all` on the phone too. What the
 * screens look like there is what demo/phone.spec.ts walks through.
 */
export function onDesk(journeys: () => void): void {
  on(DESK_FIRST, journeys);
}

function on(sizes: readonly (readonly [string, { width: number; height: number }])[], journeys: () => void): void {
  for (const [where, viewport] of sizes)
    test.describe(`on ${where}`, () => {
      test.use({ viewport });
      journeys();
    });
}
