import type { Refusal } from '../core/problem.ts';
import { type EventLocation, type LatLng, LIMITS, type PlaceHit, refusals } from './schema.ts';

/** The mean radius of the Earth (IUGG), 6371.0088 km, in international miles of 1.609344 km. */
const EARTH = 6371.0088 / 1.609344;
/** Kilometres in a mile. */
export const KILOMETRES = 1.609344;

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const degrees = (angle: number) => (angle * 180) / Math.PI;

/** What the person is about to confirm: `miles` only if they are asked for, NaN or 0 if nothing was chosen. */
type Choice = Pick<EventLocation, 'locality' | 'latLng'> & { miles?: number };
/** All wrong fields at once, and the first of them as the refusal. */
type Confirmation =
  | { readonly ok: true }
  | { readonly ok: false; readonly refusal: Refusal; readonly fields: Readonly<Record<string, string>> };

/** A place is confirmed with a locality or coordinates, and with a number of miles if they are asked for. */
export function canConfirmLocation({ locality, latLng, miles }: Choice): Confirmation {
  const wrong: Refusal[] = [];
  if (locality.trim() === '' && latLng === null) wrong.push(refusals.nowhere);
  const reaches = miles === undefined || (miles >= LIMITS.miles.min && miles <= LIMITS.miles.max);
  if (!reaches) wrong.push(refusals.noMiles);
  const [first] = wrong;
  if (first === undefined) return { ok: true };
  return { ok: false, refusal: first, fields: Object.fromEntries(wrong.map((one) => [one.field ?? '', one.message])) };
}

/**
 * Distance in miles along the surface, by the haversine formula on a sphere: wrong by 0.5 % at most, which is a minute's
 * walk in a mile. Source: R. W. Sinnott, "Virtues of the Haversine", Sky & Telescope 68 (1984), 159.
 */
export function distanceMiles(one: LatLng, other: LatLng): number {
  const halfLat = Math.sin(radians(other.lat - one.lat) / 2) ** 2;
  const halfLng = Math.sin(radians(other.lng - one.lng) / 2) ** 2;
  const h = halfLat + Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * halfLng;
  return 2 * EARTH * Math.asin(Math.sqrt(Math.min(1, h)));
}

export type Box = { south: number; north: number; west: number; east: number };

/** Rounding must not lose what is on the edge: a tenth of a metre. */
const SLACK = 1e-6;

/**
 * Boxes in degrees that contain everything within this many miles, for `lat between … and lng between …` before the
 * exact `distanceMiles`. One box; two if it crosses the 180th meridian; all longitudes if it contains a pole. In every
 * box `west <= east`. Source: J. P. Matuschek, "Finding points within a distance of a latitude/longitude".
 */
export function boxesAround({ lat, lng }: LatLng, miles: number): Box[] {
  const reach = miles / EARTH;
  const south = Math.max(-90, lat - degrees(reach) - SLACK);
  const north = Math.min(90, lat + degrees(reach) + SLACK);
  const ratio = Math.sin(reach) / Math.cos(radians(lat));
  if (south === -90 || north === 90 || reach >= Math.PI / 2 || ratio >= 1)
    return [{ south, north, west: -180, east: 180 }];
  const wide = degrees(Math.asin(ratio)) + SLACK;
  const [west, east] = [lng - wide, lng + wide];
  if (west < -180)
    return [
      { south, north, west: west + 360, east: 180 },
      { south, north, west: -180, east },
    ];
  if (east > 180)
    return [
      { south, north, west, east: 180 },
      { south, north, west: -180, east: east - 360 },
    ];
  return [{ south, north, west, east }];
}

/** A place on one line: what the host wrote, then what was found, without repetition. Empty if there is none. */
export function addressLine(location: EventLocation): string {
  const parts = [location.description, location.sublocality, areaLine(location)];
  return joinOnce(parts);
}

/** Town, region and country on one line. */
export function areaLine(location: EventLocation): string {
  return joinOnce([location.locality, location.administrative_area_level_1, location.country]);
}

/** A result of a search on one line. */
export function hitLine({ locality, region, country }: PlaceHit): string {
  return joinOnce([locality, region, country]);
}

/** Joined with commas, without what is empty or already at the end of what comes before. */
function joinOnce(parts: readonly string[]): string {
  return parts.reduce((line, part) => {
    if (part === '' || line === part || line.endsWith(`, ${part}`)) return line;
    if (line === '') return part;
    return part.startsWith(`${line}, `) ? part : `${line}, ${part}`;
  }, '');
}

/** `51.50853, -0.12574`: five digits are a metre. */
export function pointLine({ lat, lng }: LatLng): string {
  return `${lat.toFixed(5)}, ${lng.toFixed(5)}`;
}

/**
 * Coordinates as people write or paste them: `51.5, -0.12`, `51.5 -0.12`, `51.5° N, 0.12° W`. Undefined if the text is
 * something else.
 */
export function readPoint(written: string): LatLng | undefined {
  const match =
    /^\s*([+-]?\d{1,2}(?:\.\d+)?)\s*°?\s*([NS]?)\s*[,;\s]\s*([+-]?\d{1,3}(?:\.\d+)?)\s*°?\s*([EW]?)\s*$/i.exec(
      written.replace(/\u2212/g, '-'),
    );
  if (!match) return undefined;
  const lat = Number(match[1]) * (match[2]?.toUpperCase() === 'S' ? -1 : 1);
  const lng = Number(match[3]) * (match[4]?.toUpperCase() === 'W' ? -1 : 1);
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : undefined;
}

/**
 * Places that Google found may only be shown on Google's maps (its Maps Platform Terms, "No use with non-Google
 * maps").
 */
export function mayDrawMap(location: Pick<EventLocation, 'placeId' | 'latLng'>): boolean {
  return location.latLng !== null && !location.placeId.startsWith('google:');
}

/** Whether somebody gave the point of the place itself: a town that was found has the point of its middle. */
export function hasExactPoint(location: Pick<EventLocation, 'placeId' | 'latLng'>): boolean {
  return location.latLng !== null && location.placeId === '';
}

export type MapLink = { name: string; href: string };

/**
 * A link to a place on a map service: by its coordinates if it has any, else by its address. None without a place.
 * Sources: wiki.openstreetmap.org/wiki/Browsing, developers.google.com/maps/documentation/urls,
 * developer.apple.com/library/archive/featuredarticles/iPhoneURLScheme_Reference/MapLinks.
 */
export function mapLinks(location: EventLocation): MapLink[] {
  const address = addressLine(location);
  const point = location.latLng && `${location.latLng.lat},${location.latLng.lng}`;
  const link = (name: string, base: string, fields: Record<string, string>): MapLink => ({
    name,
    href: `${base}?${Object.entries(fields)
      .map(([field, value]) => `${field}=${encodeURIComponent(value)}`)
      .join('&')}`,
  });
  const googleId = location.placeId.startsWith('google:') ? location.placeId.slice('google:'.length) : undefined;
  const google = (query: string) =>
    link('Google Maps', 'https://www.google.com/maps/search/', {
      api: '1',
      query,
      ...(googleId ? { query_place_id: googleId } : {}),
    });
  if (location.latLng && point) {
    const { lat, lng } = location.latLng;
    const street = link('OpenStreetMap', 'https://www.openstreetmap.org/', { mlat: String(lat), mlon: String(lng) });
    return [
      { ...street, href: `${street.href}#map=14/${lat}/${lng}` },
      google(point),
      link('Apple Maps', 'https://maps.apple.com/', { ll: point, q: address || 'Meeting place' }),
    ];
  }
  if (address === '') return [];
  return [
    link('OpenStreetMap', 'https://www.openstreetmap.org/search', { query: address }),
    google(address),
    link('Apple Maps', 'https://maps.apple.com/', { q: address }),
  ];
}

/** The way to a place, from wherever its reader is; the phone's own map program takes such links. None without a place. */
export function directionsLink(location: EventLocation): string | undefined {
  const { latLng, placeId } = location;
  const address = addressLine(location);
  const destination = latLng ? `${latLng.lat},${latLng.lng}` : address;
  if (destination === '') return undefined;
  const id = placeId.startsWith('google:') ? `&destination_place_id=${encodeURIComponent(placeId.slice(7))}` : '';
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(destination)}${id}`;
}
