import { z } from 'zod';
import { refusal } from '../core/problem.ts';
import { oneLine } from '../core/text.ts';
import { text } from '../core/text-schema.ts';

/** `miles` around a point; `query` and `name` are code points; `results` and `neighbours` are rows of one answer. */
export const LIMITS = {
  name: 300,
  link: 2048,
  query: 100,
  miles: { min: 1, max: 250 },
  mapMiles: { min: 1, max: 250 },
  results: 6,
  neighbours: 60,
} as const;

/** Degrees on WGS 84, as browsers and map services give them. */
export const LatLng = z.object({
  lat: z
    .number('A latitude is a number.')
    .min(-90, 'Latitudes go from -90 to 90.')
    .max(90, 'Latitudes go from -90 to 90.'),
  lng: z
    .number('A longitude is a number.')
    .min(-180, 'Longitudes go from -180 to 180.')
    .max(180, 'Longitudes go from -180 to 180.'),
});
export type LatLng = z.infer<typeof LatLng>;

const PlaceName = text({ max: [LIMITS.name, 'A location cannot exceed 300 characters.'] }).transform(oneLine);

const MeetingLink = text({ max: [LIMITS.link, 'A link cannot exceed 2048 characters.'] })
  .transform((raw) => raw.trim())
  .refine((link) => link === '' || isWebAddress(link), 'Enter a complete link, such as https://meet.example.org/kiln.');

const WebAddress = z.url({ protocol: /^https?$/ });

/** True for a complete http or https address. An address with a user before an @ is deceptive. */
function isWebAddress(link: string): boolean {
  return WebAddress.safeParse(link).success && !/^https?:\/\/[^/?#]*@/i.test(link);
}

/**
 * Where an event is, in the specification's words. Any text may be empty: an address that a host wrote has only a
 * `description`, one that was found has the rest. `placeId` says who knows it: `geonames:2643743` or `google:ChIJ…`.
 */
export const EventLocation = z.object({
  sublocality: PlaceName,
  locality: PlaceName,
  administrative_area_level_1: PlaceName,
  administrative_area_level_2: PlaceName,
  administrative_area_level_3: PlaceName,
  country: PlaceName,
  latLng: LatLng.nullable(),
  placeId: PlaceName,
  description: PlaceName,
  meetingLink: MeetingLink,
});
export type EventLocation = z.infer<typeof EventLocation>;

/** No location yet. */
export const NOWHERE: EventLocation = {
  sublocality: '',
  locality: '',
  administrative_area_level_1: '',
  administrative_area_level_2: '',
  administrative_area_level_3: '',
  country: '',
  latLng: null,
  placeId: '',
  description: '',
  meetingLink: '',
};

/** The area for finding events: a point or a locality, and how far around it. */
export const SearchLocation = z.object({
  description: PlaceName,
  locality: PlaceName,
  latLng: LatLng.nullable(),
  miles: z.number().min(LIMITS.miles.min).max(LIMITS.miles.max),
});
export type SearchLocation = z.infer<typeof SearchLocation>;

/** The source to credit, shown next to its results. */
export const Attribution = z.object({ text: z.string(), url: z.url() });
export type Attribution = z.infer<typeof Attribution>;

/** A locality that a search found. Some services reveal the rest only when it is chosen: `findPlace` does. */
export const PlaceHit = z.object({
  placeId: z.string(),
  locality: z.string(),
  region: z.string(),
  country: z.string(),
});
export type PlaceHit = z.infer<typeof PlaceHit>;

const Point = z.tuple([z.number(), z.number()]);

/**
 * The surroundings of a point, for a small map. Lines are `[lng, lat]`; longitudes are unwrapped, so that they run
 * through the point's own and may pass 180 or -180.
 */
export const Surroundings = z.object({
  /** Land to fill, each a closed ring, cut off outside the map's edge. */
  land: z.array(z.array(Point)),
  /** The shore, without the cuts. */
  coast: z.array(z.array(Point)),
  /** Borders of countries. */
  borders: z.array(z.array(Point)),
  /** Towns and parts of towns, the larger ones first. */
  neighbours: z.array(
    z.object({ name: z.string(), lat: z.number(), lng: z.number(), people: z.int(), isPart: z.boolean() }),
  ),
  attributions: z.array(Attribution),
});
export type Surroundings = z.infer<typeof Surroundings>;

/**
 * The service that maps with streets come from: a style for MapLibre, another for dark screens if there is one, and the hosts that a
 * browser asks for the map.
 */
export const MapService = z.object({
  style: z.url(),
  darkStyle: z.url().nullable(),
  hosts: z.array(z.string()).min(1),
});
export type MapService = z.infer<typeof MapService>;

export const refusals = {
  nowhere: refusal('places.nowhere', 422, 'Choose a town or city, or enter coordinates.', 'locality'),
  noMiles: refusal('places.no-miles', 422, 'Enter a distance from 1 to 250 miles.', 'miles'),
  noPoint: refusal('places.no-point', 422, 'Enter a latitude and a longitude, such as 51.509, -0.126.', 'latLng'),
  unknown: refusal('places.unknown', 404, 'That place can no longer be found. Search for it again.'),
  unavailable: refusal('places.unavailable', 503, 'The place search is not available. Try again in a moment.'),
} as const;
