import { join } from 'node:path';
import type { Tint } from '@folkmoot/contract/core/tint.ts';
import { createChild } from '../child.ts';

/** What the child is asked: read the picture at `path`, write its variants into the folder `out`. */
export type PictureJob = {
  path: string;
  mimeType: string;
  out: string;
  edges: { thumb: number; large: number };
  /** For a cover: what else is cut out of it, by name, in pixels; its tint is determined as well. */
  cuts?: Readonly<Record<string, readonly [width: number, height: number]>> | undefined;
  pixels: number;
  /** Milliseconds after which it is given up, if that is sooner than for others. */
  patience?: number | undefined;
};
/** `tint` is there if `cuts` were requested. */
export type Picture = { mimeType: string; width: number; height: number; hasLarge: boolean; tint?: Tint | undefined };
export type PictureAnswer = ({ ok: true } & Picture) | { ok: false; why: string };

/** The upload cannot be read, now or later. */
export class Unreadable extends Error {}

export type Pictures = {
  /**
   * Writes `original`, `thumb` and, for one that is not animated, `large` into the job's folder: turned upright, and
   * without any metadata, such as the location. Of a cover also its `cuts`, by their names: `og` is a JPEG, because
   * other programs show it, the rest WebP.
   *
   * @throws Unreadable if it is damaged, too large, or takes longer than a minute.
   */
  make(job: PictureJob): Promise<Picture>;
  close(): Promise<void>;
};

/** Two, so that a slow one does not keep everybody waiting. */
const READERS = 2;

/** Child processes that read pictures; they start when needed and end when idle. */
export function createPictures(patienceMs = 60_000): Pictures {
  const file = join(import.meta.dirname, 'pictures-child.ts');
  const readers = Array.from({ length: READERS }, () => ({
    child: createChild<PictureJob, PictureAnswer>({ file, does: 'reads pictures', patienceMs }),
    waiting: 0,
  }));
  return {
    async make(job) {
      const least = readers.reduce((one, other) => (other.waiting < one.waiting ? other : one));
      least.waiting += 1;
      try {
        const answer = await least.child.ask(job, job.patience);
        if (!answer) throw new Unreadable('The process that reads pictures ended or took too long.');
        if (!answer.ok) throw new Unreadable(answer.why);
        return answer;
      } finally {
        least.waiting -= 1;
      }
    },
    async close() {
      await Promise.all(readers.map(({ child }) => child.close()));
    },
  };
}
