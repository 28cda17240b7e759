import { randomBytes } from 'node:crypto';
import type { Stripe } from 'stripe';
import { isLoopbackHost } from '../../loopback.ts';
import { invalid, missing } from '../wire/errors.ts';
import { mergeMetadata } from '../wire/parameters.ts';
import { type Endpoint, PLATFORM, type World } from '../world.ts';
import { API_VERSION } from './events.ts';

const MOST = 16;

/** The sandbox sends nothing beyond this machine. @throws Refusal for any other address. */
function checkUrl(url: string, param: string): void {
  const read = URL.parse(url);
  if (!read || !/^https?:$/.test(read.protocol))
    throw invalid('Invalid URL: An explicit scheme (such as https) must be provided.', 'url_invalid', param);
  if (!isLoopbackHost(read.host))
    throw invalid('Invalid URL: the sandbox only calls addresses of this machine.', 'url_invalid', param);
}

function checkCount(world: World): void {
  if (world.all('endpoint').length >= MOST)
    throw invalid(`You have reached the maximum of ${MOST} test webhook endpoints.`, 'resource_limit_exceeded');
}

const makeSecret = () => `whsec_${randomBytes(24).toString('base64url').replaceAll('-', 'A').replaceAll('_', 'B')}`;

type Given = {
  url: string;
  enabled_events: string[];
  connect: boolean | undefined;
  description: string | undefined;
  metadata: Record<string, string> | '' | undefined;
};

/** Registers an endpoint for events of v1. Its secret is only told now. */
export function createEndpoint(world: World, given: Given): Stripe.WebhookEndpoint {
  checkUrl(given.url, 'url');
  checkCount(world);
  if (given.enabled_events.length === 0)
    throw invalid('Invalid array: at least one event is needed.', undefined, 'enabled_events');
  const connected = given.connect ?? false;
  const object: Stripe.WebhookEndpoint = {
    ...{ id: world.newId('we_'), object: 'webhook_endpoint' as const, api_version: null },
    application: null,
    ...{ created: world.seconds, description: given.description || null, enabled_events: given.enabled_events },
    ...{ livemode: false, metadata: mergeMetadata(null, given.metadata), status: 'enabled', url: given.url },
  };
  const secret = makeSecret();
  const endpoint: Endpoint = {
    id: object.id,
    url: given.url,
    secret,
    events: given.enabled_events,
    payload: 'snapshot',
    connected,
    object,
  };
  world.put('endpoint', PLATFORM, object.id, endpoint);
  return { ...object, secret };
}

/** Endpoints of v1, without their secrets. */
export function listEndpoints(world: World): Stripe.WebhookEndpoint[] {
  return world.all('endpoint').flatMap(({ object }) => (object.object === 'webhook_endpoint' ? [object] : []));
}

/** @throws Refusal if there is no such endpoint. */
export function findEndpoint(world: World, id: string): Endpoint {
  const found = world.get('endpoint', id);
  if (!found) throw missing('webhook endpoint', id);
  return found;
}

/** Removes an endpoint, and what was on its way to it. */
export function removeEndpoint(world: World, id: string): void {
  findEndpoint(world, id);
  world.remove('endpoint', id);
  for (const delivery of world.openDeliveries) if (delivery.endpoint === id) world.remove('delivery', delivery.id);
}

type Destination = {
  name: string;
  description: string | undefined;
  enabled_events: string[];
  event_payload: 'snapshot' | 'thin';
  events_from: string[] | undefined;
  include: string[] | undefined;
  webhook_endpoint: { url: string };
};

/** Registers a destination of v2, which is how thin events are sent. Secret and address are told if they are asked for. */
export function createDestination(world: World, given: Destination): Stripe.V2.Core.EventDestination {
  const { url } = given.webhook_endpoint;
  checkUrl(url, 'webhook_endpoint.url');
  checkCount(world);
  const at = new Date(world.ms).toISOString();
  const from = given.events_from ?? ['@self'];
  const secret = makeSecret();
  const object: Stripe.V2.Core.EventDestination = {
    ...{ id: world.newId('ed_test_'), object: 'v2.core.event_destination' as const, created: at, updated: at },
    ...{
      description: given.description ?? '',
      enabled_events: given.enabled_events,
      event_payload: given.event_payload,
    },
    ...{ events_from: from, livemode: false, metadata: {}, name: given.name, status: 'enabled' as const },
    ...(given.event_payload === 'snapshot' && { snapshot_api_version: API_VERSION }),
    type: 'webhook_endpoint',
  };
  const connected = from.some((source) => source === '@accounts' || source === 'other_accounts');
  world.put('endpoint', PLATFORM, object.id, {
    ...{ id: object.id, url, secret, events: given.enabled_events, payload: given.event_payload, connected, object },
  });
  return withAsked(object, url, secret, given.include);
}

function withAsked(
  object: Stripe.V2.Core.EventDestination,
  url: string,
  secret: string,
  include: string[] = [],
): Stripe.V2.Core.EventDestination {
  const asked = {
    ...(include.includes('webhook_endpoint.url') && { url }),
    ...(include.includes('webhook_endpoint.signing_secret') && { signing_secret: secret }),
  };
  return Object.keys(asked).length === 0 ? object : { ...object, webhook_endpoint: asked };
}

/** Destinations of v2. */
export function listDestinations(world: World, include: string[] | undefined): Stripe.V2.Core.EventDestination[] {
  const addresses = include?.filter((name) => name === 'webhook_endpoint.url');
  return world
    .all('endpoint')
    .flatMap(({ object, url }) =>
      object.object === 'v2.core.event_destination' ? [withAsked(object, url, '', addresses)] : [],
    );
}
