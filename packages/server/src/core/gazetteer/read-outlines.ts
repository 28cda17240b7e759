import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { Box, Point } from './clipping.ts';

/** The ring of a piece of land or a border of two countries, and the box around it. */
export type Outline = { kind: 'land' | 'border'; points: Point[] } & Box;
type World = Topology<{ countries: GeometryCollection; land: GeometryCollection }>;

/** Natural Earth's land and borders at 1:10 million, which is in the public domain. */
export function* readOutlines(): Generator<Outline> {
  const file = fileURLToPath(import.meta.resolve('world-atlas/countries-10m.json'));
  const world = JSON.parse(readFileSync(file, 'utf8')) as World;
  // Rings that cross the 180th meridian or go round a pole jump from one edge of the world to the other.
  for (const { geometry } of feature(world, world.objects.land).features) {
    const polygons =
      geometry.type === 'MultiPolygon'
        ? geometry.coordinates
        : geometry.type === 'Polygon'
          ? [geometry.coordinates]
          : [];
    for (const ring of polygons.flat()) yield outlineOf('land', closed(unwrapped(ring as Point[])));
  }
  const between = mesh(world, world.objects.countries, (one, other) => one !== other);
  for (const line of between.coordinates) yield outlineOf('border', unwrapped(line as Point[]));
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

function outlineOf(kind: Outline['kind'], points: Point[]): Outline {
  const box = { south: 90, north: -90, west: Number.POSITIVE_INFINITY, east: Number.NEGATIVE_INFINITY };
  for (const [lng, lat] of points) {
    box.south = Math.min(box.south, lat);
    box.north = Math.max(box.north, lat);
    box.west = Math.min(box.west, lng);
    box.east = Math.max(box.east, lng);
  }
  return { kind, points, ...box };
}
