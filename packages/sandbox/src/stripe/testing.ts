import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Stripe } from 'stripe';
import type { StripeService } from './start.ts';

/* What the tests of the sandbox's Stripe share: the official client, an account that is ready, and an endpoint for events. */

/** The official client, pointed at the sandbox. It does not try again by itself, so that tests see each answer. */
export function clientOf({ url, secretKey }: StripeService, key = secretKey): Stripe {
  const { hostname, port } = new URL(url);
  return new Stripe(key, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
}

/** The JSON of an answer, taken to be of a type. */
export async function json<T>(reply: Response): Promise<T> {
  return (await reply.json()) as T;
}

/** Asks the sandbox to do what Stripe, a bank or a host would. @throws Error with its message if it cannot. */
export async function act<T = Record<string, unknown>>(
  { url }: { url: string },
  path: string,
  fields: object = {},
): Promise<T> {
  const reply = await fetch(`${url}/sandbox/${path}`, { method: 'POST', body: JSON.stringify(fields) });
  const body = await json<T & { error: { message: string } }>(reply);
  if (!reply.ok) throw new Error(body.error.message);
  return body;
}

/** An account that may take payments. */
export async function readyAccount(service: StripeService, { country = 'GB', currency = 'GBP' } = {}): Promise<string> {
  const { id } = await clientOf(service).v2.core.accounts.create({
    ...{
      contact_email: 'host@example.com',
      display_name: 'Alderwick Makers',
      dashboard: 'full',
      identity: { country: 'gb' },
    },
    configuration: { merchant: { capabilities: { card_payments: { requested: true } } } },
    defaults: { responsibilities: { fees_collector: 'stripe', losses_collector: 'stripe' } },
  });
  await act(service, `accounts/${id}/finish`, { country, currency });
  return id;
}

/** A paid intent of £18.90 with a fee of 90p, unless told otherwise. */
export async function pay(
  stripe: Stripe,
  account: string,
  params: Partial<Stripe.PaymentIntentCreateParams> = {},
): Promise<Stripe.PaymentIntent> {
  const always = { confirm: true, payment_method: 'pm_card_visa', return_url: 'http://127.0.0.1/' };
  return stripe.paymentIntents.create(
    { amount: 1890, currency: 'gbp', application_fee_amount: 90, ...always, ...params },
    { stripeAccount: account },
  );
}

/** What a call is refused with. @throws Error if it is not. */
export async function refusal(call: Promise<unknown>): Promise<InstanceType<typeof Stripe.errors.StripeError>> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof Stripe.errors.StripeError) return error;
  throw new Error('The call was not refused.', { cause: error });
}

export type Inbox = {
  url: string;
  /** What came, in order: the body and its signature. */
  received: { body: string; signature: string; type: string }[];
  /** Answers the next deliveries with these statuses. */
  statuses: number[];
  stop: () => Promise<void>;
};

/** An endpoint that events are sent to. */
export async function startInbox(): Promise<Inbox> {
  const received: Inbox['received'] = [];
  const statuses: number[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    received.push({ body, signature: String(request.headers['stripe-signature']), type: JSON.parse(body).type });
    response.writeHead(statuses.shift() ?? 200).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    ...{
      url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/hook`,
      received,
      statuses,
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
