import { createECDH, type ECDH, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { whyRefused } from '../loopback.ts';
import { decrypt } from './decrypt.ts';
import { whyUnsigned } from './vapid.ts';

/** What `PushSubscription.toJSON()` gives in a browser. */
export type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } };

export type PushService = {
  /** Its origin. */
  url: string;
  /** Subscribes as a browser does. `key` is the application server's, as base64url. */
  subscribe(key: string): Subscription;
  /** The messages that came for a subscription, as its browser would read them, oldest first. */
  messages(endpoint: string): unknown[];
  /** Ends a subscription, as when a person takes the permission back. */
  end(endpoint: string): void;
  /** Answers the next pushes with these statuses instead of taking them. */
  failNext(...statuses: number[]): void;
  stop(): Promise<void>;
};

type Kept = { keys: ECDH; auth: Buffer; applicationKey: string; messages: unknown[] };

/** The most that a push service has to take (RFC 8030, section 7.2), in bytes. */
const MOST = 4096;

/**
 * A push service on loopback (RFC 8030), together with the browsers that subscribe to it: it checks who sends (RFC 8292) and
 * reads what came as a browser does (RFC 8291). It forgets everything when it stops.
 */
export async function startPushService({ port = 0 }: { port?: number } = {}): Promise<PushService> {
  const subscriptions = new Map<string, Kept>();
  const failing: number[] = [];
  let origin = '';
  const idOf = (endpoint: string) => endpoint.slice(`${origin}/push/`.length);

  function subscribe(applicationKey: string): Subscription {
    const keys = createECDH('prime256v1');
    keys.generateKeys();
    const [id, auth] = [randomUUID(), randomBytes(16)];
    subscriptions.set(id, { keys, auth, applicationKey, messages: [] });
    const p256dh = keys.getPublicKey('base64url');
    return { endpoint: `${origin}/push/${id}`, keys: { p256dh, auth: auth.toString('base64url') } };
  }

  /** Takes a push, or says with which status and why not. */
  function take(id: string, { headers }: IncomingMessage, body: Buffer): [status: number, why: string] {
    const kept = subscriptions.get(id);
    if (!kept) return [410, 'The subscription has ended.'];
    const why = whyUnsigned(headers.authorization, kept.applicationKey, origin, Date.now());
    if (why !== null) return [403, why];
    if (!/^\d+$/.test(String(headers.ttl))) return [400, 'The TTL header is missing.'];
    if (headers['content-encoding'] !== 'aes128gcm') return [415, 'The message is not encrypted with aes128gcm.'];
    if (body.length > MOST) return [413, 'The message is too long.'];
    const status = failing.shift();
    if (status !== undefined) return [status, 'A test wanted this to fail.'];
    kept.messages.push(JSON.parse(decrypt(body, kept.keys, kept.auth)));
    return [201, ''];
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = whyRefused(request);
    if (refusal !== null) return send(response, 403, refusal);
    const { pathname, searchParams } = new URL(request.url ?? '/', origin);
    const [, id] = /^\/push\/([\w-]+)$/.exec(pathname) ?? [];
    if (request.method === 'POST' && id !== undefined) {
      const [status, why] = take(id, request, await buffer(request));
      if (status === 201) response.setHeader('location', `${origin}/message/${randomUUID()}`);
      return send(response, status, why);
    }
    // For tests in a browser, which cannot reach a real push service.
    if (request.method === 'POST' && pathname === '/subscribe')
      return send(response, 200, JSON.stringify(subscribe(searchParams.get('key') ?? '')));
    if (request.method === 'GET' && pathname === '/messages')
      return send(response, 200, JSON.stringify(messages(searchParams.get('endpoint') ?? '')));
    send(response, 404, 'Not found.');
  }

  const messages = (endpoint: string) => subscriptions.get(idOf(endpoint))?.messages ?? [];
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => send(response, 400, String(error)));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : port}`;
  return {
    url: origin,
    subscribe,
    messages,
    end: (endpoint) => void subscriptions.delete(idOf(endpoint)),
    failNext: (...statuses) => void failing.push(...statuses),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function send(response: ServerResponse, status: number, body: string): void {
  response
    .writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'access-control-allow-origin': '*' })
    .end(body);
}
