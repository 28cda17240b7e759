import { type Endpoint, type EventRow, PLATFORM, type World } from '../world.ts';

/** The version whose shapes the sandbox has: that of the `stripe` package which the product uses. */
export const API_VERSION = '2026-10-28.endive';

function isFor({ payload, connected, events }: Endpoint, { account, thin, type }: EventRow): boolean {
  if (payload !== (thin ? 'thin' : 'snapshot')) return false;
  if (connected !== (account !== PLATFORM)) return false;
  return events.includes('*') || events.includes(type);
}

/** Puts an event on its way to every endpoint that wants it, as the settings say. */
function send(world: World, id: string, row: EventRow): void {
  for (const { id: endpoint } of world.all('endpoint').filter((one) => isFor(one, row))) {
    const { hold, delayMs, repeat, drop } = world.settings;
    if (drop > 0) world.settings = { ...world.settings, drop: drop - 1 };
    const state = drop > 0 ? 'dropped' : hold ? 'held' : 'waiting';
    for (let copies = repeat ? 2 : 1; copies > 0; copies--) {
      const delivery = world.newId('del_');
      world.put('delivery', row.account, delivery, {
        id: delivery,
        event: id,
        endpoint,
        state,
        dueAt: world.ms + delayMs,
        attempts: [],
      });
    }
  }
}

/**
 * Something has happened to an object of API v1. Its event carries the object as it is now.
 *
 * @param account where it happened.
 * @param before what was different, as `previous_attributes`.
 */
export function emit(
  world: World,
  account: string,
  type: string,
  object: object,
  before?: Record<string, unknown>,
): void {
  if (world.isImporting) return;
  const id = world.newId('evt_');
  const event = {
    ...{ id, object: 'event', api_version: API_VERSION, created: world.seconds, livemode: false },
    ...(account !== PLATFORM && { account }),
    data: { object: structuredClone(object), ...(before && { previous_attributes: before }) },
    ...{ pending_webhooks: 0, request: world.request ?? { id: null, idempotency_key: null }, type },
  };
  const row: EventRow = { account, object: event, thin: false, created: world.seconds, type };
  world.put('event', account, id, row);
  send(world, id, row);
}

/** An account has changed. Its event says which one, and no more: v2 wants it to be read again. */
export function emitThin(world: World, account: string, type: string): void {
  if (world.isImporting) return;
  const id = world.newId('evt_');
  const event = {
    ...{
      id,
      object: 'v2.core.event',
      type,
      livemode: false,
      created: new Date(world.ms).toISOString(),
      context: account,
    },
    related_object: { id: account, type: 'v2.core.account', url: `/v2/core/accounts/${account}` },
    ...(world.request && { reason: { type: 'request', request: world.request } }),
  };
  const row: EventRow = { account, object: event, thin: true, created: world.seconds, type };
  world.put('event', account, id, row);
  send(world, id, row);
}
