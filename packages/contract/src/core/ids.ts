import { z } from 'zod';

/** A UUIDv7 made by the application, lower-case text on the wire: whatever is sent is read so, that one id is one text. */
export const Id = z.uuid().toLowerCase();
export type Id = z.infer<typeof Id>;

/** True where `text` has the shape of an id, so that an alias can never be mistaken for one. */
export function looksLikeId(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);
}
