import { afterEach, expect, test, vi } from 'vitest';
import { forgetWritten } from './storage.ts';

afterEach(() => vi.unstubAllGlobals());

function storageOf(...keys: string[]) {
  const kept = new Set(keys);
  return {
    kept,
    get length() {
      return kept.size;
    },
    key: (index: number) => [...kept][index] ?? null,
    removeItem: (key: string) => kept.delete(key),
  };
}

test('unsent text is forgotten on signing out, and the rest stays', () => {
  const local = storageOf('folkmoot.draft.a.1', 'folkmoot.draft.a.2', 'folkmoot.panel', 'other');
  const session = storageOf('folkmoot.outbox.a.1', 'folkmoot.pass.e', 'folkmoot.reloaded', 'folkmoot.outbox.b.1');
  vi.stubGlobal('localStorage', local);
  vi.stubGlobal('sessionStorage', session);
  forgetWritten();
  expect([...local.kept]).toEqual(['folkmoot.panel', 'other']);
  expect([...session.kept]).toEqual(['folkmoot.reloaded']);
});

test('blocked storage causes no error', () => {
  vi.stubGlobal('localStorage', undefined);
  expect(forgetWritten).not.toThrow();
});
