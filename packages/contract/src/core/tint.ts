/*
 * The colour that a picture lends to its page. Without zod, so that the process which reads strangers' pictures starts
 * with this file alone.
 */

/** The palette of the product, `slate` for what has no colour. Their values are the theme's. */
export const TINTS = [
  'lincoln',
  'weld',
  'madder',
  'woad',
  'russet',
  'verdigris',
  'heather',
  'foxglove',
  'slate',
] as const;
export type Tint = (typeof TINTS)[number];

/** Edge in pixels to which a picture is made small before it is asked for its tint. */
export const TINT_EDGE = 64;

/** OKLCH hue of each colour, in degrees: that of the middle step of its ramp. Slate has none to speak of. */
export const TINT_HUES: Readonly<Record<Exclude<Tint, 'slate'>, number>> = {
  lincoln: 155,
  weld: 88,
  madder: 28,
  woad: 252,
  russet: 54,
  verdigris: 194,
  heather: 314,
  foxglove: 358,
};

/** Chroma under which a pixel counts as grey. */
const GREY = 0.04;
const BINS = 24;
/** With a smaller part of it coloured than this, a picture is grey with a speck on it. */
const LEAST = 0.01;

/**
 * The tint nearest to what colours a picture most: of all pixels that are not grey, the hue bin with the greatest
 * total chroma decides, by the mean of its hues.
 *
 * @param pixels red, green, blue, and with four channels alpha, from 0 to 255, one pixel after another.
 */
export function tintOf(pixels: Uint8Array, channels: 3 | 4 = 3): Tint {
  const bins = Array.from({ length: BINS }, () => ({ weight: 0, a: 0, b: 0 }));
  let coloured = 0;
  for (let at = 0; at + channels <= pixels.length; at += channels) {
    if (channels === 4 && (pixels[at + 3] ?? 0) < 128) continue;
    const { a, b } = oklab(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0);
    const chroma = Math.hypot(a, b);
    if (chroma < GREY) continue;
    coloured += 1;
    const bin = bins[Math.floor(hueOf(a, b) / (360 / BINS)) % BINS];
    if (!bin) continue;
    bin.weight += chroma;
    bin.a += a;
    bin.b += b;
  }
  if (coloured === 0 || coloured < (pixels.length / channels) * LEAST) return 'slate';
  const heaviest = bins.reduce((best, bin) => (bin.weight > best.weight ? bin : best));
  return nearestTint(hueOf(heaviest.a, heaviest.b));
}

function nearestTint(hue: number): Tint {
  const far = (other: number) => Math.min(Math.abs(hue - other), 360 - Math.abs(hue - other));
  const tints = Object.keys(TINT_HUES) as (keyof typeof TINT_HUES)[];
  return tints.reduce((best, tint) => (far(TINT_HUES[tint]) < far(TINT_HUES[best]) ? tint : best));
}

/** OKLCH hue in degrees, from 0 up to 360. */
export function hueOf(a: number, b: number): number {
  return ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;
}

/** The two colour axes of OKLab, for sRGB from 0 to 255. Matrices: Björn Ottosson, "A perceptual color space", 2020. */
export function oklab(red: number, green: number, blue: number): { a: number; b: number } {
  const [r, g, b] = [linear(red), linear(green), linear(blue)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  };
}

function linear(value: number): number {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}
