import { createElement, Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let { lazyPart, loadChunk, loadUntilDone, onChunkFailure } = await import('./lazy.ts');

const window = new EventTarget();
/** What a browser tells a page that is left; only a browser makes an event that is trusted. */
let leave = () => {};
const page = { online: false, reloads: 0, server: true };

beforeEach(async () => {
  Object.assign(page, { online: false, reloads: 0, server: true });
  const kept = new Map<string, string>();
  // As in a browser.
  vi.stubEnv('SSR', false);
  vi.stubGlobal('addEventListener', (type: string, listener: EventListener) => {
    if (type === 'beforeunload') leave = () => listener({ isTrusted: true } as Event);
    window.addEventListener(type, listener);
  });
  vi.stubGlobal('dispatchEvent', window.dispatchEvent.bind(window));
  vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window));
  vi.stubGlobal('navigator', {
    get onLine() {
      return page.online;
    },
  });
  vi.stubGlobal('location', { reload: () => page.reloads++ });
  vi.stubGlobal('fetch', () => (page.server ? Promise.resolve({ ok: true }) : Promise.reject(new TypeError('gone'))));
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  vi.resetModules();
  ({ lazyPart, loadChunk, loadUntilDone, onChunkFailure } = await import('./lazy.ts'));
});
afterEach(() => {
  onChunkFailure(() => undefined);
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

test('a part that cannot be loaded offline is reported once, removes nothing, and loads when the connection is back', async () => {
  const said = vi.fn();
  onChunkFailure(said);
  const import_ = vi.fn(() => (page.online ? Promise.resolve('part') : Promise.reject(new TypeError('no network'))));
  const part = loadUntilDone(loadChunk(import_));
  await vi.waitFor(() => expect(said).toHaveBeenCalledTimes(1));
  window.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(import_).toHaveBeenCalledTimes(2));
  page.online = true;
  await vi.waitFor(() => {
    window.dispatchEvent(new Event('online'));
    expect(import_).toHaveBeenCalledTimes(3);
  });
  expect(await part).toBe('part');
  expect(said).toHaveBeenCalledTimes(1);
  expect(page.reloads).toBe(0);
});

test('a page reloads for a file that is gone, but not while the server is unreachable', async () => {
  page.online = true;
  const gone = loadChunk(() => Promise.reject(new TypeError('404')));
  void gone();
  await vi.waitFor(() => expect(page.reloads).toBe(1));
  await expect(gone()).rejects.toThrow('could not be loaded');
  expect(page.reloads).toBe(1);
  page.server = false;
  await expect(gone()).rejects.toThrow('could not be loaded');
  expect(page.reloads).toBe(1);
  page.server = true;
  const unsaved = (event: Event) => event.preventDefault();
  window.addEventListener('beforeunload', unsaved);
  await expect(gone()).rejects.toThrow('could not be loaded');
  expect(page.reloads).toBe(1);
  window.removeEventListener('beforeunload', unsaved);
  void gone();
  await vi.waitFor(() => expect(page.reloads).toBe(2));
  await expect(gone()).rejects.toThrow('could not be loaded');
});

test('a page that is being left is not reloaded for the parts that its browser gives up with it', async () => {
  page.online = true;
  const gate = Promise.withResolvers<never>();
  const part = loadChunk(() => gate.promise)();
  leave();
  gate.reject(new TypeError('aborted'));
  await expect(part).rejects.toThrow('could not be loaded');
  expect(page.reloads).toBe(0);
});

test('a part that was loaded before is drawn at once, without the fallback', async () => {
  const Part = lazyPart(async () => ({ Greeting: () => 'Hello' }), 'Greeting');
  const drawn = () => renderToString(createElement(Suspense, { fallback: 'Loading' }, createElement(Part)));
  await Part.preload();
  expect(drawn()).toContain('Hello');
});

test('loading a part before it is needed fails in silence, and it is loaded again when it is shown', async () => {
  const said = vi.fn();
  onChunkFailure(said);
  const import_ = vi.fn(() => Promise.reject(new TypeError('no network')));
  await lazyPart(import_ as () => Promise<{ Greeting: () => string }>, 'Greeting').preload();
  expect(import_).toHaveBeenCalledTimes(1);
  expect(said).not.toHaveBeenCalled();
});
