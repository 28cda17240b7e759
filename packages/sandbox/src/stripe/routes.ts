import type { Stripe } from 'stripe';
import {
  accountShape,
  createAccount,
  findAccount,
  retrieveAccountShape,
  updateAccount,
  viewAccount,
} from './accounts/accounts.ts';
import { createDomain } from './accounts/domains.ts';
import { createLink, linkShape } from './accounts/links.ts';
import { idOf } from './payments/charges.ts';
import { confirmIntent } from './payments/confirm.ts';
import {
  cancelShape,
  confirmShape,
  createShape,
  listShape,
  retrieveShape,
  updateShape,
} from './payments/intent-shapes.ts';
import { cancelIntent, checkSecret, createIntent, findIntent, publicPart, updateIntent } from './payments/intents.ts';
import { createFeeRefund, createRefund, findFee } from './payments/refunds.ts';
import { eventBody } from './webhooks/deliveries.ts';
import {
  createDestination,
  createEndpoint,
  findEndpoint,
  listDestinations,
  listEndpoints,
  removeEndpoint,
} from './webhooks/endpoints.ts';
import { missing } from './wire/errors.ts';
import { isWithin, page, pageOfV2 } from './wire/lists.ts';
import { flag, group, ignored, integer, metadata, oneOf, paging, required, text, texts } from './wire/parameters.ts';
import { type Call, type Route, route } from './wire/route.ts';
import type { World } from './world.ts';

const expandable = { expand: texts };
const nextAction = (origin: string) => (id: string, secret: string) => `${origin}/next-action/${id}?secret=${secret}`;
const idIn = ({ ids }: { ids: readonly string[] }) => ids[0] ?? '';

/** A movement becomes available with time. */
function viewMovement(world: World, movement: Stripe.BalanceTransaction): Stripe.BalanceTransaction {
  return { ...movement, status: movement.available_on <= world.seconds ? 'available' : 'pending' };
}

function confirm({ world, account, given, isBrowser, origin }: Call<typeof confirmShape>, id: string): object {
  const intent = confirmIntent(world, account, id, given, isBrowser, nextAction(origin));
  return isBrowser ? publicPart(intent) : intent;
}

const intents: Route[] = [
  route('POST /v1/payment_intents', createShape, (call) => {
    const intent = createIntent(call.world, call.account, call.given);
    if (!call.given.confirm) return intent;
    return confirmIntent(call.world, call.account, intent.id, call.given, false, nextAction(call.origin));
  }),
  route('GET /v1/payment_intents', listShape, ({ world, account, given, path }) =>
    page(
      world.all('payment_intent', account).filter(({ created }) => isWithin(created, given.created)),
      given,
      path,
    ),
  ),
  route(
    'GET /v1/payment_intents/:id',
    retrieveShape,
    (call) => {
      const intent = findIntent(call.world, call.account, idIn(call));
      if (!call.isBrowser) return intent;
      checkSecret(intent, call.given.client_secret);
      return publicPart(intent);
    },
    { forBrowsers: true },
  ),
  route('POST /v1/payment_intents/:id', updateShape, (call) =>
    updateIntent(call.world, call.account, idIn(call), call.given),
  ),
  route(
    'POST /v1/payment_intents/:id/confirm',
    confirmShape,
    (call) => {
      if (call.isBrowser) checkSecret(findIntent(call.world, call.account, idIn(call)), call.given.client_secret);
      return confirm(call, idIn(call));
    },
    { forBrowsers: true },
  ),
  route('POST /v1/payment_intents/:id/cancel', cancelShape, (call) =>
    cancelIntent(call.world, call.account, idIn(call), call.given.cancellation_reason),
  ),
];

const refundShape = {
  ...{ charge: text, payment_intent: text, amount: integer, refund_application_fee: flag, metadata, expand: texts },
  reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
};

const money: Route[] = [
  route('POST /v1/refunds', refundShape, ({ world, account, given }) => createRefund(world, account, given)),
  route('GET /v1/refunds', { ...listShape, charge: text, payment_intent: text }, ({ world, account, given, path }) =>
    page(
      world
        .all('refund', account)
        .filter(({ created }) => isWithin(created, given.created))
        .filter(({ charge }) => given.charge === undefined || charge === given.charge)
        .filter(({ payment_intent }) => given.payment_intent === undefined || payment_intent === given.payment_intent),
      given,
      path,
    ),
  ),
  route('GET /v1/refunds/:id', expandable, ({ world, account, ids: [id = ''] }) =>
    found(world.get('refund', id, account), 'refund', id),
  ),
  route('GET /v1/charges', { ...listShape, payment_intent: text }, ({ world, account, given, path }) =>
    page(
      world
        .all('charge', account)
        .filter(({ created }) => isWithin(created, given.created))
        .filter(({ payment_intent }) => given.payment_intent === undefined || payment_intent === given.payment_intent),
      given,
      path,
    ),
  ),
  route('GET /v1/charges/:id', expandable, ({ world, account, ids: [id = ''] }) =>
    found(world.get('charge', id, account), 'charge', id),
  ),
  route('GET /v1/application_fees', { ...listShape, charge: text }, ({ world, account, given, path }) =>
    page(
      world
        .all('application_fee', account)
        .filter(({ created }) => isWithin(created, given.created))
        .filter(({ charge }) => given.charge === undefined || idOf(charge) === given.charge),
      given,
      path,
    ),
  ),
  route('GET /v1/application_fees/:id', expandable, (call) => findFee(call.world, idIn(call))),
  route('GET /v1/application_fees/:id/refunds', paging, (call) =>
    page([...findFee(call.world, idIn(call)).refunds.data].reverse(), call.given, call.path),
  ),
  route('POST /v1/application_fees/:id/refunds', { amount: integer, metadata, expand: texts }, (call) =>
    createFeeRefund(call.world, idIn(call), call.given),
  ),
  route('GET /v1/disputes', { ...listShape, charge: text, payment_intent: text }, ({ world, account, given, path }) =>
    page(
      world
        .all('dispute', account)
        .filter(({ created }) => isWithin(created, given.created))
        .filter(({ charge }) => given.charge === undefined || charge === given.charge)
        .filter(({ payment_intent }) => given.payment_intent === undefined || payment_intent === given.payment_intent),
      given,
      path,
    ),
  ),
  route('GET /v1/disputes/:id', expandable, ({ world, account, ids: [id = ''] }) =>
    found(world.get('dispute', id, account), 'dispute', id),
  ),
  route(
    'GET /v1/balance_transactions',
    { ...listShape, source: text, type: text, currency: text, payout: text },
    ({ world, account, given, path }) =>
      page(
        world
          .all('balance_transaction', account)
          .filter(({ created }) => isWithin(created, given.created))
          .filter(({ source }) => given.source === undefined || source === given.source)
          .filter(({ type }) => given.type === undefined || type === given.type)
          .filter(({ currency }) => given.currency === undefined || currency === given.currency)
          .map((movement) => viewMovement(world, movement)),
        given,
        path,
      ),
  ),
  route('GET /v1/balance_transactions/:id', expandable, ({ world, account, ids: [id = ''] }) => {
    const movement = world.get('balance_transaction', id, account);
    return movement ? viewMovement(world, movement) : found(movement, 'balance transaction', id);
  }),
];

function found<T>(object: T | undefined, noun: string, id: string): T {
  if (object === undefined) throw missing(noun, id);
  return object;
}

const eventShape = { ...listShape, type: text, types: texts, delivery_success: flag };
const endpointShape = {
  url: required(text),
  enabled_events: required(texts),
  connect: flag,
  description: text,
  metadata,
  api_version: text,
  expand: texts,
};
const destinationShape = {
  ...{ name: required(text), description: text, enabled_events: required(texts), events_from: texts, include: texts },
  ...{
    event_payload: required(oneOf('snapshot', 'thin')),
    type: required(oneOf('webhook_endpoint')),
    metadata: ignored,
  },
  ...{ snapshot_api_version: text, webhook_endpoint: required(group({ url: required(text) })) },
};

const events: Route[] = [
  route('GET /v1/events', eventShape, ({ world, account, given, path }) => {
    const wanted = given.types ?? (given.type === undefined ? undefined : [given.type]);
    const rows = world
      .all('event', account)
      .filter(
        ({ thin, created, type }) =>
          !thin && isWithin(created, given.created) && (!wanted || wanted.some((one) => isType(type, one))),
      );
    return page(
      rows.map(({ object }) => object as Stripe.Event),
      given,
      path,
    );
  }),
  route('GET /v1/events/:id', expandable, ({ world, account, ids: [id = ''] }) => {
    const row = world.get('event', id, account);
    return found(row && !row.thin ? eventBody(world, id) : undefined, 'event', id);
  }),
  route('GET /v2/core/events/:id', {}, (call) => {
    const row = call.world.get('event', idIn(call));
    return found(row?.thin ? row.object : undefined, 'event', idIn(call));
  }),
  route('POST /v1/webhook_endpoints', endpointShape, ({ world, given }) => createEndpoint(world, given)),
  route('GET /v1/webhook_endpoints', paging, ({ world, given, path }) => page(listEndpoints(world), given, path)),
  route('GET /v1/webhook_endpoints/:id', expandable, (call) => findEndpoint(call.world, idIn(call)).object),
  route('DELETE /v1/webhook_endpoints/:id', {}, (call) => {
    removeEndpoint(call.world, idIn(call));
    return { id: idIn(call), object: 'webhook_endpoint', deleted: true };
  }),
  route('POST /v2/core/event_destinations', destinationShape, ({ world, given }) => createDestination(world, given)),
  route('GET /v2/core/event_destinations', { include: texts, limit: integer }, ({ world, given }) =>
    pageOfV2(listDestinations(world, given.include)),
  ),
  route('DELETE /v2/core/event_destinations/:id', {}, (call) => {
    removeEndpoint(call.world, idIn(call));
    return { id: idIn(call), object: 'v2.core.event_destination' };
  }),
];

/** Types may end in a star: `charge.*`. */
const isType = (type: string, wanted: string) =>
  wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;

const accounts: Route[] = [
  route('POST /v2/core/accounts', accountShape, ({ world, given }) =>
    viewAccount(createAccount(world, given), given.include),
  ),
  route(
    'GET /v2/core/accounts',
    { limit: integer, include: texts, page: text, applied_configurations: texts, closed: flag },
    ({ world, given }) =>
      pageOfV2(
        world
          .all('account')
          .filter(({ id }) => !world.get('left', id))
          .reverse()
          .slice(0, given.limit ?? 20)
          .map((account) => viewAccount(account, given.include)),
      ),
  ),
  route('GET /v2/core/accounts/:id', retrieveAccountShape, (call) =>
    viewAccount(findAccount(call.world, idIn(call)), call.given.include),
  ),
  route('POST /v2/core/accounts/:id', accountShape, (call) =>
    viewAccount(updateAccount(call.world, idIn(call), call.given), call.given.include),
  ),
  route('POST /v2/core/account_links', linkShape, ({ world, given, origin }) => createLink(world, given, origin)),
  route(
    'POST /v1/payment_method_domains',
    { domain_name: required(text), enabled: flag, expand: texts },
    ({ world, account, given }) => createDomain(world, account, given.domain_name, given.enabled),
  ),
  route(
    'GET /v1/payment_method_domains',
    { ...paging, domain_name: text, enabled: flag },
    ({ world, account, given, path }) =>
      page(
        world
          .all('domain', account)
          .filter(({ domain_name }) => given.domain_name === undefined || domain_name === given.domain_name),
        given,
        path,
      ),
  ),
];

/** Every call that the sandbox's Stripe answers. */
export const ROUTES: readonly Route[] = [...intents, ...money, ...events, ...accounts];
