/** Makes PDFs in a process of its own. Communicates by messages: a `PdfJob` in, a `PdfAnswer` out. */
import PDFDocument from 'pdfkit';
import { encode } from 'uqr';
import { answerJobs } from '../child.ts';
import { loadFace, type Run, runsOf } from './fonts.ts';
import type { PdfAnswer, PdfJob, PdfPart, PdfText } from './pdf.ts';

/** Characters of one paragraph: nobody reads more of them on a ticket. */
const LONGEST = 1000;

type Doc = InstanceType<typeof PDFDocument>;

async function make(job: PdfJob): Promise<PdfAnswer> {
  const doc = new PDFDocument({
    size: [job.width, job.height],
    margin: 0,
    info: { Title: job.title },
    lang: 'en',
    displayTitle: true,
  });
  const pieces: Buffer[] = [];
  const done = new Promise<void>((resolve, reject) => {
    doc.on('data', (piece: Buffer) => pieces.push(piece));
    doc.on('end', resolve);
    doc.on('error', reject);
  });
  const known = new Set<string>();
  for (const text of textsOf(job.parts))
    for (const { face } of runsOf(tidy(text.text), text.style))
      if (!known.has(face.name)) {
        known.add(face.name);
        doc.registerFont(face.name, await loadFace(face));
      }
  for (const part of job.parts) draw(doc, part);
  doc.end();
  await done;
  return { ok: true, pdf: new Uint8Array(Buffer.concat(pieces)) };
}

const textsOf = (parts: readonly PdfPart[]): PdfText[] =>
  parts.flatMap(wordsOf).flatMap((one) => [one, { ...one, text: '…' }]);

function wordsOf(part: PdfPart): readonly PdfText[] {
  if (part.is === 'flow') return part.texts;
  return part.is === 'rows'
    ? part.rows.flatMap(({ left, below, right }) => (below ? [left, below, right] : [left, right]))
    : [];
}

/** On one line, without what nobody can see. */
const tidy = (text: string): string =>
  text
    .slice(0, LONGEST)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .trim()
    .normalize('NFC');

function draw(doc: Doc, part: PdfPart): void {
  switch (part.is) {
    case 'box':
      doc.roundedRect(part.x, part.y, part.width, part.height, part.round ?? 0).fill(part.colour);
      return;
    case 'line':
      doc.save().moveTo(part.x, part.y).lineTo(part.toX, part.toY).lineWidth(0.75);
      if (part.dashed) doc.dash(3, { space: 3 });
      doc.stroke(part.colour).restore();
      return;
    case 'qr':
      drawQr(doc, part);
      return;
    case 'rows':
      drawRows(doc, part);
      return;
    case 'flow':
      drawFlow(doc, part);
  }
}

function drawQr(doc: Doc, { x, y, edge, text }: PdfPart & { is: 'qr' }): void {
  const { data, size } = encode(text, { border: 4, ecc: 'M' });
  const dot = edge / size;
  doc.rect(x, y, edge, edge).fill('#ffffff');
  // Whole rows of dark dots at once, so that no seam between them is drawn.
  data.forEach((row, down) => {
    for (let at = 0; at < size; at += 1) {
      if (!row[at] || row[at - 1]) continue;
      let end = at;
      while (row[end]) end += 1;
      doc.rect(x + at * dot, y + down * dot, (end - at) * dot, dot * 1.02);
    }
  });
  doc.fill('#000000');
}

/** How high a line is, and where letters stand in it, by their size. */
const LINE = { height: 1.24, base: 0.94 } as const;

function drawFlow(doc: Doc, { x, y, width, centred = false, texts }: PdfPart & { is: 'flow' }): void {
  let top = y;
  for (const one of texts) top = drawText(doc, one, { x, y: top + (one.gap ?? 0), width, before: centred ? 0.5 : 0 });
}

/** Room above and below the words of a row, and at least between them and the amount. */
const ROW = { padding: 9, between: 20 } as const;

function drawRows(doc: Doc, { x, y, width, colour, rows }: PdfPart & { is: 'rows' }): void {
  let top = y;
  for (const { left, below, right } of rows) {
    draw(doc, { is: 'line', x, y: top, toX: x + width, toY: top, colour });
    const words = width - widthOf(doc, runsOf(tidy(right.text), right.style), right.size) - ROW.between;
    const at = { x, y: top + ROW.padding, width: words, before: 0 };
    drawText(doc, right, { ...at, width, before: 1 });
    const end = drawText(doc, left, at);
    top = (below ? drawText(doc, below, { ...at, y: end }) : end) + ROW.padding;
  }
  draw(doc, { is: 'line', x, y: top, toX: x + width, toY: top, colour });
}

/** @param at `before` is the share of what a line leaves free that is before it. @returns where the next paragraph begins. */
function drawText(doc: Doc, one: PdfText, at: { x: number; y: number; width: number; before: number }): number {
  let top = at.y;
  for (const line of linesOf(doc, one, at.width)) {
    const runs = runsOf(line, one.style);
    let left = at.x + (at.width - widthOf(doc, runs, one.size)) * at.before;
    for (const run of runs) {
      doc.font(run.face.name).fontSize(one.size).fillColor(one.colour);
      doc.text(run.text, left, top + one.size * LINE.base, { lineBreak: false, baseline: 'alphabetic' });
      left += widthOf(doc, [run], one.size);
    }
    top += one.size * LINE.height;
  }
  return top;
}

function widthOf(doc: Doc, runs: readonly Run[], size: number): number {
  return runs.reduce((sum, { text, face }) => sum + doc.font(face.name).fontSize(size).widthOfString(text), 0);
}

/** Letters between any two of which a line may break. */
const BREAKS = /[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]/u;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const lettersOf = (text: string) => [...graphemes.segment(text)].map(({ segment }) => segment);

/** A paragraph in lines of a width: broken between words, or within one that is wider than a line. */
function linesOf(doc: Doc, { text, style, size, most = 4 }: PdfText, width: number): string[] {
  const fits = (line: string) => widthOf(doc, runsOf(line, style), size) <= width;
  const words = tidy(text)
    .split(/(?<= )/)
    .flatMap((word) => (BREAKS.test(word) || !fits(word.trimEnd()) ? lettersOf(word) : [word]));
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line !== '' && !fits((line + word).trimEnd())) {
      lines.push(line.trimEnd());
      line = '';
      if (lines.length > most) break;
    }
    line += word;
  }
  if (line.trim() !== '') lines.push(line.trimEnd());
  if (lines.length <= most) return lines;
  const kept = lettersOf(lines[most - 1] ?? '');
  while (kept.length > 0 && !fits(`${kept.join('')}…`)) kept.pop();
  return [...lines.slice(0, most - 1), `${kept.join('').trimEnd()}…`];
}

answerJobs<PdfJob, PdfAnswer>((job) =>
  make(job).catch(
    (error: unknown): PdfAnswer => ({ ok: false, why: error instanceof Error ? error.message : String(error) }),
  ),
);
