import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addressLine,
  boxesAround,
  canConfirmLocation,
  distanceMiles,
  hasExactPoint,
  mapLinks,
  mayDrawMap,
  readPoint,
} from './rules.ts';
import { EventLocation, type LatLng, NOWHERE, SearchLocation } from './schema.ts';

const london = { lat: 51.50853, lng: -0.12574 };
const point: fc.Arbitrary<LatLng> = fc.record({
  // Poles and the 180th meridian are where such sums go wrong.
  lat: fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.constantFrom(-90, 90, 0, 89.999, -89.999)),
  lng: fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), fc.constantFrom(-180, 180, 0, 179.999, -179.999)),
});

const half = Math.PI * (6371.0088 / 1.609344);

test('a distance is the same both ways, zero to the same point, and never more than half the globe', () => {
  fc.assert(
    fc.property(point, point, (one, other) => {
      const miles = distanceMiles(one, other);
      expect(miles).toBeCloseTo(distanceMiles(other, one), 6);
      expect(miles).toBeGreaterThanOrEqual(0);
      expect(miles).toBeLessThanOrEqual(half + 1e-6);
      expect(distanceMiles(one, one)).toBe(0);
    }),
  );
});

test('a detour is never shorter than the direct way', () => {
  fc.assert(
    fc.property(point, point, point, (from, over, to) => {
      // Near the opposite side of the earth, rounding is worth a few feet.
      expect(distanceMiles(from, to)).toBeLessThanOrEqual(distanceMiles(from, over) + distanceMiles(over, to) + 1e-3);
    }),
  );
});

test.each([
  ['London to Paris', london, { lat: 48.85341, lng: 2.3488 }, 213.5],
  ['a line over the 180th meridian', { lat: 0, lng: 179.5 }, { lat: 0, lng: -179.5 }, 69.09],
  ['a line from pole to pole', { lat: 90, lng: 10 }, { lat: -90, lng: 120 }, half],
  ['a line between two longitudes at a pole', { lat: 90, lng: 10 }, { lat: 90, lng: 120 }, 0],
])('%s has the right length', (_, one, other, miles) => expect(distanceMiles(one, other)).toBeCloseTo(miles, 0));

/** The point reached after this many miles in this direction. Source: Ed Williams, "Aviation Formulary". */
function goFrom({ lat, lng }: LatLng, miles: number, bearing: number): LatLng {
  const [a, b, angle] = [(lat * Math.PI) / 180, (lng * Math.PI) / 180, (miles / half) * Math.PI];
  const there = Math.asin(Math.sin(a) * Math.cos(angle) + Math.cos(a) * Math.sin(angle) * Math.cos(bearing));
  const turned = Math.atan2(
    Math.sin(bearing) * Math.sin(angle) * Math.cos(a),
    Math.cos(angle) - Math.sin(a) * Math.sin(there),
  );
  const degrees = ((b + turned) * 180) / Math.PI;
  return { lat: (there * 180) / Math.PI, lng: ((((degrees + 180) % 360) + 360) % 360) - 180 };
}

const holds = (boxes: ReturnType<typeof boxesAround>, { lat, lng }: LatLng) =>
  boxes.some(({ south, north, west, east }) => lat >= south && lat <= north && lng >= west && lng <= east);

test('the boxes hold every point within the distance, even at the poles and the 180th meridian', () => {
  fc.assert(
    fc.property(
      point,
      fc.double({ min: 0, max: 3000, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
      (centre, miles, part, bearing) => {
        const boxes = boxesAround(centre, miles);
        for (const box of boxes) {
          expect(box.west).toBeLessThanOrEqual(box.east);
          expect(box.south).toBeLessThanOrEqual(box.north);
        }
        expect(holds(boxes, goFrom(centre, miles * part, bearing))).toBe(true);
      },
    ),
    { numRuns: 2000 },
  );
});

test('the boxes are no larger than necessary', () => {
  const [box, more] = boxesAround(london, 10);
  expect(more).toBeUndefined();
  expect(distanceMiles(london, { lat: box?.north ?? 0, lng: london.lng })).toBeCloseTo(10, 2);
  expect(distanceMiles(london, { lat: london.lat, lng: box?.east ?? 0 })).toBeCloseTo(10, 1);
});

test.each([
  ['nothing', { locality: '', latLng: null, miles: 0 }, { locality: 1, miles: 1 }],
  ['spaces', { locality: '  ', latLng: null }, { locality: 1 }],
  ['a locality', { locality: 'Leeds', latLng: null }, undefined],
  ['coordinates', { locality: '', latLng: london }, undefined],
  ['zero miles', { locality: 'Leeds', latLng: null, miles: 0 }, { miles: 1 }],
  ['a missing number of miles', { locality: 'Leeds', latLng: null, miles: Number.NaN }, { miles: 1 }],
  ['too many miles', { locality: 'Leeds', latLng: null, miles: 251 }, { miles: 1 }],
  ['some miles', { locality: 'Leeds', latLng: null, miles: 12.5 }, undefined],
])('confirming %s is accepted or refused', (_, choice, wrong) => {
  const decision = canConfirmLocation(choice);
  expect(decision.ok ? undefined : Object.keys(decision.fields)).toEqual(wrong && Object.keys(wrong));
});

const leeds = { ...NOWHERE, locality: 'Leeds', administrative_area_level_1: 'England', country: 'United Kingdom' };

test.each([
  ['nowhere', NOWHERE, ''],
  ['a town', leeds, 'Leeds, England, United Kingdom'],
  ['an address in it', { ...leeds, description: '4 Kiln Lane' }, '4 Kiln Lane, Leeds, England, United Kingdom'],
  ['an address that names the town', { ...leeds, description: 'Leeds' }, 'Leeds, England, United Kingdom'],
  ['a city that is its region', { ...NOWHERE, locality: 'Berlin', administrative_area_level_1: 'Berlin' }, 'Berlin'],
])('%s fits on one line', (_, location, line) => expect(addressLine(location)).toBe(line));

test('links to map services are complete and encoded', () => {
  const nasty = { ...leeds, description: 'Kiln & Wheel #2?<b>' };
  for (const { href } of [...mapLinks(nasty), ...mapLinks({ ...nasty, latLng: london })]) {
    expect(href).toMatch(/^https:\/\/[a-z.]+\//);
    expect(href).not.toMatch(/[<>\s]/);
  }
  expect(mapLinks(nasty).map(({ href }) => decodeURIComponent(/[?&]query=([^&#]*)/.exec(href)?.[1] ?? ''))).toContain(
    'Kiln & Wheel #2?<b>, Leeds, England, United Kingdom',
  );
  expect(mapLinks({ ...leeds, latLng: london })[0]?.href).toBe(
    'https://www.openstreetmap.org/?mlat=51.50853&mlon=-0.12574#map=14/51.50853/-0.12574',
  );
  expect(mapLinks(NOWHERE)).toEqual([]);
});

test('a location from Google links to Google, and is not drawn on another map', () => {
  const found = { ...leeds, latLng: london, placeId: 'google:ChIJ_x' };
  expect(mapLinks(found)[1]?.href).toContain('query_place_id=ChIJ_x');
  expect([mayDrawMap(found), mayDrawMap({ ...found, placeId: 'geonames:1' }), mayDrawMap(leeds)]).toEqual([
    false,
    true,
    false,
  ]);
});

test('only coordinates that somebody gave are those of the place itself', () => {
  expect(hasExactPoint({ ...leeds, latLng: london })).toBe(true);
  expect(hasExactPoint({ ...leeds, latLng: london, placeId: 'geonames:2644688' })).toBe(false);
  expect(hasExactPoint(leeds)).toBe(false);
});

test.each([
  ['51.5, -0.12', { lat: 51.5, lng: -0.12 }],
  ['51.5 -0.12', { lat: 51.5, lng: -0.12 }],
  ['51.5° N, 0.12° W', { lat: 51.5, lng: -0.12 }],
  ['33.9S 151.2E', { lat: -33.9, lng: 151.2 }],
  ['51.5,\u22120.12', { lat: 51.5, lng: -0.12 }],
  ['91, 0', undefined],
  ['0, 181', undefined],
  ['51.5', undefined],
  ['Leeds', undefined],
])('%s is read as the point %j', (written, read) => expect(readPoint(written)).toEqual(read));

test('an event location refuses unsafe links, long descriptions and impossible coordinates', () => {
  expect(EventLocation.parse(NOWHERE)).toEqual(NOWHERE);
  expect(EventLocation.safeParse({ ...NOWHERE, meetingLink: 'javascript:alert(1)' }).success).toBe(false);
  expect(EventLocation.safeParse({ ...NOWHERE, meetingLink: 'https://meet.example.org/kiln' }).success).toBe(true);
  expect(EventLocation.safeParse({ ...NOWHERE, meetingLink: 'https://zoom.us@evil.example/' }).success).toBe(false);
  expect(EventLocation.safeParse({ ...NOWHERE, description: 'x'.repeat(301) }).success).toBe(false);
  expect(EventLocation.safeParse({ ...NOWHERE, latLng: { lat: 91, lng: 0 } }).success).toBe(false);
  expect(SearchLocation.safeParse({ description: '', locality: 'Leeds', latLng: null, miles: 0 }).success).toBe(false);
});
