import { expect, test } from 'vitest';
import { HttpError } from './errors.ts';
import { Turns } from './turns.ts';

function gate() {
  let open: () => void = () => undefined;
  const shut = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { shut, open };
}

test('a caller has two calls running, further ones wait in order, and nobody else waits for them', async () => {
  const turns = new Turns(2);
  const [begun, gates]: [string[], ReturnType<typeof gate>[]] = [[], []];
  const call = (caller: string, name: string) =>
    turns.take(caller, () => {
      begun.push(name);
      const one = gate();
      gates.push(one);
      return one.shut;
    });
  const all = [1, 2, 3, 4].map((n) => call('mallory', `m${n}`));
  all.push(call('ana', 'a1'));
  await Promise.resolve();
  expect(begun).toEqual(['m1', 'm2', 'a1']);
  gates[0]?.open();
  await all[0];
  await Promise.resolve();
  expect(begun).toEqual(['m1', 'm2', 'a1', 'm3']);
  for (let n = 1; n < 5; n += 1) {
    gates[n]?.open();
    await new Promise(setImmediate);
  }
  await Promise.all(all);
  expect(turns.callers).toBe(0);
});

test('a failed call passes its turn on, and an endless queue is refused', async () => {
  const turns = new Turns(1);
  const one = gate();
  const first = turns.take('mallory', () => one.shut.then(() => Promise.reject(new Error('no'))));
  const waiting = Array.from({ length: 300 }, () => turns.take('mallory', async () => 1));
  await expect(turns.take('mallory', async () => 1)).rejects.toBeInstanceOf(HttpError);
  one.open();
  await expect(first).rejects.toThrow('no');
  expect(await Promise.all(waiting)).toHaveLength(300);
  expect(turns.callers).toBe(0);
});
