import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { whyRefused } from '../loopback.ts';
import { findPictures, PICTURES, type Picture } from './pictures.ts';
import { HEIGHT, WIDTH } from './scenes.ts';

export type Stock = {
  url: string;
  key: string;
  /** Ids of the photos whose download was noted, in order. */
  downloads: string[];
  stop: () => Promise<void>;
};

const covers = new URL('../../../web/public/art/covers/', import.meta.url);

/**
 * Stock photos on loopback that implement as much of Unsplash's protocol as the product needs: `GET /photos`, `GET
 * /search/photos` and the download call, each with `Authorization: Client-ID …`; and the pictures, which any page may
 * read. The pictures are our own and say so.
 */
export async function startStock({ port = 0, key = 'sandbox' }: { port?: number; key?: string } = {}): Promise<Stock> {
  const downloads: string[] = [];
  let origin = '';
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error(error);
      if (!response.headersSent) fail(response, 500, 'The stock photos could not answer. See the terminal.');
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = whyRefused(request);
    if (refusal !== null) return fail(response, 403, refusal);
    if (request.method !== 'GET') return fail(response, 405, 'Only GET is answered.');
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://sandbox');
    const [, shown] = /^\/pictures\/([\w-]+)$/.exec(pathname) ?? [];
    if (shown !== undefined) return sendPicture(response, shown);
    if (pathname === '/')
      return sendText(response, 'These pictures were made for Folkmoot, which may show them anywhere.');
    if (request.headers.authorization !== `Client-ID ${key}`)
      return fail(response, 401, 'OAuth error: The access token is invalid');
    const [, chosen] = /^\/photos\/([\w-]+)\/download$/.exec(pathname) ?? [];
    if (chosen !== undefined) {
      if (!PICTURES.some(({ id }) => id === chosen)) return fail(response, 404, 'Could not find Photo');
      downloads.push(chosen);
      return sendJson(response, { url: `${origin}/pictures/${chosen}` });
    }
    if (pathname !== '/photos' && pathname !== '/search/photos') return fail(response, 404, 'Not found');
    const searching = pathname === '/search/photos';
    if (searching && !searchParams.get('query')) return fail(response, 400, 'query is missing');
    const found = findPictures(searching ? (searchParams.get('query') ?? '') : '');
    const size = between(searchParams.get('per_page'), 10, 30);
    const from = (between(searchParams.get('page'), 1, 1000) - 1) * size;
    const results = found.slice(from, from + size).map((picture) => photoOf(picture, origin));
    response.setHeader('x-total', found.length);
    response.setHeader('x-per-page', size);
    sendJson(
      response,
      searching ? { total: found.length, total_pages: Math.ceil(found.length / size), results } : results,
    );
  }

  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : port}`;
  return {
    url: origin,
    key,
    downloads,
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}

function photoOf({ id, description, file }: Picture, origin: string) {
  const url = `${origin}/pictures/${id}`;
  const wide = file === 'town.webp';
  return {
    id,
    width: wide ? 1600 : WIDTH,
    height: wide ? 600 : HEIGHT,
    description: null,
    alt_description: description,
    urls: { raw: url, full: url, regular: url, small: url, thumb: url },
    links: {
      self: `${origin}/photos/${id}`,
      download: url,
      download_location: `${origin}/photos/${id}/download?ixid=sandbox`,
    },
    user: { id: 'folkmoot', username: 'folkmoot', name: 'Folkmoot', links: { html: origin } },
  };
}

/** Any page may read the pixels: a picture that is cropped in a canvas must be readable there. */
async function sendPicture(response: ServerResponse, id: string): Promise<void> {
  const picture = PICTURES.find((one) => one.id === id);
  if (!picture) return fail(response, 404, 'There is no such picture.');
  const bytes =
    picture.file === undefined ? Buffer.from(picture.svg ?? '') : await readFile(new URL(picture.file, covers));
  response.writeHead(200, {
    'content-type': picture.file === undefined ? 'image/svg+xml' : 'image/webp',
    'content-length': bytes.length,
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=3600',
    'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    'x-content-type-options': 'nosniff',
  });
  response.end(bytes);
}

function between(text: string | null, otherwise: number, most: number): number {
  const value = Number(text ?? otherwise);
  return Number.isInteger(value) && value > 0 ? Math.min(value, most) : otherwise;
}

function sendText(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(text);
}

function sendJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}

function fail(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify({ errors: [sentence] }));
}
