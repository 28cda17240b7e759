import { z } from 'zod';

/**
 * A UUIDv7 made by the application. On the wire it is lower case; input is lower-cased too, so that one id is always
 * one text.
 */
export const Id = z.uuid().toLowerCase();
export type Id = z.infer<typeof Id>;
