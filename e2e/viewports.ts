import { test } from './fixtures.ts';

/* A screen is the same one on the desk and on the phone: its journeys are made on both. */

export const DESK = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

export const BOTH = [
  ['the desk', DESK],
  ['the phone', PHONE],
] as const;

/** Makes these journeys on the desk and on the phone; everybody who arrives in them has that screen. */
export function onBoth(journeys: () => void): void {
  for (const [where, viewport] of BOTH)
    test.describe(`on ${where}`, () => {
      test.use({ viewport });
      journeys();
    });
}
