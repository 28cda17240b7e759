import { beforeEach, expect, test, vi } from 'vitest';
import { noteRecent, recents } from './recents.ts';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});

test('recents: the latest comes first, nothing is listed twice, and eight are kept at most', () => {
  for (const id of ['a', 'b', 'c', 'a']) noteRecent({ kind: 'channel', id });
  noteRecent({ kind: 'chat', id: 'a' });
  expect(recents()).toEqual([
    { kind: 'chat', id: 'a' },
    { kind: 'channel', id: 'a' },
    { kind: 'channel', id: 'c' },
    { kind: 'channel', id: 'b' },
  ]);
  for (let n = 0; n < 20; n += 1) noteRecent({ kind: 'channel', id: String(n) });
  expect(recents()).toHaveLength(8);
});

test.each([['{'], ['null'], ['{}'], ['[null, 3, {"kind": "event", "id": "x"}, {"kind": "chat"}]']])(
  'recents: what is stored and makes no sense is passed over: %s',
  (stored) => {
    kept.set('folkmoot.recents', stored);
    expect(recents()).toEqual([]);
  },
);
