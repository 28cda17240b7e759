import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { isLoopbackAddress } from '../loopback.ts';
import { type Keys, whyUnsigned } from './signature.ts';

export type Storage = {
  endpoint: string;
  bucket: string;
  keys: Keys;
  /** The contents of the bucket, by key. */
  objects: Map<string, Buffer>;
  stop: () => Promise<void>;
};

type Options = { port?: number; bucket?: string; keys?: Keys; now?: () => number };

/**
 * A bucket on loopback that implements as much of S3 as the product needs for files: PUT, also as a copy, GET with a
 * range, HEAD and DELETE, each with a real signature. It forgets everything when it stops.
 */
export async function startStorage(options: Options = {}): Promise<Storage> {
  const bucket = options.bucket ?? 'sandbox';
  const keys = options.keys ?? { accessKeyId: 'sandbox', secretAccessKey: 'sandbox-secret', region: 'us-east-1' };
  const now = options.now ?? Date.now;
  const objects = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => fail(response, 500, String(error)));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isLoopbackAddress(request.socket.remoteAddress)) return fail(response, 403, 'AccessDenied');
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    if (request.method === 'OPTIONS') return allowBrowser(response);
    const why = whyUnsigned(request, url, keys, now());
    if (why !== null) return fail(response, 403, why);
    const [, name, ...rest] = decodeURIComponent(url.pathname).split('/');
    if (name !== bucket) return fail(response, 404, 'NoSuchBucket');
    const key = rest.join('/');
    response.setHeader('access-control-allow-origin', '*');
    if (request.method === 'PUT') return put(request, response, key);
    if (request.method === 'DELETE') {
      objects.delete(key);
      response.writeHead(204).end();
      return;
    }
    return get(request, response, url, key);
  }

  async function put(request: IncomingMessage, response: ServerResponse, key: string): Promise<void> {
    const from = request.headers['x-amz-copy-source'];
    const bytes = await buffer(request);
    const copied =
      typeof from === 'string' ? objects.get(decodeURIComponent(from).split('/').slice(2).join('/')) : bytes;
    if (!copied) return fail(response, 404, 'NoSuchKey');
    objects.set(key, copied);
    response.writeHead(200, { etag: etagOf(copied) }).end(from === undefined ? '' : '<CopyObjectResult/>');
  }

  async function get(request: IncomingMessage, response: ServerResponse, url: URL, key: string): Promise<void> {
    const bytes = objects.get(key);
    if (!bytes) return fail(response, 404, 'NoSuchKey');
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
    const first = Number(range?.[1] ?? 0);
    const last = Math.min(range?.[2] ? Number(range[2]) : bytes.length - 1, bytes.length - 1);
    if (range && first >= bytes.length) return fail(response, 416, 'InvalidRange');
    const part = range ? bytes.subarray(first, last + 1) : bytes;
    for (const header of ['content-type', 'content-disposition', 'cache-control']) {
      const asked = url.searchParams.get(`response-${header}`);
      if (asked !== null) response.setHeader(header, asked);
    }
    response.writeHead(range ? 206 : 200, {
      'accept-ranges': 'bytes',
      'content-length': part.length,
      etag: etagOf(bytes),
      ...(range ? { 'content-range': `bytes ${first}-${last}/${bytes.length}` } : {}),
    });
    response.end(request.method === 'HEAD' ? undefined : part);
  }

  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    keys,
    objects,
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}

function allowBrowser(response: ServerResponse): void {
  response
    .writeHead(204, {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, PUT',
      'access-control-allow-headers': '*',
    })
    .end();
}

function fail(response: ServerResponse, status: number, code: string): void {
  if (response.headersSent) response.destroy();
  else
    response
      .writeHead(status, { 'content-type': 'application/xml' })
      .end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`);
}
