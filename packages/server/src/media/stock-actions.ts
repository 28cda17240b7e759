import { refusals } from '@folkmoot/contract/media/schema.ts';
import {
  STOCK_PAGES,
  type StockPage,
  type StockPhoto,
  type StockQuery,
} from '@folkmoot/contract/media/stock-schema.ts';
import { z } from 'zod';
import type { StockSettings } from '../core/config.ts';
import { refuse } from '../core/http/errors.ts';
import type { Log } from '../core/log.ts';

export type Stock = {
  find(query: z.output<typeof StockQuery>): Promise<z.input<typeof StockPage>>;
  /** Tells the service that a photo was chosen. `download` is the path that it gave with the photo. */
  noteDownload(download: string): Promise<void>;
};

/** What we read of a photo, in the service's own words: https://unsplash.com/documentation */
const Photo = z.object({
  id: z.string(),
  width: z.int(),
  height: z.int(),
  description: z.string().nullish(),
  alt_description: z.string().nullish(),
  urls: z.object({ small: z.url(), regular: z.url() }),
  links: z.object({ download_location: z.url() }),
  user: z.object({ name: z.string(), links: z.object({ html: z.url({ protocol: /^https?$/ }) }) }),
});
const Found = z.object({ total: z.int(), total_pages: z.int(), results: z.array(Photo) });

const PATIENCE_MS = 8000;

/** A photo service that speaks Unsplash's protocol, or a stub that says that there is none. */
export function createStock(settings: StockSettings | undefined, appName: string, log: Log): Stock {
  if (settings === undefined) {
    const absent = async () => refuse(refusals.stockAbsent);
    return { find: absent, noteDownload: absent };
  }

  const ask = async (path: string): Promise<{ body: unknown; headers: Headers }> => {
    const answer = await fetch(`${settings.url}${path}`, {
      headers: { authorization: `Client-ID ${settings.key}`, 'accept-version': 'v1' },
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).catch((error: unknown) => {
      log.warn({ err: error }, 'the photo service does not answer');
      return refuse(refusals.stockDown);
    });
    if (answer.ok) return { body: await answer.json().catch(() => undefined), headers: answer.headers };
    await answer.body?.cancel();
    log.warn({ status: answer.status }, 'the photo service refuses');
    // It returns 403 when this hour's requests are used up: "Rate Limit Exceeded".
    const spent =
      answer.status === 429 || (answer.status === 403 && answer.headers.get('x-ratelimit-remaining') === '0');
    return refuse(spent ? refusals.stockBusy : refusals.stockDown);
  };
  const read = <Shape extends z.ZodType>(shape: Shape, body: unknown): z.output<Shape> => {
    const result = shape.safeParse(body);
    if (result.success) return result.data;
    log.warn({ err: result.error }, 'the photo service answered in an unknown format');
    return refuse(refusals.stockDown);
  };
  const photoView = (photo: z.infer<typeof Photo>): StockPhoto => {
    const { pathname, search } = new URL(photo.links.download_location);
    const page = new URL(photo.user.links.html);
    page.searchParams.set('utm_source', appName);
    page.searchParams.set('utm_medium', 'referral');
    return {
      id: photo.id,
      description: photo.alt_description ?? photo.description ?? '',
      urls: photo.urls,
      width: photo.width,
      height: photo.height,
      credit: { name: photo.user.name, link: page.href },
      download: `${pathname}${search}`,
    };
  };

  return {
    async find({ query, type, page, limit }) {
      const wanted = new URLSearchParams({ page: String(page), per_page: String(limit) });
      if (query === '') {
        const { body, headers } = await ask(`/photos?${wanted}`);
        const data = read(z.array(Photo), body).map(photoView);
        const count = Number(headers.get('x-total') ?? Number.NaN);
        const known = Number.isInteger(count);
        const more = known ? page * limit < count : data.length === limit;
        return { data, count: known ? count : null, nextPage: after(page, more) };
      }
      wanted.set('query', query);
      wanted.set('content_filter', 'high');
      if (type === 'cover') wanted.set('orientation', 'landscape');
      const found = read(Found, (await ask(`/search/photos?${wanted}`)).body);
      return {
        data: found.results.map(photoView),
        count: found.total,
        nextPage: after(page, page < found.total_pages),
      };
    },
    async noteDownload(download) {
      await ask(download);
    },
  };
}

function after(page: number, more: boolean): number | null {
  return more && page < STOCK_PAGES ? page + 1 : null;
}
