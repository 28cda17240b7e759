/** Control characters, what changes the direction of text, and what some system does not allow in the name of a file. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what has to go
const UNWANTED = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\\/:*?"<>|]+/g;
/** File systems allow 255 bytes; what is in front of the name needs some. */
const MOST_BYTES = 160;

const bytes = (text: string) => Buffer.byteLength(text);

function cut(text: string, most: number): string {
  let kept = '';
  for (const letter of text) {
    if (bytes(kept) + bytes(letter) > most) break;
    kept += letter;
  }
  return kept;
}

/**
 * The name of an uploaded file inside an archive: no part of it is a folder, and a number in front keeps equal names apart.
 *
 * @param given anything at all: it came from somebody's browser.
 */
export function archiveName(given: string, nth: number): string {
  const plain = given.toWellFormed().normalize('NFC').replace(UNWANTED, '_').trim();
  const [, stem = plain, ending = ''] = /^(.+)(\.[a-z0-9]{1,8})$/i.exec(plain) ?? [];
  // Windows drops dots and spaces at the end.
  const name = `${cut(stem, MOST_BYTES - ending.length)}${ending}`.replace(/[. ]+$/, '');
  return `files/${String(nth).padStart(5, '0')} ${name === '' ? 'file' : name}`;
}
