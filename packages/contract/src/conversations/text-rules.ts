import { lengthOf } from '../core/text.ts';

/** The most characters of a message, counted as Unicode code points. */
export const MESSAGE_LENGTH = 4000;

export const EMPTY_MESSAGE = 'Write something first.';

/** What is wrong with the text of a message, in a sentence; undefined if it can be sent. */
export function problemOfText(raw: string): string | undefined {
  if (raw.trim() === '') return EMPTY_MESSAGE;
  return problemBesideEmpty(raw);
}

/** The same for a message that may be empty, because something is attached to it. */
export function problemBesideEmpty(raw: string): string | undefined {
  if (lengthOf(raw) > MESSAGE_LENGTH) return 'A message cannot exceed 4000 characters.';
  return raw.includes('\u0000') ? 'A message cannot contain that character.' : undefined;
}
