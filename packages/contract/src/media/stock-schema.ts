import { z } from 'zod';
import { PicturePurpose } from './schema.ts';

/** Stock photos on one page, and the last page that can be requested. */
export const STOCK_PAGE = 20;
export const STOCK_PAGES = 100;

/** Who made a photo, and their page. Must be shown wherever the photo is chosen. */
export const Credit = z.object({ name: z.string(), link: z.string() });
export type Credit = z.infer<typeof Credit>;

/** A photo of the service. Its addresses lead to the service itself, as it asks. */
export const StockPhoto = z.object({
  id: z.string(),
  description: z.string(),
  urls: z.object({ small: z.string(), regular: z.string() }),
  /** Pixels of the whole photo. */
  width: z.int(),
  height: z.int(),
  credit: Credit,
  /** What to call when the photo is chosen: a path with its query, as the service gave it. */
  download: z.string(),
});
export type StockPhoto = z.infer<typeof StockPhoto>;

/**
 * `type` is what the photo is for; for covers, landscape photos are requested. Without a `query`: the service's own
 * selection.
 */
export const StockQuery = z.object({
  query: z
    .string()
    .max(100)
    .transform((raw) => raw.trim())
    .default(''),
  type: PicturePurpose.default('cover'),
  page: z.coerce.number().int().min(1).max(STOCK_PAGES).default(1),
  limit: z.coerce.number().int().min(1).max(30).default(STOCK_PAGE),
});

export const StockPage = z.object({
  data: z.array(StockPhoto),
  /** Total number of photos; null if the service does not say. */
  count: z.int().nullable(),
  nextPage: z.int().nullable(),
});

/** The download path of a photo, and nothing else of the service's. */
export const StockDownload = z.object({
  download: z
    .string()
    .max(500)
    .regex(/^\/photos\/[\w-]{1,64}\/download(\?[\w=&%.~-]*)?$/, 'That photo is not from this service.'),
});
