import { stat } from 'node:fs/promises';
import { freeBytes } from '../../core/disk.ts';

const MB = 2 ** 20;

/** The disk has no room for a copy at the moment. */
export class NoRoom extends Error {}

type Space = {
  /** Where a copy is written. */
  path: string;
  /** On which disk. */
  folder: string;
  /** Megabytes that stay free. */
  reserveMb: number;
  /** The bytes of the files that will be in it. Nobody knows how large the rest becomes: that is what the reserve is for. */
  files: number;
};

/**
 * Checks that a copy fits beside the reserve: twice what its files have, less what is written already, since the disk may have to hold
 * it a second time for a moment.
 *
 * @throws NoRoom if it does not.
 */
export async function needRoom({ path, folder, reserveMb, files }: Space): Promise<void> {
  const written = await stat(path).then(
    ({ size }) => size,
    () => 0,
  );
  if (freeBytes(folder) < reserveMb * MB + Math.max(0, 2 * files - written))
    throw new NoRoom('There is not enough room on the disk for a copy of somebody’s data.');
}
