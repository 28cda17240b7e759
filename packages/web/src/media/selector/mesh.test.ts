import { expect, test } from 'vitest';
import { boxAround } from './cropping.ts';
import { lightsOf, PRESETS } from './mesh.ts';

test('there are eleven gradients of four colours, each with its own name', () => {
  expect(PRESETS).toHaveLength(11);
  expect(new Set(PRESETS.map(({ name }) => name)).size).toBe(11);
  for (const { colours } of PRESETS) {
    expect(colours).toHaveLength(4);
    // What a colour input takes.
    for (const colour of colours) expect(colour).toMatch(/^#[0-9a-f]{6}$/);
  }
});

test('a gradient’s shape is the same each time it is drawn, and other shapes differ', () => {
  expect(lightsOf(7)).toEqual(lightsOf(7));
  expect(lightsOf(7)).not.toEqual(lightsOf(8));
  expect(new Set(lightsOf(3).map(({ colour }) => colour))).toEqual(new Set([1, 2, 3]));
});

test.each([
  [0, 300, 200],
  [90, 200, 300],
  [270, 200, 300],
  [180, 300, 200],
])('a picture rotated by %i degrees fits into a box of %i by %i', (rotation, width, height) => {
  const box = boxAround(300, 200, rotation);
  expect([Math.round(box.width), Math.round(box.height)]).toEqual([width, height]);
});
