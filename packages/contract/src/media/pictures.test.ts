import { describe, expect, test } from 'vitest';
import { hueOf, oklab, TINT_HUES, tintOf } from '../core/tint.ts';
import { COVER_TINTS, coverTintOf, imageMapOf, ogImageOf, pictureIdOf } from './picture-rules.ts';
import { StockDownload } from './stock-schema.ts';

const pixels = (...runs: [count: number, colour: [number, number, number]][]) =>
  new Uint8Array(runs.flatMap(([count, colour]) => Array.from({ length: count }, () => colour).flat()));
const GREY: [number, number, number] = [130, 130, 128];

describe('the tint of a picture', () => {
  // The sixth step of each colour's ramp, as the theme has it.
  test.each([
    ['lincoln', [0x2e, 0x7b, 0x53]],
    ['weld', [0xf0, 0xbe, 0x2c]],
    ['madder', [0xc7, 0x37, 0x32]],
    ['woad', [0x38, 0x6e, 0xb1]],
    ['russet', [0xa7, 0x52, 0x1a]],
    ['verdigris', [0x0f, 0x7d, 0x7f]],
    ['heather', [0x85, 0x55, 0xa1]],
    ['foxglove', [0xaf, 0x3d, 0x6d]],
  ] as const)('a picture’s tint is %s for its own colour', (tint, [red, green, blue]) => {
    expect(tintOf(pixels([100, [red, green, blue]]))).toBe(tint);
    const { a, b } = oklab(red, green, blue);
    const far = Math.abs(hueOf(a, b) - TINT_HUES[tint]);
    expect(Math.min(far, 360 - far), 'the hue that the rule knows is the colour’s').toBeLessThan(8);
  });

  test('a picture’s tint is slate for grey, even with a speck of colour', () => {
    expect(tintOf(pixels([100, GREY]))).toBe('slate');
    expect(tintOf(pixels([1000, GREY], [5, [200, 0, 0]]))).toBe('slate');
    expect(tintOf(new Uint8Array())).toBe('slate');
  });

  test('a picture’s tint is the strongest colour, which grey does not outweigh', () => {
    expect(tintOf(pixels([900, GREY], [100, [56, 110, 177]]))).toBe('woad');
    // More pale green pixels than red ones, but less colour in them.
    expect(tintOf(pixels([60, [193, 230, 203]], [40, [199, 55, 50]]))).toBe('madder');
  });

  test('a picture’s tint ignores transparent pixels', () => {
    expect(tintOf(new Uint8Array([200, 0, 0, 0, 200, 0, 0, 10]), 4)).toBe('slate');
    expect(tintOf(new Uint8Array([200, 0, 0, 255]), 4)).toBe('madder');
  });
});

describe('addresses of pictures', () => {
  const id = '0190a3c4-1111-7abc-8def-001122334455';
  test('addresses of pictures identify an upload, and nothing else', () => {
    expect(pictureIdOf(`/files/${id}/thumb`)).toBe(id);
    for (const url of [null, '/art/covers/kiln.webp', `/files/${id}`, `/files/${id}/other`, `/files/x/thumb`])
      expect(pictureIdOf(url)).toBeUndefined();
  });

  test('each cover, including our own, has addresses for a small version and one for other programs', () => {
    expect(imageMapOf(`/files/${id}/large`)).toEqual({ '500*250': `/files/${id}/500x250` });
    expect(ogImageOf(`/files/${id}/large`)).toBe(`/files/${id}/og`);
    expect(imageMapOf('/art/covers/kiln.webp')).toEqual({ '500*250': '/art/covers/500x250/kiln.webp' });
    expect(ogImageOf('/art/covers/kiln.webp')).toBe('/art/covers/og/kiln.jpg');
    expect([imageMapOf(null), ogImageOf(null), ogImageOf('/art/logos/guild.svg')]).toEqual([null, null, null]);
  });

  test('our own covers have their tints', () => {
    expect(coverTintOf('/art/covers/midsummer.webp')).toBe('woad');
    expect(coverTintOf(`/files/${id}/large`)).toBeUndefined();
    expect(Object.keys(COVER_TINTS)).toHaveLength(12);
  });
});

test.each([
  ['/photos/abc-1_2/download?ixid=M3w~x', true],
  ['/photos/abc/download', true],
  ['//elsewhere.example/photos/abc/download', false],
  ['/photos/../users/download', false],
  ['https://elsewhere.example/photos/abc/download', false],
])('telling the photo service about %s is allowed or not: %s', (download, ok) =>
  expect(StockDownload.safeParse({ download }).success).toBe(ok),
);
