import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Api, type Fault } from './api.ts';
import { Clockwork } from './clockwork.ts';
import { createAnswer } from './http.ts';
import { Journal } from './journal.ts';
import { Courier } from './webhooks/deliveries.ts';
import { Idempotency } from './wire/idempotency.ts';
import { World } from './world.ts';

export type StripeService = {
  /** Its origin: of the API, of its pages, and of `/sandbox/…`, which tests ask. */
  url: string;
  secretKey: string;
  publishableKey: string;
  /** Does what would happen later at once: debits end, refunds fail, disputes open. */
  hurry(): void;
  /** Disturbs the next calls of the API. */
  failNext(...faults: Fault[]): void;
  stop(): Promise<void>;
};

const EVENTS_KEPT_SECONDS = 30 * 86_400;

/** Stripe lists events for thirty days. */
function forgetOldEvents(world: World): void {
  const old = new Set<string>();
  for (const { object, created } of world.all('event'))
    if (created < world.seconds - EVENTS_KEPT_SECONDS) old.add((object as { id: string }).id);
  for (const id of old) world.remove('event', id);
  for (const { id, event } of world.all('delivery')) if (old.has(event)) world.remove('delivery', id);
}

type Options = {
  port?: number;
  /** Where its state is kept; without it, it forgets everything when it stops. */
  folder?: string | undefined;
  /** The first pause before an event is sent again, in milliseconds. */
  retryMs?: number;
  /** The time in milliseconds. */
  clock?: () => number;
};

const makeKey = (prefix: string) => `${prefix}_test_sandbox${randomBytes(18).toString('hex')}`;

/**
 * Stripe on loopback, as far as the product uses it: connected accounts with their onboarding page, payments with test cards and bank
 * debits, refunds, disputes, fees, balances, and events that are signed and sent. It keeps its state in a folder, follows Stripe in
 * shapes, parameters and errors, and has a page at `/` on which you play Stripe, the bank and the host.
 */
export async function startStripe({
  port = 0,
  folder,
  retryMs = 1000,
  clock = Date.now,
}: Options = {}): Promise<StripeService> {
  const world = new World(clock, folder === undefined ? undefined : new Journal(folder));
  if (!world.get('settings', 'settings'))
    world.settings = {
      ...{
        secretKey: makeKey('sk'),
        publishableKey: makeKey('pk'),
        debitSeconds: 60,
        refundSeconds: 5,
        disputeSeconds: 2,
      },
      ...{ hold: false, delayMs: 0, repeat: false, drop: 0 },
    };
  let origin = '';
  const idempotency = new Idempotency(world);
  idempotency.prune();
  forgetOldEvents(world);
  const api = new Api(world, idempotency, () => origin);
  const clockwork = new Clockwork(world, new Courier(world, retryMs));
  const answer = createAnswer({ world, api, clockwork, origin: () => origin });

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error(error);
      const body = { error: { type: 'api_error', message: 'The sandbox could not answer. See its terminal.' } };
      if (!response.headersSent)
        response.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : port}`;
  clockwork.wake();
  const { secretKey, publishableKey } = world.settings;
  return {
    ...{ url: origin, secretKey, publishableKey },
    hurry: () => clockwork.hurry(),
    failNext: (...faults) => void api.faults.push(...faults),
    async stop() {
      await clockwork.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
