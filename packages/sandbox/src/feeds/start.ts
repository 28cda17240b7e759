import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { whyRefused } from '../loopback.ts';
import { townFeed } from './town.ts';

export type FeedSite = {
  /** Its origin. */
  url: string;
  stop(): Promise<void>;
};

const PATH = /^\/[\w-]+\.ics$/;

/**
 * Another site that publishes calendars, on loopback: `/town.ics` is always there, and tests put and delete others at names of their own.
 * It answers as such sites do, with an ETag.
 */
export async function startFeedSite({ port = 0 }: { port?: number } = {}): Promise<FeedSite> {
  const feeds = new Map<string, string>();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = whyRefused(request);
    if (refusal !== null) return end(response, 403, refusal);
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (!PATH.test(path)) return end(response, 404, 'Not found.');
    if (request.method === 'PUT') {
      feeds.set(path, await text(request));
      return end(response, 204, '');
    }
    if (request.method === 'DELETE') {
      feeds.delete(path);
      return end(response, 204, '');
    }
    const feed = feeds.get(path) ?? (path === '/town.ics' ? townFeed(new Date()) : undefined);
    if (feed === undefined) return end(response, 404, 'Not found.');
    const etag = `"${createHash('sha256').update(feed).digest('base64url')}"`;
    response.setHeader('etag', etag);
    if (request.headers['if-none-match'] === etag) return end(response, 304, '');
    end(response, 200, feed, 'text/calendar; charset=utf-8');
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => end(response, 400, String(error)));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function end(response: ServerResponse, status: number, body: string, type = 'text/plain; charset=utf-8'): void {
  response.writeHead(status, { 'content-type': type }).end(body);
}
