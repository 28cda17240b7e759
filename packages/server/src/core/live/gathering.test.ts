import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Attendance } from './attendance.ts';
import { GATHER_MS, Gathering } from './gathering.ts';
import type { Effect, GatherEffect } from './live.ts';

beforeEach(
  () =>
    void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] }),
);
afterEach(() => void vi.useRealTimers());

const votes = (_id: string, rev: number): GatherEffect => ({
  ...{ do: 'gather', room: 'qna:e', name: 'question.votes', about: { eventId: 'e' }, list: 'votes' },
  items: [{ _id, rev }],
});

test('live: the newest of each thing goes out at once, and then four times a second at most', () => {
  const frames: { votes: { _id: string; rev: number }[] }[] = [];
  const gathering = new Gathering((_room, text) => frames.push(JSON.parse(text).data));
  gathering.add(votes('a', 1));
  vi.advanceTimersByTime(0);
  expect(frames).toEqual([{ eventId: 'e', votes: [{ _id: 'a', rev: 1 }] }]);
  for (let rev = 2; rev < 100; rev += 1) {
    gathering.add(votes('a', rev));
    gathering.add(votes('b', 1));
    vi.advanceTimersByTime(10);
  }
  expect(frames.length).toBeLessThanOrEqual(1 + Math.ceil(980 / GATHER_MS));
  // An older count that arrives late is not told.
  gathering.add(votes('a', 50));
  vi.advanceTimersByTime(1000);
  expect(frames.at(-1)?.votes.find(({ _id }) => _id === 'a')?.rev).toBe(99);
  const before = frames.length;
  vi.advanceTimersByTime(10_000);
  expect(frames.length).toBe(before);
  gathering.close();
});

test('live: people who watch are counted once over all processes, and told every five seconds at most', () => {
  const told: number[][] = [[], []];
  const all: Attendance[] = [];
  const share = (from: number) => (effects: Effect[]) => {
    for (const [at, other] of all.entries())
      if (at !== from) for (const effect of effects) if (effect.do === 'attendance') other.heard(effect);
  };
  for (const at of [0, 1])
    all.push(new Attendance({ share: share(at), tell: (_event, people) => told[at]?.push(people.length) }));
  const [one, two] = all as [Attendance, Attendance];
  one.came('e', 'ana');
  one.came('e', 'ana');
  two.came('e', 'ana');
  two.came('e', 'ben');
  vi.advanceTimersByTime(6000);
  expect([one.count('e'), two.count('e')]).toEqual([2, 2]);
  expect(told.map((numbers) => numbers.at(-1))).toEqual([2, 2]);
  const before = told[0]?.length ?? 0;
  for (let n = 0; n < 100; n += 1) {
    one.came('e', `guest ${n}`);
    vi.advanceTimersByTime(100);
  }
  expect((told[0]?.length ?? 0) - before).toBeLessThanOrEqual(3);
  // A process that says nothing any more is not believed for long.
  two.close();
  for (let n = 0; n < 100; n += 1) one.went('e', `guest ${n}`);
  one.went('e', 'ana');
  vi.advanceTimersByTime(60_000);
  expect(one.count('e')).toBe(1);
  expect(told[0]?.at(-1)).toBe(1);
  one.close();
});
