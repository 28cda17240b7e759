import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepLocation, nearLocation, onNear } from './near.ts';
import { askPosition, PositionRefused } from './position.ts';

const leeds = { description: 'Leeds, England', locality: 'Leeds', latLng: { lat: 53.8, lng: -1.55 }, miles: 25 };
const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('isSecureContext', true);
});
afterEach(() => vi.unstubAllGlobals());

test('one search location is stored, and subscribers are told when it changes', () => {
  const heard = vi.fn();
  const stop = onNear(heard);
  expect(nearLocation()).toBeUndefined();
  keepLocation(leeds);
  expect(nearLocation()).toEqual(leeds);
  expect(nearLocation()).toBe(nearLocation());
  keepLocation(undefined);
  expect([nearLocation(), kept.size]).toEqual([undefined, 0]);
  expect(heard).toHaveBeenCalledTimes(2);
  window.dispatchEvent(new Event('storage'));
  expect(heard).toHaveBeenCalledTimes(3);
  stop();
  keepLocation(leeds);
  expect(heard).toHaveBeenCalledTimes(3);
});

test.each([['invalid JSON'], ['{}'], ['null'], [JSON.stringify({ ...leeds, miles: 0 })]])(
  '%s is not read as a location',
  (text) => {
    kept.set('folkmoot.search-location', text);
    expect(nearLocation()).toBeUndefined();
  },
);

const geolocation = (answer: (yes: PositionCallback, no: PositionErrorCallback) => void) =>
  ({ getCurrentPosition: answer }) as unknown as Geolocation;

test('a position is rounded to the precision needed', async () => {
  const coords = { latitude: 53.8007554, longitude: -1.5490774 };
  const browser = geolocation((yes) => yes({ coords } as GeolocationPosition));
  expect(await askPosition(browser)).toEqual({ lat: 53.801, lng: -1.549 });
});

test.each([
  ['refused', geolocation((_, no) => no({ code: 1, PERMISSION_DENIED: 1 } as GeolocationPositionError)), /Allow it/],
  ['not found', geolocation((_, no) => no({ code: 3, PERMISSION_DENIED: 1 } as GeolocationPositionError)), /Try again/],
])('a position that is %s is reported in a sentence', async (_, browser, sentence) => {
  await expect(askPosition(browser)).rejects.toThrow(PositionRefused);
  await expect(askPosition(browser)).rejects.toThrow(sentence);
});
