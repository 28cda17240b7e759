import type { Kind, World } from '../world.ts';
import { invalid } from './errors.ts';

type Listed = { id: string; created: number };
type Paging = { limit: number | undefined; starting_after: string | undefined; ending_before: string | undefined };
type Range = { gt?: number; gte?: number; lt?: number; lte?: number } | undefined;
export type List<T> = { object: 'list'; data: T[]; has_more: boolean; url: string };

/** Whether a moment lies in a range. */
export function isWithin(at: number, range: Range): boolean {
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range ?? {};
  return at > gt && at >= gte && at < lt && at <= lte;
}

/**
 * A page of a list, newest first.
 *
 * @param items in the order they were made.
 */
export function page<T extends Listed>(
  items: readonly T[],
  { limit = 10, starting_after, ending_before }: Paging,
  url: string,
): List<T> {
  if (limit < 1 || limit > 100)
    throw invalid(
      `This value must be ${limit < 1 ? 'greater than or equal to 1' : 'less than or equal to 100'}.`,
      'parameter_invalid_integer',
      'limit',
    );
  if (starting_after !== undefined && ending_before !== undefined)
    throw invalid('You may only specify one of these parameters: starting_after, ending_before.');
  const sorted = items
    .map((item, order) => ({ item, order }))
    .sort((one, other) => other.item.created - one.item.created || other.order - one.order);
  const newest = sorted.map(({ item }) => item);
  const at = (id: string, name: string) => {
    const found = newest.findIndex((item) => item.id === id);
    if (found < 0) throw invalid(`No such object: '${id}'`, 'resource_missing', name);
    return found;
  };
  if (ending_before !== undefined) {
    const end = at(ending_before, 'ending_before');
    const from = Math.max(0, end - limit);
    return { object: 'list', data: newest.slice(from, end), has_more: from > 0, url };
  }
  const from = starting_after === undefined ? 0 : at(starting_after, 'starting_after') + 1;
  return { object: 'list', data: newest.slice(from, from + limit), has_more: newest.length > from + limit, url };
}

/** A page of a list of v2. Its pages are not divided: the sandbox has few of these. */
export function pageOfV2<T>(data: readonly T[]): { data: readonly T[]; next_page_url: null; previous_page_url: null } {
  return { data, next_page_url: null, previous_page_url: null };
}

/** What ids begin with. */
const KINDS: Readonly<Record<string, Kind>> = {
  ...{ pi: 'payment_intent', ch: 'charge', py: 'charge', txn: 'balance_transaction', re: 'refund', pyr: 'refund' },
  ...{ fee: 'application_fee', fr: 'fee_refund', du: 'dispute', pm: 'payment_method' },
};
const DEEPEST = 4;

/** The object behind an id, for `expand`. Fees are the platform's, and may be read with the account's objects. */
function find(world: World, id: string): object | undefined {
  const prefix = id.slice(0, id.indexOf('_'));
  const kind = Object.hasOwn(KINDS, prefix) ? KINDS[prefix] : undefined;
  return kind && world.get(kind, id);
}

/**
 * Replaces ids by their objects, as the paths of `expand` ask.
 *
 * @throws Refusal if a path leads nowhere.
 */
export function expanded(world: World, object: unknown, paths: readonly string[] = []): unknown {
  return paths.reduce((whole, path) => {
    const names = path.split('.');
    if (names.length > DEEPEST)
      throw invalid(
        `You cannot expand more than ${DEEPEST} levels of a property. Property: ${path}`,
        undefined,
        'expand',
      );
    return grow(world, whole, names, path);
  }, object);
}

function grow(world: World, value: unknown, [name, ...rest]: string[], path: string): unknown {
  if (name === undefined || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => grow(world, item, [name, ...rest], path));
  const wrong = invalid(`This property cannot be expanded (${name}).`, undefined, 'expand');
  if (typeof value !== 'object') throw wrong;
  const holder = value as Record<string, unknown>;
  if (name === 'refunds' && holder.object === 'charge') {
    const refunds = world.all('refund').filter(({ charge }) => charge === holder.id);
    const list = page(
      refunds,
      { limit: 10, starting_after: undefined, ending_before: undefined },
      `/v1/charges/${holder.id}/refunds`,
    );
    return { ...holder, refunds: rest.length === 0 ? list : grow(world, list, rest, path) };
  }
  if (!Object.hasOwn(holder, name)) throw wrong;
  const inner = holder[name];
  if (inner === null) return value;
  const found = typeof inner === 'string' ? find(world, inner) : inner;
  if (found === undefined) throw wrong;
  return { ...holder, [name]: rest.length === 0 ? found : grow(world, found, rest, path) };
}
