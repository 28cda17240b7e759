import {
  askDocument,
  comeBack,
  finishAccount,
  leavePlatform,
  pauseAccount,
  reviewAccount,
} from './accounts/accounts.ts';
import type { Fault } from './api.ts';
import type { Clockwork } from './clockwork.ts';
import { answerChallenge, failDebit, settleDebit } from './payments/confirm.ts';
import { decideDispute, openDispute } from './payments/disputes.ts';
import { completeRefund, createRefund, failRefund } from './payments/refunds.ts';
import { importFacts } from './seed.ts';
import { invalid, missing } from './wire/errors.ts';
import type { Fields } from './wire/form.ts';
import { flag, ignored, integer, oneOf, type Read, readParameters, type Shape, text } from './wire/parameters.ts';
import type { Kind, World } from './world.ts';

type Act = { world: World; clockwork: Clockwork; faults: Fault[]; id: string; account: string };
type Command = { pattern: RegExp; kind: Kind | undefined; run: (act: Act, fields: Fields) => unknown };

/** @param kind what the path's id names; it must exist. */
function command<S extends Shape>(
  path: string,
  kind: Kind | undefined,
  shape: S,
  run: (act: Act, given: Read<S>) => unknown,
): Command {
  return {
    pattern: new RegExp(`^/sandbox/${path.replace(':id', '([^/]+)')}$`),
    kind,
    run: (act, fields) => run(act, readParameters(shape, fields)),
  };
}

const settings = {
  hold: flag,
  repeat: flag,
  delayMs: integer,
  drop: integer,
  debitSeconds: integer,
  refundSeconds: integer,
  disputeSeconds: integer,
};
const answers = { country: text, currency: text };
const answersOf = ({ country, currency }: Read<typeof answers>) =>
  country !== undefined && currency !== undefined ? { country, currency } : undefined;

const COMMANDS: readonly Command[] = [
  command('settings', undefined, settings, ({ world }, given) => {
    const changed = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    world.settings = { ...world.settings, ...changed };
    const { secretKey: _, publishableKey: __, ...rest } = world.settings;
    return rest;
  }),
  command('faults', undefined, { faults: ignored }, ({ faults }, given) => {
    if (!Array.isArray(given.faults)) throw invalid('Invalid array', undefined, 'faults');
    faults.splice(0, faults.length, ...(given.faults as Fault[]));
    return { faults };
  }),
  command('due', undefined, {}, ({ clockwork }) => {
    clockwork.hurry();
    return {};
  }),
  command('import', undefined, { accounts: ignored, payments: ignored }, ({ world }, given) =>
    importFacts(world, given),
  ),
  command('payment_intents/:id/settle', 'payment_intent', {}, ({ world, account, id }) =>
    settleDebit(world, account, id),
  ),
  command('payment_intents/:id/fail', 'payment_intent', {}, ({ world, account, id }) => failDebit(world, account, id)),
  command('payment_intents/:id/authenticate', 'payment_intent', { passed: flag }, ({ world, id }, { passed = true }) =>
    answerChallenge(world, id, world.get('challenge', id)?.secret ?? '', passed),
  ),
  command('charges/:id/dispute', 'charge', { reason: text }, ({ world, account, id }, { reason = 'fraudulent' }) =>
    openDispute(world, account, id, reason),
  ),
  command(
    'charges/:id/refund',
    'charge',
    { amount: integer, refund_application_fee: flag },
    ({ world, account, id }, given) =>
      createRefund(world, account, {
        ...given,
        charge: id,
        payment_intent: undefined,
        reason: 'requested_by_customer',
        metadata: undefined,
      }),
  ),
  command(
    'disputes/:id/decide',
    'dispute',
    { status: oneOf('won', 'lost') },
    ({ world, account, id }, { status = 'lost' }) => decideDispute(world, account, id, status),
  ),
  command('refunds/:id/fail', 'refund', {}, ({ world, account, id }) => failRefund(world, account, id)),
  command('refunds/:id/complete', 'refund', {}, ({ world, account, id }) => completeRefund(world, account, id)),
  command('accounts/:id/finish', 'account', answers, ({ world, id }, given) =>
    finishAccount(world, id, answersOf(given)),
  ),
  command('accounts/:id/document', 'account', answers, ({ world, id }, given) =>
    askDocument(world, id, answersOf(given)),
  ),
  command('accounts/:id/review', 'account', {}, ({ world, id }) => reviewAccount(world, id)),
  command('accounts/:id/pause', 'account', {}, ({ world, id }) => pauseAccount(world, id)),
  command('accounts/:id/leave', 'account', {}, ({ world, id }) => leavePlatform(world, id)),
  command('accounts/:id/return', 'account', {}, ({ world, id }) => comeBack(world, id)),
  command('accounts/:id/resume', 'account', {}, ({ world, id }) => finishAccount(world, id)),
  command(
    'deliveries/release',
    undefined,
    { order: oneOf('oldest', 'newest', 'shuffled') },
    ({ world }, { order = 'oldest' }) => release(world, order),
  ),
  command('deliveries/:id/send', 'delivery', {}, ({ world, account, id }) => again(world, account, id)),
  command('deliveries/:id/drop', 'delivery', {}, ({ world, account, id }) => {
    const delivery = world.get('delivery', id);
    return delivery && world.put('delivery', account, id, { ...delivery, state: 'dropped' });
  }),
];

/** How far apart released deliveries start, so that they arrive in the order that was chosen. */
const APART_MS = 150;

function release(world: World, order: 'oldest' | 'newest' | 'shuffled'): { released: number } {
  const held = world.openDeliveries.filter(({ state }) => state === 'held');
  const sorted =
    order === 'newest' ? held.reverse() : order === 'shuffled' ? held.sort(() => Math.random() - 0.5) : held;
  for (const [at, delivery] of sorted.entries())
    world.put('delivery', world.accountOf('delivery', delivery.id) ?? '', delivery.id, {
      ...delivery,
      state: 'waiting',
      dueAt: world.ms + at * APART_MS,
    });
  return { released: sorted.length };
}

/** Sends an event again to the same endpoint: one that never arrived now, or one that did a second time. */
function again(world: World, account: string, id: string): unknown {
  const delivery = world.get('delivery', id);
  if (!delivery) throw missing('delivery', id);
  if (!world.get('endpoint', delivery.endpoint)) throw invalid('The endpoint of this delivery has been removed.');
  if (delivery.state !== 'delivered')
    return world.put('delivery', account, id, { ...delivery, state: 'waiting', dueAt: world.ms });
  const copy = world.newId('del_');
  return world.put('delivery', account, copy, {
    ...delivery,
    id: copy,
    state: 'waiting',
    dueAt: world.ms,
    attempts: [],
  });
}

/**
 * Does what Stripe, a bank or a host would do: for tests, and for the control page.
 *
 * @throws Refusal if there is no such thing to do.
 */
export function control(path: string, fields: Fields, tools: Omit<Act, 'id' | 'account'>): unknown {
  for (const { pattern, kind, run } of COMMANDS) {
    const match = pattern.exec(path);
    if (!match) continue;
    const id = match[1] ?? '';
    const account = kind === undefined ? '' : tools.world.accountOf(kind, id);
    if (account === undefined) throw missing(kind ?? 'object', id);
    return run({ ...tools, id, account }, fields);
  }
  throw invalid(`There is no ${path} in the sandbox.`, undefined, undefined, 404);
}

const SHOWN = 100;

/** What the control page shows: the newest of everything. */
export function overview(world: World): object {
  const newest = <T>(items: T[]): T[] => items.reverse().slice(0, SHOWN);
  const withAccount = <T extends { id: string }>(kind: Kind, items: T[]) =>
    newest(items).map((item) => ({ ...item, account: world.accountOf(kind, item.id) }));
  const { secretKey: _, publishableKey: __, ...rest } = world.settings;
  const deliveries = world.all('delivery');
  const urls = new Map(world.all('endpoint').map(({ id, url }) => [id, url]));
  return {
    settings: rest,
    accounts: newest(world.all('account')),
    payments: withAccount('payment_intent', world.all('payment_intent')).map((intent) => ({
      ...intent,
      client_secret: null,
    })),
    refunds: withAccount('refund', world.all('refund')),
    disputes: withAccount('dispute', world.all('dispute')),
    endpoints: world
      .all('endpoint')
      .map(({ id, url, payload, connected, events }) => ({ id, url, payload, connected, events })),
    events: newest([...world.all('event')]).map(({ account, object, thin, type, created }) => {
      const { id } = object as { id: string };
      const sent = deliveries
        .filter(({ event }) => event === id)
        .map((delivery) => ({ ...delivery, url: urls.get(delivery.endpoint) ?? null }));
      return { id, account, type, thin, created, deliveries: sent };
    }),
    tasks: world.all('task'),
  };
}
