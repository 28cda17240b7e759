/* Anybody can type anything after the `?` of an address, so it is parsed with care and never trusted. */

type Raw = Record<string, unknown>;

/** The text under `key`, if it is not too long. */
export function textIn(raw: Raw, key: string, max = 2000): string | undefined {
  const value = raw[key];
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' && text.length <= max ? text : undefined;
}

/** The word under `key`, if it is a known one. */
export function wordIn<Word extends string>(raw: Raw, key: string, words: readonly Word[]): Word | undefined {
  return words.find((word) => word === raw[key]);
}

/** The whole number of at least zero under `key`. */
export function countIn(raw: Raw, key: string): number | undefined {
  const value = Number(raw[key]);
  return raw[key] !== undefined && raw[key] !== '' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
