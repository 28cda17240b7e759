import { z } from 'zod';

/** Lists to which the specification gives no size. */
export const PAGE = 20;

/** An opaque position in a list: send back what the last answer gave, never build one. */
export const Cursor = z.string().max(500);

/** One page of a list that continues by cursor. `nextCursor` is null at its end. */
export function cursorPage<Item extends z.ZodType>(item: Item) {
  return z.object({ data: z.array(item), nextCursor: z.string().nullable() });
}

/** What commands return: the sentence for the toast, and what they created. */
export const Done = z.object({ message: z.string() });
export type Done = z.infer<typeof Done>;

/** Commands that created something. */
export function doneWith<Data extends z.ZodType>(data: Data) {
  return z.object({ message: z.string(), data });
}
