export type Point = [lng: number, lat: number];
export type Lines = Point[][];
/** Degrees; west may be less than -180 and east more than 180. */
export type Box = { south: number; north: number; west: number; east: number };

/** Miles in a degree of latitude. */
const DEGREE = 69.0933;
/** The part of a box that is added on each side. */
const MARGIN = 0.15;

/** A square on a flat map around a point, in degrees; its longitudes may pass 180 or -180. At a pole it is a strip. */
export function boxOf(lat: number, lng: number, miles: number): Box {
  const tall = miles / DEGREE;
  const wide = Math.min(180, tall / Math.max(0.01, Math.cos((lat * Math.PI) / 180)));
  return { south: Math.max(-90, lat - tall), north: Math.min(90, lat + tall), west: lng - wide, east: lng + wide };
}

/** A box with a margin, so that a line that is cut at its edge ends outside the picture. */
export function withMargin({ south, north, west, east }: Box): Box {
  const [tall, wide] = [(north - south) * MARGIN, (east - west) * MARGIN];
  return { south: south - tall, north: north + tall, west: west - wide, east: east + wide };
}

/** Where a line with this box meets another one if it is moved by whole turns: -360, 0 or 360 degrees. */
export function turnsInto(line: Box, box: Box): number[] {
  return [-360, 0, 360].filter(
    (turn) =>
      line.south <= box.north &&
      line.north >= box.south &&
      line.west + turn <= box.east &&
      line.east + turn >= box.west,
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

/**
 * The part of a ring inside the box; `turn` moves the ring by so many degrees. Source: Sutherland and Hodgman,
 * "Reentrant polygon clipping", CACM 17 (1974).
 */
export function cutRing(ring: Float32Array, box: Box, turn: number): Point[] {
  return sidesOf(box).reduce(
    (points, { inside, cut }) => {
      const kept: Point[] = [];
      points.forEach((point, index) => {
        const before = points.at(index - 1) ?? point;
        if (inside(point) !== inside(before)) kept.push(cut(before, point));
        if (inside(point)) kept.push(point);
      });
      return kept;
    },
    withoutDetours(ring, box, turn),
  );
}

/**
 * The same ring, of whose way outside the box only the turning points are left: where many points in a row lie beyond
 * one side, what is between the first and the last of them is cut off anyway. A continent has eighty thousand points.
 */
function withoutDetours(ring: Float32Array, { south, north, west, east }: Box, turn: number): Point[] {
  const kept: Point[] = [];
  let side = 0;
  let waiting: Point | undefined;
  for (let at = 0; at + 1 < ring.length; at += 2) {
    const [lng, lat] = [(ring[at] ?? 0) + turn, ring[at + 1] ?? 0];
    const beyond = lng < west ? 1 : lng > east ? 2 : lat < south ? 3 : lat > north ? 4 : 0;
    if (beyond !== 0 && beyond === side) {
      waiting = [lng, lat];
      continue;
    }
    if (waiting) kept.push(waiting);
    waiting = undefined;
    kept.push([lng, lat]);
    side = beyond;
  }
  return waiting ? [...kept, waiting] : kept;
}

/** True for a step along the 180th meridian or to a pole, where some rings are cut and there is no shore. */
export function isSeam(lng1: number, lat1: number, lng2: number, lat2: number): boolean {
  if (Math.abs(lat1) === 90 || Math.abs(lat2) === 90) return true;
  return Math.abs(Math.abs(lng1 % 360) - 180) < 1e-6 && Math.abs(Math.abs(lng2 % 360) - 180) < 1e-6;
}

/** The parts of a line near the box: whole steps, of which at least one end is inside or which may cross it. */
export function cutLine(
  line: Float32Array,
  { south, north, west, east }: Box,
  turn: number,
  isLeftOut: typeof isSeam = () => false,
): Lines {
  const parts: Lines = [];
  let part: Point[] = [];
  for (let at = 2; at + 1 < line.length; at += 2) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = [line[at - 2], line[at - 1], line[at], line[at + 1]];
    const meets =
      Math.max(x1, x2) + turn >= west &&
      Math.min(x1, x2) + turn <= east &&
      Math.max(y1, y2) >= south &&
      Math.min(y1, y2) <= north;
    if (meets && !isLeftOut(x1, y1, x2, y2)) {
      if (part.length === 0) part.push([x1 + turn, y1]);
      part.push([x2 + turn, y2]);
    } else if (part.length > 0) {
      parts.push(part);
      part = [];
    }
  }
  return part.length > 0 ? [...parts, part] : parts;
}

/** To eleven metres, finer than the outlines are. */
export function rounded(points: Point[]): Point[] {
  return points.map(([lng, lat]) => [Number(lng.toFixed(4)), Number(lat.toFixed(4))]);
}
