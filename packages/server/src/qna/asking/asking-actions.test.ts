import { expect, test } from 'vitest';
import { createRoomLeft } from './asking-actions.ts';

const at = (second: number) => new Date(second * 1000);

/** Counts what is written, as the database does, and how often it was asked. */
function openEvent(most: number, had: number) {
  const counts = new Map([['e', had]]);
  let asked = 0;
  const room = createRoomLeft(async () => {
    asked += 1;
    return counts;
  }, most);
  const ask = async (some: number, second = 0) => {
    const known = await room(
      Array.from({ length: some }, () => 'e'),
      at(second),
    );
    counts.set('e', (counts.get('e') ?? 0) + some);
    return known.filter(Boolean).length;
  };
  return { ask, asked: () => asked, other: (more: number) => counts.set('e', (counts.get('e') ?? 0) + more) };
}

test('room for questions: an empty event is counted once for hundreds', async () => {
  const event = openEvent(5000, 0);
  for (let turn = 0; turn < 50; turn += 1) expect(await event.ask(5)).toBe(5);
  expect(event.asked()).toBe(1);
  expect(await event.ask(5)).toBe(5);
  expect(event.asked()).toBe(2);
});

test('room for questions: where little is left, the statement counts', async () => {
  const event = openEvent(5000, 4990);
  expect(await event.ask(3)).toBe(0);
});

test('room for questions: a count is not relied on for longer than ten seconds', async () => {
  const event = openEvent(5000, 0);
  expect(await event.ask(1, 0)).toBe(1);
  event.other(4999);
  expect(await event.ask(1, 9)).toBe(1);
  expect(await event.ask(1, 10)).toBe(0);
});

test('room for questions: more than is left of the share is not let through', async () => {
  const event = openEvent(100, 0);
  expect(await event.ask(8)).toBe(5);
});
