import { KILOMETRES } from '@folkmoot/contract/places/rules.ts';
import type { LatLng, Surroundings } from '@folkmoot/contract/places/schema.ts';

/* Positions on a small map: pure arithmetic, no drawing. Lengths are CSS pixels. */

export type Size = { width: number; height: number };
type Point = readonly [x: number, y: number];
export type Label = {
  name: string;
  isPart: boolean;
  x: number;
  y: number;
  at: Point;
  anchor: 'start' | 'middle' | 'end';
};

/** Miles from the middle of a map to its upper edge, one for each zoom level. */
export const REACHES = [2, 4, 10, 20, 50] as const;
const DEGREE = 69.0933;

/** From degrees to pixels: flat, true to scale in the middle, which is enough for a hundred miles. */
export function projection(centre: LatLng, reach: number, { width, height }: Size) {
  const tall = (height / 2 / reach) * DEGREE;
  const wide = tall * Math.max(0.01, Math.cos((centre.lat * Math.PI) / 180));
  return (lng: number, lat: number): Point => {
    // The short way round, for places on the other side of the 180th meridian.
    const east =
      Math.abs(lng - centre.lng) > 270 ? lng - centre.lng - Math.sign(lng - centre.lng) * 360 : lng - centre.lng;
    return [width / 2 + east * wide, height / 2 - (lat - centre.lat) * tall];
  };
}

/** Lines as the `d` of a path. */
export function pathOf(lines: Surroundings['land'], project: ReturnType<typeof projection>, close: boolean): string {
  return lines
    .map((line) => {
      const points = line.map(([lng, lat]) =>
        project(lng, lat)
          .map((value) => value.toFixed(1))
          .join(' '),
      );
      return `M${points.join('L')}${close ? 'Z' : ''}`;
    })
    .join('');
}

/** Meridians and parallels, 80 pixels or more apart. */
export function graticule(centre: LatLng, reach: number, size: Size): { x: number[]; y: number[] } {
  const project = projection(centre, reach, size);
  const [, top] = project(centre.lng, centre.lat + 1);
  const [right] = project(centre.lng + 1, centre.lat);
  const lines = (perDegree: number, from: number, length: number, pixelOf: (degree: number) => number) => {
    const step = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30].find((one) => one * perDegree >= 80) ?? 90;
    const half = length / 2 / perDegree;
    const first = Math.ceil((from - half) / step);
    return Array.from({ length: Math.max(0, Math.floor((from + half) / step) - first + 1) }, (_, n) =>
      pixelOf((first + n) * step),
    );
  };
  return {
    x: lines(right - size.width / 2, centre.lng, size.width, (lng) => project(lng, centre.lat)[0]),
    y: lines(size.height / 2 - top, centre.lat, size.height, (lat) => project(centre.lng, lat)[1]),
  };
}

/** The roundest lengths that fit into this many pixels, in miles and in kilometres. */
export function scaleBars(reach: number, { height }: Size, room = 96): { text: string; length: number }[] {
  const mile = height / 2 / reach;
  return [
    { unit: 'mi', length: mile },
    { unit: 'km', length: mile / KILOMETRES },
  ].map(({ unit, length }) => {
    const count = [100, 50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1].find((one) => one * length <= room) ?? 0.1;
    return { text: `${count} ${unit}`, length: count * length };
  });
}

type Rect = { left: number; top: number; right: number; bottom: number };
const meet = (one: Rect, other: Rect) =>
  one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;

const around = ([x, y]: Point): Rect => ({ left: x - 5, right: x + 5, top: y - 5, bottom: y + 5 });

type LabelPosition = Pick<Label, 'anchor' | 'x' | 'y'> & { left: number };

/** A larger offset, for the town that the pin covers. */
function besideThePin([x, y]: Point, long: number): LabelPosition[] {
  return [
    { anchor: 'middle', x, y: y + 30, left: x - long / 2 },
    { anchor: 'start', x: x + 22, y: y + 4, left: x + 20 },
    { anchor: 'end', x: x - 22, y: y + 4, left: x - 22 - long },
    { anchor: 'middle', x, y: y - 32, left: x - long / 2 },
    { anchor: 'middle', x, y: y - 44, left: x - long / 2 },
  ];
}

/** Approximate width of a name; labels that are a little too far apart are better than overlapping ones. */
const widthOf = (name: string, isPart: boolean) => Array.from(name).length * (isPart ? 5.8 : 6.9) + 4;
const LINE = 14;

/**
 * Dots of towns inside the map, and names for as many of them as there is room for, the larger towns first.
 *
 * @param taken what names must not cover, such as the pin.
 */
export function layOutLabels(
  neighbours: Surroundings['neighbours'],
  project: ReturnType<typeof projection>,
  { width, height }: Size,
  taken: readonly Rect[],
): { dots: { at: Point; isPart: boolean }[]; labels: Label[] } {
  const inside = neighbours
    .map(({ name, lat, lng, isPart }) => ({ name, isPart, at: project(lng, lat) }))
    .filter(({ at: [x, y] }) => x > 6 && x < width - 6 && y > 6 && y < height - 6);
  // Parts of towns come after all towns, however large they are.
  const ordered = [...inside.filter(({ isPart }) => !isPart), ...inside.filter(({ isPart }) => isPart)];
  // A name that touches another town's dot would be read as that town's.
  const towns = ordered.filter(({ isPart }) => !isPart).map(({ at }) => at);
  const held: Rect[] = [...taken];
  const labels: Label[] = [];
  const dots: { at: Point; isPart: boolean }[] = [];
  for (const { name, isPart, at } of ordered) {
    const [x, y] = at;
    const long = widthOf(name, isPart);
    const positions: LabelPosition[] = [
      { anchor: 'start', x: x + 7, y: y + 4, left: x + 5 },
      { anchor: 'end', x: x - 7, y: y + 4, left: x - 7 - long },
      { anchor: 'middle', x, y: y + 17, left: x - long / 2 },
      { anchor: 'middle', x, y: y - 9, left: x - long / 2 },
      ...(taken.some((rect) => meet(rect, around(at))) ? besideThePin(at, long) : []),
    ];
    const free = positions.find((position) => {
      const rect = {
        left: position.left,
        right: position.left + long,
        top: position.y - 11,
        bottom: position.y - 11 + LINE,
      };
      const fits = rect.left > 4 && rect.right < width - 4 && rect.top > 4 && rect.bottom < height - 4;
      const nearOther = towns.some((town) => town !== at && meet(rect, around(town)));
      return fits && !nearOther && !held.some((other) => meet(rect, other));
    });
    if (!free) {
      // A part of a town without its name says nothing; a town's dot still shows that people live there.
      if (!isPart) dots.push({ at, isPart });
      continue;
    }
    held.push({ left: free.left, right: free.left + long, top: free.y - 11, bottom: free.y - 11 + LINE });
    held.push({ left: x - 4, right: x + 4, top: y - 4, bottom: y + 4 });
    dots.push({ at, isPart });
    labels.push({ name, isPart, x: free.x, y: free.y, at, anchor: free.anchor });
  }
  return { dots, labels };
}
