import { expect, test } from 'vitest';
import { Turns } from './http/turns.ts';
import { createFreshFlight, createSingleFlight } from './single-flight.ts';

test('equal requests at the same moment share one result, and a later one gets a new result', async () => {
  const once = createSingleFlight<number>();
  let asked = 0;
  const ask = async () => {
    asked += 1;
    return asked;
  };
  expect(await Promise.all([once('a', ask), once('a', ask), once('b', ask)])).toEqual([1, 1, 2]);
  expect(await once('a', ask)).toBe(3);
});

test('a failure reaches everybody who was waiting, and nobody after them', async () => {
  const once = createSingleFlight<string>();
  const fails = () => Promise.reject(new Error('away'));
  const both = await Promise.allSettled([once('a', fails), once('a', fails)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await once('a', async () => 'back')).toBe('back');
});

test('a read is shared once it has begun, so nobody waits for the turn of another caller', async () => {
  const shared = createSingleFlight<string>();
  const turns = new Turns(1);
  const read = (caller: string) =>
    shared.running('event') ?? turns.take(caller, () => shared('event', async () => `read for ${caller}`));
  const held = Promise.withResolvers<void>();
  const before = turns.take('an office', () => held.promise);
  const waiting = read('an office');
  expect(await read('somebody else')).toBe('read for somebody else');
  held.resolve();
  await before;
  expect(await waiting).toBe('read for an office');
});

test('callers that come while an answer is on its way share the next one', async () => {
  const fresh = createFreshFlight<string>();
  const held = Promise.withResolvers<void>();
  let state = 'before';
  let reads = 0;
  const read = async () => {
    reads += 1;
    const found = state;
    await held.promise;
    return found;
  };
  const first = fresh('page', read);
  state = 'after';
  const later = [fresh('page', read), fresh('page', read), fresh('page', read)];
  held.resolve();
  expect(await first).toBe('before');
  expect(await Promise.all(later)).toEqual(['after', 'after', 'after']);
  expect(reads).toBe(2);
  expect(await fresh('page', read)).toBe('after');
  expect(reads).toBe(3);
});

test('a fresh answer follows one that failed', async () => {
  const fresh = createFreshFlight<string>();
  const both = await Promise.allSettled([
    fresh('page', () => Promise.reject(new Error('away'))),
    fresh('page', async () => 'back'),
  ]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});
