import type { Tint } from '../core/tint.ts';
import type { ImageMap, PicturePurpose, Variant } from './schema.ts';

const FILE = /^\/files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(original|large|thumb|500x250|og)$/;
const ART_COVER = /^\/art\/covers\/([a-z]+)\.webp$/;

/** The covers that the product ships, under `/art/covers`, each with the tint that `tintOf` finds in it. */
export const COVER_TINTS: Readonly<Record<string, Tint>> = {
  contour: 'weld',
  dye: 'weld',
  grain: 'russet',
  joinery: 'russet',
  kiln: 'madder',
  letterpress: 'madder',
  mending: 'woad',
  midsummer: 'woad',
  pegboard: 'lincoln',
  repair: 'verdigris',
  show: 'heather',
  town: 'lincoln',
};

/** The variant in which a picture for this purpose is shown, and so the one that its address names. */
export const SHOWN: Readonly<Record<PicturePurpose, Variant>> = {
  cover: 'large',
  logo: 'thumb',
  avatar: 'thumb',
  group: 'thumb',
  section: 'large',
};

/** The address of one of a file's variants, relative to the product. */
export function variantUrl(id: string, variant: Variant): string {
  return `/files/${id}/${variant}`;
}

/** The file behind an address under `/files`; undefined for any other, such as our own art. */
export function pictureIdOf(url: string | null): string | undefined {
  return url === null ? undefined : FILE.exec(url)?.[1];
}

/** The addresses of a cover in the sizes that lists show, or null without a cover. Uploads and our own art alike. */
export function imageMapOf(cover: string | null): ImageMap | null {
  if (cover === null) return null;
  const art = ART_COVER.exec(cover)?.[1];
  if (art !== undefined) return { '500*250': `/art/covers/500x250/${art}.webp` };
  const id = pictureIdOf(cover);
  return { '500*250': id === undefined ? cover : `/files/${id}/500x250` };
}

/** How wide a page shows a cover: over the whole of a phone, else in a column. */
export const COVER_SIZES = '(max-width: 47.99em) calc(100vw - 32px), 440px';

/** The widths that a browser may choose from for a cover that a page shows large; undefined if there is one alone. */
export function coverSrcSet(cover: string | null): string | undefined {
  const art = cover === null ? undefined : ART_COVER.exec(cover)?.[1];
  if (art !== undefined) return `/art/covers/800/${art}.webp 800w, ${cover} 1200w`;
  const id = pictureIdOf(cover);
  return id === undefined ? undefined : `/files/${id}/thumb 480w, /files/${id}/large 1600w`;
}

/** The JPEG of 1200 by 630 that other programs unfold a link with, or null where a cover has none. */
export function ogImageOf(cover: string | null): string | null {
  const art = cover === null ? undefined : ART_COVER.exec(cover)?.[1];
  if (art !== undefined) return `/art/covers/og/${art}.jpg`;
  const id = pictureIdOf(cover);
  return id === undefined ? null : `/files/${id}/og`;
}

/** The tint of a cover that the product ships; undefined of any other, whose file knows it. */
export function coverTintOf(cover: string | null): Tint | undefined {
  const art = cover === null ? undefined : ART_COVER.exec(cover)?.[1];
  return art === undefined ? undefined : COVER_TINTS[art];
}
