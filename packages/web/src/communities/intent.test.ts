import { afterEach, expect, test, vi } from 'vitest';
import { keepIntent, takeIntent } from './intent.ts';

const kept = new Map<string, string>();
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
});
afterEach(() => {
  kept.clear();
  vi.useRealTimers();
});

test('what was pressed before signing in is done once, and only for the same thing', () => {
  keepIntent('join', 'guild');
  expect(takeIntent('join', 'choir')).toBe(false);
  expect(takeIntent('ask', 'guild')).toBe(false);
  expect(takeIntent('join', 'guild')).toBe(true);
  expect(takeIntent('join', 'guild')).toBe(false);
});

test('after an hour nothing happens that is no longer expected', () => {
  vi.useFakeTimers();
  keepIntent('join', 'guild');
  vi.advanceTimersByTime(61 * 60_000);
  expect(takeIntent('join', 'guild')).toBe(false);
});

test('what is stored by somebody else is no intent', () => {
  kept.set('folkmoot.intent', 'no JSON');
  expect(takeIntent('join', 'guild')).toBe(false);
});
