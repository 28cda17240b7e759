import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { create, type Font } from 'fontkit';
import subsetFont from 'subset-font';
import type { PdfStyle } from './pdf.ts';

type Axes = Readonly<Record<string, number>>;

/** A family of fonts: one file for each range of letters. */
type Family = { name: string; kind: string; axes: (bold: boolean) => Axes };

const weights = (bold: boolean): Axes => ({ wght: bold ? 650 : 450 });

const HANKEN: Family = { name: 'hanken-grotesk', kind: 'wght', axes: weights };
const BRICOLAGE: Family = {
  name: 'bricolage-grotesque',
  kind: 'standard',
  axes: () => ({ wght: 750, wdth: 82, opsz: 32 }),
};
const ATKINSON: Family = { name: 'atkinson-hyperlegible-mono', kind: 'wght', axes: () => ({ wght: 600 }) };
/** Greek, Cyrillic, Devanagari; then Chinese and Japanese; then Korean. */
const OTHERS: readonly Family[] = ['noto-sans', 'noto-sans-sc', 'noto-sans-kr'].map((name) => ({
  name,
  kind: 'wght',
  axes: weights,
}));

/** The families in which letters are looked for, in order. */
const FAMILIES: Readonly<Record<PdfStyle, readonly Family[]>> = {
  title: [BRICOLAGE, HANKEN, ...OTHERS],
  bold: [HANKEN, ...OTHERS],
  text: [HANKEN, ...OTHERS],
  code: [ATKINSON, HANKEN, ...OTHERS],
};

type Range = readonly [from: number, to: number];

/** A file of a family, and the letters that are in it. */
type Part = { file: string; ranges: readonly Range[] };

const { resolve } = createRequire(import.meta.url);
const parts = new Map<string, readonly Part[]>();

function partsOf({ name, kind }: Family): readonly Part[] {
  const known = parts.get(name);
  if (known) return known;
  const folder = dirname(resolve(`@fontsource-variable/${name}/package.json`));
  const written = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8')) as Record<string, string>;
  const found = Object.entries(written).map(([part, ranges]) => ({
    file: join(folder, 'files', `${name}-${part.replace(/[[\]]/g, '')}-${kind}-normal.woff2`),
    ranges: ranges.split(',').map(readRange),
  }));
  parts.set(name, found);
  return found;
}

/** `U+0370-0377`, or `U+038C`. */
function readRange(written: string): Range {
  const [from = '', to = from] = written.replace('U+', '').split('-');
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
}

/** A font that can be drawn with: a file of a family in one weight. */
export type Face = Part & { name: string; axes: Axes };

/** A part of a text in one font. */
export type Run = { text: string; face: Face };

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Divides a text by the fonts that have its letters. A letter that none has is drawn as the first one draws what it lacks. */
export function runsOf(text: string, style: PdfStyle): Run[] {
  const runs: Run[] = [];
  for (const { segment } of graphemes.segment(text)) {
    const last = runs.at(-1);
    // What stands between words stays with them.
    const face = last && segment === ' ' && has(last.face, segment) ? last.face : faceOf(segment, style);
    if (last?.face.name === face.name) last.text += segment;
    else runs.push({ text: segment, face });
  }
  return runs;
}

const faces = new Map<string, Face>();

function faceOf(segment: string, style: PdfStyle): Face {
  let first: Face | undefined;
  for (const family of FAMILIES[style])
    for (const { file, ranges } of partsOf(family)) {
      const axes = family.axes(style !== 'text');
      const name = `${file} ${JSON.stringify(axes)}`;
      const face = faces.get(name) ?? { name, file, axes, ranges };
      faces.set(name, face);
      if (has(face, segment)) return face;
      if (file.includes('-latin-') && !file.includes('-latin-ext-')) first ??= face;
    }
  if (first === undefined) throw new Error('The fonts have no Latin letters.');
  return first;
}

const opened = new Map<string, Font>();

function open(file: string): Font {
  const known = opened.get(file);
  if (known) return known;
  const font = create(readFileSync(file)) as Font;
  opened.set(file, font);
  return font;
}

/**
 * Whether a font has every letter of a cluster; joiners and selectors need no picture of their own. The ranges say which files
 * are worth opening, and promise more letters than there are.
 */
function has({ file, ranges }: Part, segment: string): boolean {
  return [...segment.replace(/\u200c|\u200d|[\ufe00-\ufe0f]/g, '')].every((letter) => {
    const point = letter.codePointAt(0) ?? 0;
    return ranges.some(([from, to]) => from <= point && point <= to) && open(file).hasGlyphForCodePoint(point);
  });
}

const cut = new Map<string, Promise<Buffer>>();

/** The font as TrueType, in the one weight: programs that show PDFs know neither WOFF2 nor fonts with many weights. */
export function loadFace({ name, file, axes }: Face): Promise<Buffer> {
  const known = cut.get(name);
  if (known) return known;
  const made = subsetFont(readFileSync(file), String.fromCodePoint(...open(file).characterSet), {
    targetFormat: 'truetype',
    variationAxes: { ...axes },
  });
  cut.set(name, made);
  return made;
}
