import { afterEach, expect, test, vi } from 'vitest';
import { communityOfIntent, keepIntent, takeIntent } from './intent.ts';

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

test('the sign-in pages can name the community, but no invitation, which they describe themselves', () => {
  expect(communityOfIntent()).toBeUndefined();
  keepIntent('join', 'guild', { name: 'Makers’ Guild', logo: null });
  expect(communityOfIntent()).toEqual({ id: 'guild', name: 'Makers’ Guild', logo: null });
  keepIntent('accept', 'code', { name: 'Makers’ Guild', logo: null });
  expect(communityOfIntent()).toBeUndefined();
});

test('after an hour nothing happens that is no longer expected', () => {
  vi.useFakeTimers();
  keepIntent('join', 'guild', { name: 'Makers’ Guild', logo: null });
  vi.advanceTimersByTime(61 * 60_000);
  expect(communityOfIntent()).toBeUndefined();
  expect(takeIntent('join', 'guild')).toBe(false);
});

test('what is stored by somebody else is no intent', () => {
  kept.set('folkmoot.intent', 'no JSON');
  expect(takeIntent('join', 'guild')).toBe(false);
});
