import type { LatLng } from '@folkmoot/contract/places/schema.ts';

/** Why the browser does not share its position, as a sentence. */
export class PositionRefused extends Error {}

const REFUSED =
  'This browser does not share your position. Allow it in its settings for this page, or search for a town.';
const UNKNOWN = 'Your position could not be found. Try again, or search for a town.';

/**
 * Asks the browser where it is, which asks the person. Rounded to a hundred metres: enough for what is near.
 *
 * @throws PositionRefused with the sentence to show.
 */
export function askPosition(geolocation: Geolocation | undefined = navigator.geolocation): Promise<LatLng> {
  return new Promise((resolve, reject) => {
    if (!geolocation || !isSecureContext) return reject(new PositionRefused(REFUSED));
    geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: Number(coords.latitude.toFixed(3)), lng: Number(coords.longitude.toFixed(3)) }),
      ({ code, PERMISSION_DENIED }) => reject(new PositionRefused(code === PERMISSION_DENIED ? REFUSED : UNKNOWN)),
      { timeout: 15_000, maximumAge: 10 * 60_000 },
    );
  });
}
