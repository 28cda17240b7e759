import { refusals } from '@folkmoot/contract/core/problem.ts';
import { z } from 'zod';
import { refuse } from './errors.ts';

/** Packs a position in a list into the opaque text that clients send back. */
export function toCursor(position: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

const MOMENT = /^\d{4,}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?[+-]\d\d(:\d\d)?$/;

const POSITIONS = {
  text: z.tuple([z.string(), z.uuid()]),
  /** An instant as PostgreSQL writes it. */
  moment: z.tuple([z.string().regex(MOMENT), z.uuid()]),
  /** What counts most, and then an instant. */
  ranked: z.tuple([z.int().min(0).max(9), z.string().regex(MOMENT), z.uuid()]),
  count: z.tuple([z.int().min(0).max(2_147_483_647), z.uuid()]),
};

/** Unpacks a cursor of `[sort key, id]`, or of several keys. Anything else is a malformed request. */
export function fromCursor<Kind extends keyof typeof POSITIONS>(
  cursor: string | undefined,
  kind: Kind,
): z.infer<(typeof POSITIONS)[Kind]> | undefined {
  if (cursor === undefined || cursor === '') return undefined;
  try {
    return POSITIONS[kind].parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))) as z.infer<
      (typeof POSITIONS)[Kind]
    >;
  } catch {
    return refuse(refusals.malformed);
  }
}

/** Cuts a list that was read with one row too many to its page, and returns where it continues. */
export function cutPage<Row>(
  rows: Row[],
  size: number,
  positionOf: (row: Row) => readonly (string | number)[],
): { rows: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, size);
  const last = page.at(-1);
  return { rows: page, nextCursor: rows.length > size && last !== undefined ? toCursor(positionOf(last)) : null };
}

/** A pattern for `like` that finds `text` anywhere, with the pattern's special characters escaped. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
