/**
 * Reads pictures that strangers sent, in its own process: whatever a crafted one does to a decoder, it does here,
 * without secrets, and this process can be killed. Communicates by messages: a `PictureJob` in, a `PictureAnswer`
 * out.
 */
import { readFile } from 'node:fs/promises';
import { TINT_EDGE, type Tint, tintOf } from '@folkmoot/contract/core/tint.ts';
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { answerJobs } from '../child.ts';
import type { PictureAnswer, PictureJob } from './pictures.ts';

const SECONDS = 40;
/** Edge length to which a drawing without its own pixels is rendered. */
const DRAWN = 1600;

sharp.cache(false);
sharp.concurrency(1);
// Only the decoders that we need; libvips knows dozens.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Svg'].map((name) => `VipsForeignLoad${name}`),
});

/** How the picture itself is re-encoded: as its own type, without any metadata. */
const WRITERS: Record<string, { mimeType: string; write: (image: Sharp) => Sharp }> = {
  'image/jpeg': { mimeType: 'image/jpeg', write: (image) => image.jpeg({ quality: 90 }) },
  'image/png': { mimeType: 'image/png', write: (image) => image.png() },
  'image/webp': { mimeType: 'image/webp', write: (image) => image.webp({ quality: 90 }) },
  'image/avif': { mimeType: 'image/avif', write: (image) => image.avif({ quality: 65, effort: 2 }) },
  'image/gif': { mimeType: 'image/gif', write: (image) => image.gif() },
  'image/svg+xml': { mimeType: 'image/png', write: (image) => image.png() },
};

async function make({ path, mimeType, out, edges, cuts, pixels }: PictureJob): Promise<PictureAnswer> {
  const writer = WRITERS[mimeType];
  if (!writer) return { ok: false, why: `${mimeType} is not a picture` };
  const isDrawing = mimeType === 'image/svg+xml';
  // Loaded from memory, a drawing has no folder and so no neighbouring files that it could load.
  const source = isDrawing ? await readFile(path) : path;
  const options: SharpOptions = { limitInputPixels: pixels, failOn: 'error' };
  const seen = await sharp(source, options).metadata();
  const density = isDrawing ? Math.min(100_000, Math.max(1, (72 * DRAWN) / Math.max(seen.width, seen.height))) : 72;
  const moves = (seen.pages ?? 1) > 1 && (mimeType === 'image/gif' || mimeType === 'image/webp');
  const open = (animated: boolean) => {
    const image = sharp(source, { ...options, animated, ...(isDrawing ? { density } : {}) });
    return (animated ? image : image.autoOrient()).timeout({ seconds: SECONDS });
  };
  const fit = (edge: number) => ({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true }) as const;
  const whole = isDrawing ? open(false).resize(fit(DRAWN)) : open(moves);
  const info = await writer.write(whole).toFile(`${out}/original`);
  await open(false).resize(fit(edges.thumb)).webp({ quality: 78 }).toFile(`${out}/thumb`);
  // An animated one is shown as it is: making it smaller takes longer than it saves.
  if (!moves) await open(false).resize(fit(edges.large)).webp({ quality: 82 }).toFile(`${out}/large`);
  for (const [name, [width, height]] of Object.entries(cuts ?? {})) {
    const cut = open(false).resize({ width, height, fit: 'cover' });
    const written =
      name === 'og' ? cut.flatten({ background: '#fff' }).jpeg({ quality: 80 }) : cut.webp({ quality: 80 });
    await written.toFile(`${out}/${name}`);
  }
  return {
    ok: true,
    tint: cuts ? await tintIn(open(false)) : undefined,
    mimeType: writer.mimeType,
    width: info.width,
    height: info.pageHeight ?? info.height,
    hasLarge: !moves,
  };
}

async function tintIn(image: Sharp): Promise<Tint> {
  const { data, info } = await image
    .resize({ width: TINT_EDGE, height: TINT_EDGE, fit: 'inside' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return tintOf(data, info.channels === 4 ? 4 : 3);
}

answerJobs<PictureJob, PictureAnswer>((job) =>
  make(job).catch((error: unknown) => ({ ok: false as const, why: String(error) })),
);
