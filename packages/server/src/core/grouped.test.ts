import { expect, test } from 'vitest';
import { createBatched, createBatchedBy, createGrouped } from './grouped.ts';

test('grouped writes: what arrives while one is under way is written together after it, each once', async () => {
  const written: number[][] = [];
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const write = createGrouped<number>((parts) => {
    written.push(parts);
    return gates[written.length - 1]?.promise ?? Promise.resolve();
  });
  const first = write(1);
  await Promise.resolve();
  await Promise.resolve();
  const rest = [write(2), write(3)];
  expect(written).toEqual([[1]]);
  gates[0]?.resolve();
  await first;
  gates[1]?.resolve();
  await Promise.all(rest);
  expect(written).toEqual([[1], [2, 3]]);
});

test('grouped writes: an error reaches those whose part was in the write, and the next are written', async () => {
  let fails = true;
  const write = createGrouped<number>(async () => {
    if (fails) throw new Error('full');
  });
  await expect(write(1)).rejects.toThrow('full');
  fails = false;
  await expect(write(2)).resolves.toBeUndefined();
});

test('each caller gets its own result, and one that cannot be written fails alone', async () => {
  const written: number[][] = [];
  const write = createBatched<number, string>(async (parts) => {
    written.push(parts);
    if (parts.includes(3)) throw new Error('No threes.');
    return parts.map((part) => `<${part}>`);
  });
  const all = await Promise.allSettled([1, 2, 3, 4].map(write));
  expect(all.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual([
    ...['<1>', '<2>', 'Error: No threes.', '<4>'],
  ]);
  expect(written).toEqual([[1, 2, 3, 4], [1], [2], [3], [4]]);
  expect(await write(5)).toBe('<5>');
});

test('parts are written together with those of the same thing, and wait for no other thing', async () => {
  const written: string[][] = [];
  const slow = Promise.withResolvers<void>();
  const write = createBatchedBy<string, string>(
    (part) => part.slice(0, 1),
    async (parts) => {
      written.push(parts);
      if (parts.includes('a1')) await slow.promise;
      return parts.map((part) => `<${part}>`);
    },
  );
  const first = write('a1');
  await Promise.resolve();
  await Promise.resolve();
  const rest = [write('a2'), write('a3')];
  expect(await write('b1')).toBe('<b1>');
  expect(written).toEqual([['a1'], ['b1']]);
  slow.resolve();
  expect(await Promise.all([first, ...rest])).toEqual(['<a1>', '<a2>', '<a3>']);
  expect(written).toEqual([['a1'], ['b1'], ['a2', 'a3']]);
});
