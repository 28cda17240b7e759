/** Length as a reader counts it: Unicode code points, so an emoji outside the first plane is one. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** Letters that no Unicode decomposition takes apart, though a searcher types them without the stroke. */
const STROKES: Record<string, string> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};

/**
 * Lower case without accents, for searches that should not care: `Ärger` and `arger` fold alike.
 * Compatibility forms fold too (`ﬁ` to `fi`). Source: Unicode NFKD, category Mn removed, and the strokes above.
 */
export function fold(text: string): string {
  const bare = text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .trim();
  return bare.replace(/[łøđðħŧıßæœþ]/g, (letter) => STROKES[letter] ?? letter);
}

/** One emoji as a person sees it, skin tones and joined families included. */
const ONE_EMOJI = /^\p{RGI_Emoji}$/v;

/** True where `text` is exactly one emoji recommended for general interchange. */
export function isEmoji(text: string): boolean {
  return ONE_EMOJI.test(text);
}

/** Control characters, and invisible marks that reverse or hide the text beside them. */
const UNSEEN = /[\p{Cc}\u200B\u2060\uFEFF\u202A-\u202E\u2066-\u2069]/gu;

/**
 * A name on one line: composed (Unicode NFC), without invisible characters, so that two names that look alike are
 * alike.
 */
export function oneLine(raw: string): string {
  return raw.normalize('NFC').replace(/\s+/gu, ' ').replace(UNSEEN, '').trim();
}

/** Invisible: spaces, what Unicode lists as default ignorable (the Hangul fillers too), and the empty Braille cell. */
const INKLESS = /[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}\p{Cf}\u2800]/gu;

/** True if a reader sees at least one character of the text. */
export function isSeen(text: string): boolean {
  return text.replace(INKLESS, '') !== '';
}
