import { z } from 'zod';

/**
 * A UUIDv7 made by the application. On the wire it is lower case; input is lower-cased too, so that one id is always
 * one text.
 */
export const Id = z.uuid().toLowerCase();
export type Id = z.infer<typeof Id>;

/** True where `text` has the shape of an id, so that an alias can never be mistaken for one. */
export function looksLikeId(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);
}
