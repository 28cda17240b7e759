import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { Lines } from './gazetteer.ts';
import type { Box } from './gazetteer-names.ts';

type Point = [lng: number, lat: number];
/** A line with its bounding box, so that most are skipped at a glance. */
type Line = { points: Point[]; box: Box };
type World = Topology<{ countries: GeometryCollection; land: GeometryCollection }>;

/** Miles in a degree of latitude. */
const DEGREE = 69.0933;

/** A square on a flat map around a point, in degrees; its longitudes may pass 180 or -180. At a pole it is a strip. */
export function boxOf(lat: number, lng: number, miles: number): Box {
  const tall = miles / DEGREE;
  const wide = Math.min(180, tall / Math.max(0.01, Math.cos((lat * Math.PI) / 180)));
  return { south: Math.max(-90, lat - tall), north: Math.min(90, lat + tall), west: lng - wide, east: lng + wide };
}

/** Reads Natural Earth's land and borders at 1:10 million, which is in the public domain. */
export function readLand(): { around(box: Box): { land: Lines; coast: Lines; borders: Lines } } {
  const file = fileURLToPath(import.meta.resolve('world-atlas/countries-10m.json'));
  const world = JSON.parse(readFileSync(file, 'utf8')) as World;
  // Rings that cross the 180th meridian or go round a pole jump from one edge of the world to the other.
  const rings = feature(world, world.objects.land).features.flatMap(({ geometry }) =>
    geometry.type === 'MultiPolygon'
      ? geometry.coordinates.flat()
      : geometry.type === 'Polygon'
        ? geometry.coordinates
        : [],
  );
  const land = rings.map((ring) => lineOf(closed(unwrapped(ring as Point[]))));
  const coast = rings.flatMap((ring) => withoutSeams(unwrapped(ring as Point[])).map(lineOf));
  const between = mesh(world, world.objects.countries, (one, other) => one !== other);
  const borders = between.coordinates.map((line) => lineOf(unwrapped(line as Point[])));
  return {
    around(box) {
      const edge = grown(box, 0.15);
      return {
        land: near(land, edge)
          .map((points) => cutRing(points, edge))
          .filter((ring) => ring.length > 2)
          .map(rounded),
        coast: near(coast, edge)
          .flatMap((points) => cutLine(points, edge))
          .map(rounded),
        borders: near(borders, edge)
          .flatMap((points) => cutLine(points, edge))
          .map(rounded),
      };
    },
  };
}

/** The same line without jumps: its longitudes run on beyond 180 or -180. */
function unwrapped(points: readonly Point[]): Point[] {
  let turn = 0;
  return points.map(([lng, lat], index) => {
    const step = lng - (points[index - 1]?.[0] ?? lng);
    if (Math.abs(step) > 180) turn -= Math.sign(step) * 360;
    return [lng + turn, lat];
  });
}

/** A ring that went once round the world contains the pole: it is closed over it. */
function closed(ring: Point[]): Point[] {
  const [first, last] = [ring[0], ring.at(-1)];
  if (!first || !last || Math.abs(last[0] - first[0]) < 180) return ring;
  const pole = first[1] < 0 ? -90 : 90;
  return [...ring, [last[0], pole], [first[0], pole]];
}

/** The parts of a ring that are shore: some rings are cut along the 180th meridian, where there is none. */
function withoutSeams(ring: Point[]): Point[][] {
  const onSeam = (point: Point | undefined) => point !== undefined && Math.abs(Math.abs(point[0] % 360) - 180) < 1e-6;
  const parts: Point[][] = [[]];
  ring.forEach((point, index) => {
    if (onSeam(point) && onSeam(ring[index - 1])) parts.push([]);
    parts.at(-1)?.push(point);
  });
  return parts.filter((part) => part.length > 1);
}

function lineOf(points: Point[]): Line {
  const box = { south: 90, north: -90, west: Number.POSITIVE_INFINITY, east: Number.NEGATIVE_INFINITY };
  for (const [lng, lat] of points) {
    box.south = Math.min(box.south, lat);
    box.north = Math.max(box.north, lat);
    box.west = Math.min(box.west, lng);
    box.east = Math.max(box.east, lng);
  }
  return { points, box };
}

function grown({ south, north, west, east }: Box, part: number): Box {
  const [tall, wide] = [(north - south) * part, (east - west) * part];
  return { south: south - tall, north: north + tall, west: west - wide, east: east + wide };
}

/** Lines whose box meets this one, moved by a whole turn where the box passes the 180th meridian. */
function near(lines: readonly Line[], box: Box): Point[][] {
  return [-360, 0, 360].flatMap((turn) =>
    lines
      .filter(
        (line) =>
          line.box.south <= box.north &&
          line.box.north >= box.south &&
          line.box.west + turn <= box.east &&
          line.box.east + turn >= box.west,
      )
      .map(({ points }) => (turn === 0 ? points : points.map(([lng, lat]): Point => [lng + turn, lat]))),
  );
}

type Side = { inside: (point: Point) => boolean; cut: (one: Point, other: Point) => Point };

function sidesOf({ south, north, west, east }: Box): Side[] {
  const atLng =
    (lng: number): Side['cut'] =>
    (one, other) => [lng, one[1] + ((other[1] - one[1]) * (lng - one[0])) / (other[0] - one[0])];
  const atLat =
    (lat: number): Side['cut'] =>
    (one, other) => [one[0] + ((other[0] - one[0]) * (lat - one[1])) / (other[1] - one[1]), lat];
  return [
    { inside: ([lng]) => lng >= west, cut: atLng(west) },
    { inside: ([lng]) => lng <= east, cut: atLng(east) },
    { inside: ([, lat]) => lat >= south, cut: atLat(south) },
    { inside: ([, lat]) => lat <= north, cut: atLat(north) },
  ];
}

/** The part of a ring inside the box. Source: Sutherland and Hodgman, "Reentrant polygon clipping", CACM 17 (1974). */
function cutRing(ring: Point[], box: Box): Point[] {
  return sidesOf(box).reduce((points, { inside, cut }) => {
    const kept: Point[] = [];
    points.forEach((point, index) => {
      const before = points.at(index - 1) ?? point;
      if (inside(point) !== inside(before)) kept.push(cut(before, point));
      if (inside(point)) kept.push(point);
    });
    return kept;
  }, ring);
}

/** The parts of a line near the box: whole steps, of which at least one end is inside or which may cross it. */
function cutLine(points: Point[], box: Box): Point[][] {
  const parts: Point[][] = [];
  let part: Point[] = [];
  const meets = ([x1, y1]: Point, [x2, y2]: Point) =>
    Math.max(x1, x2) >= box.west &&
    Math.min(x1, x2) <= box.east &&
    Math.max(y1, y2) >= box.south &&
    Math.min(y1, y2) <= box.north;
  points.forEach((point, index) => {
    const before = points[index - 1];
    if (before && meets(before, point)) {
      if (part.length === 0) part.push(before);
      part.push(point);
    } else if (part.length > 0) {
      parts.push(part);
      part = [];
    }
  });
  return part.length > 0 ? [...parts, part] : parts;
}

/** To eleven metres, finer than the outlines are. */
function rounded(points: Point[]): Point[] {
  return points.map(([lng, lat]) => [Number(lng.toFixed(4)), Number(lat.toFixed(4))]);
}
