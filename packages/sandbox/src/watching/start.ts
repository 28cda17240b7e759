import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { whyRefused } from '../loopback.ts';
import { type Item, itemsIn } from './envelope.ts';
import { supportPage } from './support-page.ts';

export type Watchers = {
  /** Its origin. */
  url: string;
  /** Where Sentry's libraries send: its key and its project. */
  dsn: string;
  posthogKey: string;
  umamiWebsite: string;
  /** The token of the website whose support it is. */
  supportToken: string;
  /** What came for Sentry, one item of an envelope after another. */
  errors: Item[];
  /** What PostHog got, event by event. */
  posthog: Record<string, unknown>[];
  /** What Umami got, in the order in which it came. */
  umami: Record<string, unknown>[];
  /** Every request, as it arrived: for what must not be in any of them. */
  asked: { path: string; headers: IncomingMessage['headers']; text: string }[];
  /** While this is set, every request is answered with it. */
  fail(status: number | undefined): void;
  /** While this is set, no request is answered. */
  hang(on: boolean): void;
  stop(): Promise<void>;
};

const [KEY, PROJECT] = ['0f6b2c4d8e1a4c3b9d7f5e2a1b3c4d5e', '42'];
const POSTHOG_KEY = 'phc_sandbox';
const UMAMI_WEBSITE = '6d0f6c1e-3a4f-4b7e-9a55-0d2f7f3b8c11';
const SUPPORT_TOKEN = 'sandbox-website';
const MOST_BYTES = 20_000_000;
const OPEN = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': 'POST',
};

/**
 * Stand-ins on loopback for services that watch: Sentry's envelopes (https://develop.sentry.dev/sdk/data-model/envelopes/), PostHog's
 * `/batch/` (https://posthog.com/docs/api/capture), Umami's `/api/send` (https://umami.is/docs/api/sending-stats), and the page of
 * Chatwoot's widget. Only tests start it: the product watches nothing unless its operator says so.
 */
export async function startWatchers({ port = 0 }: { port?: number } = {}): Promise<Watchers> {
  const errors: Item[] = [];
  const posthog: Record<string, unknown>[] = [];
  const umami: Record<string, unknown>[] = [];
  const asked: Watchers['asked'] = [];
  let [failing, hanging]: [number | undefined, boolean] = [undefined, false];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = whyRefused(request);
    if (refusal !== null) return end(response, 403, { detail: refusal });
    if (request.method === 'OPTIONS') return void response.writeHead(204, OPEN).end();
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://sandbox');
    const body = await read(request);
    asked.push({ path: request.url ?? '', headers: request.headers, text: body.toString('utf8') });
    if (hanging) return;
    if (failing !== undefined) return end(response, failing, { detail: 'It is down.' });
    if (request.method === 'GET' && pathname === '/widget')
      return searchParams.get('website_token') === SUPPORT_TOKEN
        ? page(response, supportPage)
        : end(response, 404, { error: 'web widget does not exist' });
    if (request.method !== 'POST') return end(response, 404, { detail: 'Not found' });
    if (pathname === `/api/${PROJECT}/envelope/`) {
      const auth = `${searchParams.get('sentry_key') ?? ''} ${String(request.headers['x-sentry-auth'] ?? '')}`;
      if (!auth.includes(KEY)) return end(response, 403, { detail: 'bad sentry DSN public key' });
      const items = itemsIn(body);
      errors.push(...items);
      return end(response, 200, { id: '' });
    }
    const json = JSON.parse(body.toString('utf8')) as Record<string, unknown>;
    if (pathname === '/batch/') {
      if (json.api_key !== POSTHOG_KEY) return end(response, 401, { type: 'authentication_error' });
      posthog.push(...(json.batch as Record<string, unknown>[]));
      return end(response, 200, { status: 'Ok' });
    }
    if (pathname === '/api/send') {
      const payload = json.payload as Record<string, unknown>;
      if (payload.website !== UMAMI_WEBSITE) return end(response, 400, { message: 'Website not found' });
      // As Umami does with programs that are no browser: it says so, and drops what they sent.
      if (!/^Mozilla\/5\.0 \((?!compatible)/.test(request.headers['user-agent'] ?? ''))
        return end(response, 200, { beep: 'boop' });
      umami.push(payload);
      return end(response, 200, { cache: '' });
    }
    end(response, 404, { detail: 'Not found' });
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => {
      if (!response.headersSent) end(response, 400, { detail: 'That could not be read.' });
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const host = `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : port}`;
  return {
    ...{ url: `http://${host}`, dsn: `http://${KEY}@${host}/${PROJECT}` },
    ...{ posthogKey: POSTHOG_KEY, umamiWebsite: UMAMI_WEBSITE, supportToken: SUPPORT_TOKEN },
    ...{ errors, posthog, umami, asked },
    fail(status) {
      failing = status;
    },
    hang(on) {
      hanging = on;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > MOST_BYTES) throw new Error('That is too much.');
  }
  const body = Buffer.concat(chunks);
  return request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
}

function end(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', ...OPEN }).end(JSON.stringify(body));
}

function page(response: ServerResponse, html: string): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
}
