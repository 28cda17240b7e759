import { LIMITS, QuestionKey } from '@folkmoot/contract/qna/schema.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { forgetKey, keepDraft, keepKey, keptDraft, keptKeys, newKey } from './kept.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});

test('keys: each is new, and as the server wants it', () => {
  const keys = Array.from({ length: 50 }, newKey);
  expect(new Set(keys).size).toBe(50);
  for (const key of keys) expect(QuestionKey.safeParse(key).success).toBe(true);
});

test('keys: are kept by event, the latest first, once each, and as many as can be asked about', () => {
  keepKey('one', 'a');
  keepKey('one', 'b');
  keepKey('one', 'a');
  keepKey('two', 'c');
  expect(keptKeys('one')).toEqual(['a', 'b']);
  forgetKey('one', 'a');
  expect(keptKeys('one')).toEqual(['b']);
  for (let at = 0; at < LIMITS.keys + 5; at += 1) keepKey('one', `k${at}`);
  expect(keptKeys('one')).toHaveLength(LIMITS.keys);
  expect(keptKeys('one')[0]).toBe(`k${LIMITS.keys + 4}`);
});

test('drafts: what is typed comes back with its key; what cannot be read begins anew', () => {
  const draft = { content: 'Why?', isAnonymous: true, key: newKey() };
  keepDraft('one', draft);
  expect(keptDraft('one')).toEqual(draft);
  localStorage.setItem('folkmoot.draft.qna.one', '{"content":3}');
  expect(keptDraft('one')).toMatchObject({ content: '', isAnonymous: false });
  keepDraft('one', { ...draft, content: '' });
  expect(keptDraft('one')).toMatchObject({ content: '', isAnonymous: true });
  keepDraft('one', { ...draft, content: '', isAnonymous: false });
  expect(localStorage.getItem('folkmoot.draft.qna.one')).toBeNull();
});
