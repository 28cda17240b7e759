// Knows some 180 formats by their first bytes; ours are among them, SVG is not.
import { fileTypeFromBuffer } from 'file-type';

/** How many bytes from the start of a file are enough to detect its type. */
export const SNIFFED = 64 * 1024;

/** Types that are treated as another one here. */
const SAME: Record<string, string> = {
  'image/apng': 'image/png',
  'image/heic-sequence': 'image/heic',
  'image/heif-sequence': 'image/heif',
  'video/x-m4v': 'video/mp4',
};

/**
 * The content type of these bytes, or undefined if it is unknown. Names, and what anybody says about a file, play no
 * part.
 *
 * @param head the first `SNIFFED` bytes of the file, or all of a shorter one.
 */
export async function sniff(head: Uint8Array): Promise<string | undefined> {
  const known = (await fileTypeFromBuffer(head).catch(() => undefined))?.mime;
  if (known === undefined || known === 'application/xml') return isSvg(head) ? 'image/svg+xml' : known;
  return SAME[known] ?? known;
}

/**
 * Whether a text starts as SVG does: nothing but a byte order mark, the XML declaration, comments and a doctype
 * before `<svg`. Each piece can be read in one way only, so that no content causes endless backtracking.
 */
function isSvg(head: Uint8Array): boolean {
  const isUtf16 = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  let text = new TextDecoder(isUtf16 ? (head[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(head).trimStart();
  for (;;) {
    const rest = text.replace(/^(?:<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE(?:[^[>]|\[[^\]]*\])*>)\s*/i, '');
    if (rest === text) return /^<(?:\w+:)?svg[\s>/]/.test(text);
    text = rest;
  }
}
