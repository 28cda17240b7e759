import { afterEach, expect, test, vi } from 'vitest';
import { channelToOpen, forgetChannel, rememberChannel } from './last-channel.ts';

const kept = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
});
afterEach(() => kept.clear());

const guild = { id: 'guild', firstChannelId: 'general' };

test('a community opens with the channel that was last open in it, else with its first', () => {
  expect(channelToOpen(guild)).toBe('general');
  rememberChannel('guild', 'looms');
  rememberChannel('choir', 'altos');
  expect(channelToOpen(guild)).toBe('looms');
  expect(channelToOpen({ id: 'choir', firstChannelId: null })).toBe('altos');
  expect(channelToOpen({ id: 'allotments', firstChannelId: null })).toBeUndefined();
});

test('a channel that you can no longer open is forgotten, and no other', () => {
  rememberChannel('guild', 'looms');
  rememberChannel('choir', 'altos');
  forgetChannel('looms');
  expect(channelToOpen(guild)).toBe('general');
  expect(channelToOpen({ id: 'choir', firstChannelId: null })).toBe('altos');
});

test.each(['no JSON', '[]', 'null', '{"guild":7}'])('stored values that are not ours are ignored: %s', (stored) => {
  kept.set('folkmoot.channels', stored);
  expect(channelToOpen(guild)).toBe('general');
  rememberChannel('guild', 'looms');
  expect(channelToOpen(guild)).toBe('looms');
});
