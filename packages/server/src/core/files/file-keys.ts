/* Where a file's bytes are, in a folder or a bucket. A file's row tells everything about it, so nothing is listed. */

/** What can exist under a file's key: the upload, and what was made of it. */
export const PARTS = ['source', 'original', 'large', 'thumb', '500x250', 'og'] as const;
export type Part = (typeof PARTS)[number];

/** Where an upload arrives, before it has been checked. */
export function incomingKey(id: string): string {
  return `incoming/${id}`;
}

/** The key of a file. Its last two letters go first, so that no folder gets too full. */
export function keyFor(id: string): string {
  return `${id.slice(-2)}/${id}`;
}

export function partKey(key: string, part: Part): string {
  return `${key}/${part}`;
}

/** Every key that a file may ever have used. */
export function allKeys({ id, key }: { id: string; key: string }): string[] {
  const made = PARTS.map((part) => partKey(key, part));
  return [incomingKey(id), `${incomingKey(id)}.part`, ...made, ...made.map((one) => `${one}.part`)];
}
