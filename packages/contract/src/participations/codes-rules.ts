/**
 * What short codes are made of: without vowels, so that no code is a word or a name, and without letters that look like a
 * digit.
 */
export const CODE = { letters: 'CDFGHJKMNPQRTVWXY23456789', length: 8 } as const;

/** Letters that people read where a digit is printed. */
const LOOKALIKES: Readonly<Record<string, string>> = { S: '5', Z: '2', B: '8' };

/** A code as it is stored, from what somebody typed: in any case, with or without the hyphen. Undefined if it is none. */
export function readCode(typed: string): string | undefined {
  const letters = typed
    .toUpperCase()
    .replace(/[\s\-‐-―]/g, '')
    .replace(/[SZB]/g, (letter) => LOOKALIKES[letter] ?? letter);
  return new RegExp(`^[${CODE.letters}]{${CODE.length}}$`).test(letters) ? letters : undefined;
}

/** A code as people read it: `QRTW-4867`. */
export function writtenCode(code: string): string {
  return `${code.slice(0, CODE.length / 2)}-${code.slice(CODE.length / 2)}`;
}
