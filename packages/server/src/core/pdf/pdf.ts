import { join } from 'node:path';
import { createChild } from '../child.ts';

/** How a text looks: in the product's own fonts, and in Noto Sans where they lack a letter. */
export type PdfStyle = 'title' | 'bold' | 'text' | 'code';

/** A paragraph; `gap` is the room above it. After `most` lines it ends with an ellipsis. */
export type PdfText = {
  text: string;
  style: PdfStyle;
  size: number;
  colour: string;
  gap?: number;
  most?: number;
};

/** A row of a table; `below` is smaller, under the words. */
export type PdfRow = { left: PdfText; below?: PdfText; right: PdfText };

/** Something on a page. Places and sizes are points (1/72 inch) from the upper left corner; colours are `#rrggbb`. */
export type PdfPart =
  /** Paragraphs, one below the other. */
  | { is: 'flow'; x: number; y: number; width: number; centred?: boolean; texts: readonly PdfText[] }
  /** Rows below a line each: words on the left, an amount on the right. */
  | { is: 'rows'; x: number; y: number; width: number; colour: string; rows: readonly PdfRow[] }
  | { is: 'qr'; x: number; y: number; edge: number; text: string }
  | { is: 'box'; x: number; y: number; width: number; height: number; colour: string; round?: number }
  | { is: 'line'; x: number; y: number; toX: number; toY: number; colour: string; dashed?: boolean };

/** One page. */
export type PdfJob = { title: string; width: number; height: number; parts: readonly PdfPart[] };

export type PdfAnswer = { ok: true; pdf: Uint8Array } | { ok: false; why: string };

/** There are too many to make, or this one took too long. */
export class PdfNotMade extends Error {}

export type Pdfs = {
  /**
   * Makes a PDF.
   *
   * @throws PdfNotMade if too many wait already, or if it takes too long.
   */
  make(job: PdfJob): Promise<Uint8Array>;
  close(): Promise<void>;
};

/** So many wait at most: after that, people are told to try again. */
const MOST_WAITING = 40;

/**
 * Makes PDFs in a child process, one after another: fonts are read and cut, which would hold up every request. The process
 * starts when it is needed and ends when it is idle.
 */
export function createPdfs(patienceMs = 20_000): Pdfs {
  const file = join(import.meta.dirname, 'pdf-child.ts');
  const child = createChild<PdfJob, PdfAnswer>({ file, does: 'makes PDFs', patienceMs, megabytes: 256 });
  let waiting = 0;
  return {
    async make(job) {
      if (waiting >= MOST_WAITING) throw new PdfNotMade('Too many PDFs are waiting.');
      waiting += 1;
      try {
        const answer = await child.ask(job);
        if (!answer) throw new PdfNotMade('The process that makes PDFs ended or took too long.');
        if (!answer.ok) throw new PdfNotMade(answer.why);
        return answer.pdf;
      } finally {
        waiting -= 1;
      }
    },
    close: () => child.close(),
  };
}
