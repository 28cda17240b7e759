import { fold } from '@folkmoot/contract/core/text.ts';

/** One folded name for comparing: anything but letters and digits is a space, so that hyphens do not matter. */
export function nameKey(text: string): string {
  // Most names are plain: the slow path would give the same result.
  const folded = /^[ -~]*$/.test(text) ? text.toLowerCase() : fold(text);
  return /^[a-z0-9]+(?: [a-z0-9]+)*$/.test(folded) ? folded : folded.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}
