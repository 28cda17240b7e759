import { test } from './fixtures.ts';

export const DESK = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

/**
 * A journey beside the first one of its feature: its rules are proven by API tests, and its states by component tests.
 * `npm test` leaves it out; `.ci/run` and a run of its own feature (`npm test -- e2e bans`) make it.
 */
export const CI = { tag: '@ci' };

/**
 * A journey that only looks closer at what another one, an API test or a component test goes through: `npm test` leaves
 * it out, and so does `.ci/run`; `npm test -- all` and a run of its own feature (`npm test -- e2e bans`) make it.
 */
export const DETAIL = { tag: '@detail' };

export const BOTH = [
  ['the desk', DESK, {}],
  ['the phone', PHONE, DETAIL],
] as const;

/** On the desk; with `npm test -- all`, as `.ci/run all` asks for it, on the phone too. */
export const DESK_FIRST = process.env.TEST_SCOPE === 'all' ? BOTH : ([BOTH[0]] as const);

/** Journeys that go another way on a phone: everybody who arrives in them has that screen. */
export function onBoth(journeys: () => void): void {
  on(BOTH, journeys);
}

/**
 * Journeys that press the same buttons on a phone: made on the desk, and with `npm test -- all` on the phone too. What the
 * screens look like there is what app/phone.spec.ts walks through.
 */
export function onDesk(journeys: () => void): void {
  on(DESK_FIRST, journeys);
}

function on(sizes: readonly (typeof BOTH)[number][], journeys: () => void): void {
  for (const [where, viewport, scope] of sizes)
    test.describe(`on ${where}`, scope, () => {
      test.use({ viewport });
      journeys();
    });
}
