import { type FileHandle, open } from 'node:fs/promises';
import { Unreadable } from './pictures.ts';

/*
 * MP4 and QuickTime are boxes within boxes: four bytes of size, four letters, then the content (ISO/IEC 14496-12).
 * Where and when a video was made is in a few kinds of boxes that no player needs.
 */

/** Boxes that hold others and may hold what we look for. */
const INSIDE = new Set(['moov', 'trak', 'mdia', 'moof', 'traf']);
/** User data, metadata with its keys, 3GPP's location, and extensions, which contain XMP. */
const TELLING = new Set(['udta', 'meta', 'loci', 'uuid', '\xa9xyz']);
const FREE = Buffer.from('free', 'latin1');

/** A normal video has a few dozen boxes; one with thousands is an attack. */
const MOST_BOXES = 20_000;
const DEEPEST = 6;
const ZEROS = Buffer.alloc(64 * 1024);

/**
 * Removes the location and other descriptions from an MP4 or QuickTime file: their boxes become `free` and are filled
 * with zeros, so that no offset moves. Idempotent.
 *
 * @throws Unreadable if the boxes do not fit into one another.
 */
export async function stripVideo(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const walk = { left: MOST_BOXES };
    await stripRange(file, 0, (await file.stat()).size, 0, walk);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function stripRange(file: FileHandle, start: number, end: number, depth: number, walk: { left: number }) {
  let at = start;
  while (at + 8 <= end) {
    walk.left -= 1;
    if (walk.left < 0 || depth > DEEPEST) throw new Unreadable('The video has too many boxes.');
    const { type, body, next } = await readBox(file, at, end);
    if (TELLING.has(type)) {
      await file.write(FREE, 0, 4, at + 4);
      await wipe(file, body, next);
    } else if (INSIDE.has(type)) await stripRange(file, body, next, depth + 1, walk);
    at = next;
  }
}

/** The box that begins at `at`: its letters, where its body begins, and where the next one does. */
async function readBox(file: FileHandle, at: number, end: number) {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, at);
  const short = buffer.readUInt32BE(0);
  const isLong = short === 1 && bytesRead === 16;
  const size = isLong ? Number(buffer.readBigUInt64BE(8)) : short === 0 ? end - at : short;
  const body = at + (isLong ? 16 : 8);
  if (size < body - at || at + size > end) throw new Unreadable('The boxes of the video do not fit.');
  return { type: buffer.toString('latin1', 4, 8), body, next: at + size };
}

async function wipe(file: FileHandle, from: number, to: number): Promise<void> {
  for (let at = from; at < to; at += ZEROS.length) await file.write(ZEROS, 0, Math.min(ZEROS.length, to - at), at);
}
