import { distanceMiles } from '@folkmoot/contract/places/rules.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { graticule, layOutLabels, pathOf, projection, REACHES, scaleBars } from './draw.ts';

const size = { width: 640, height: 220 };
const leeds = { lat: 53.8, lng: -1.55 };

test('a map is true to scale around its centre, at any inhabited latitude', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -70, max: 70, noNaN: true }),
      fc.double({ min: -179, max: 179, noNaN: true }),
      fc.constantFrom(...REACHES),
      fc.double({ min: -0.05, max: 0.05, noNaN: true }),
      fc.double({ min: -0.05, max: 0.05, noNaN: true }),
      (lat, lng, reach, north, east) => {
        const other = { lat: lat + north, lng: lng + east };
        const [x, y] = projection({ lat, lng }, reach, size)(other.lng, other.lat);
        const pixels = Math.hypot(x - 320, y - 110);
        const miles = distanceMiles({ lat, lng }, other);
        expect(Math.abs((pixels / 110) * reach - miles)).toBeLessThan(0.02 + miles * 0.01);
      },
    ),
  );
});

test('a map over the 180th meridian is drawn the short way round', () => {
  const [x] = projection({ lat: 0, lng: 179.9 }, 10, size)(-179.95, 0);
  expect(x).toBeGreaterThan(320);
  expect(x).toBeLessThan(640);
});

test('town names on a map never overlap each other or taken space, larger towns first', () => {
  const place = (name: string, lat: number, lng: number, isPart = false) => ({ name, lat, lng, people: 1, isPart });
  const crowd = Array.from({ length: 60 }, (_, n) =>
    place(`Town number ${n}`, 53.8 + (n % 8) * 0.01, -1.6 + n * 0.004),
  );
  const taken = [{ left: 305, right: 335, top: 74, bottom: 116 }];
  const part = place('A part', 53.81, -1.5, true);
  const { dots, labels } = layOutLabels([part, ...crowd], projection(leeds, 4, size), size, taken);
  expect(labels[0]?.name).toBe('Town number 0');
  expect(labels.length).toBeGreaterThan(3);
  expect(labels.length).toBeLessThan(dots.length);
  const boxes = labels.map(({ name, x, y, anchor }) => {
    const long = name.length * 5;
    const left = anchor === 'start' ? x : anchor === 'end' ? x - long : x - long / 2;
    return { left, right: left + long, top: y - 10, bottom: y };
  });
  boxes.forEach((one, index) => {
    for (const other of [...boxes.slice(index + 1), ...taken])
      expect(one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top).toBe(
        false,
      );
  });
});

test('a town outside the map has neither a dot nor a name', () => {
  const far = { name: 'London', lat: 51.5, lng: -0.1, people: 9, isPart: false };
  expect(layOutLabels([far], projection(leeds, 4, size), size, [])).toEqual({ dots: [], labels: [] });
});

test('lines become paths, and rings are closed', () => {
  const project = (lng: number, lat: number) => [lng, lat] as const;
  const line: [number, number][] = [
    [0, 0],
    [1, 2],
  ];
  expect(pathOf([line, line], project, true)).toBe('M0.0 0.0L1.0 2.0ZM0.0 0.0L1.0 2.0Z');
  expect(pathOf([], project, false)).toBe('');
});

test.each(REACHES.map((reach) => [reach]))(
  'a map of %d miles has round scales and lines that are not too close',
  (reach) => {
    for (const { text, length } of scaleBars(reach, size)) {
      expect(text).toMatch(/^(0\.)?[125]0{0,2} (mi|km)$/);
      expect(length).toBeLessThanOrEqual(96);
      expect(length).toBeGreaterThan(30);
    }
    const { x, y } = graticule(leeds, reach, size);
    for (const lines of [x, y]) {
      const gaps = lines.slice(1).map((at, index) => Math.abs(at - (lines[index] ?? 0)));
      expect(Math.min(80, ...gaps)).toBeGreaterThanOrEqual(79.9);
    }
    expect(x.length).toBeGreaterThan(0);
  },
);
