import type { AttachmentView } from '@folkmoot/contract/media/schema.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const session = vi.hoisted(() => ({ userId: 'ines', listeners: new Set<() => void>() }));
vi.mock('../../core/api-client.ts', () => ({ call: vi.fn(async () => ({})) }));
vi.mock('../../core/token.ts', () => ({
  sessionState: () => ({ status: 'signedIn', userId: session.userId, sessionId: 's' }),
  onSession: (listener: () => void) => session.listeners.add(listener),
}));

const kept = new Map<string, string>();
const ID = '0192d3a0-0000-7000-8000-000000000001';
const file: AttachmentView = {
  ...{ id: ID, fileName: 'kiln.jpg', fileType: 'image', type: 'message', mimeType: 'image/jpeg', size: 10 },
  ...{ url: `/files/${ID}/original`, thumbnailUrl: null, fileKey: 'k', width: 4, height: 3, alt: '', state: 'ready' },
};

/** A fresh page. */
async function openPage() {
  vi.resetModules();
  session.listeners.clear();
  return import('./drafts.ts');
}

beforeEach(() => {
  kept.clear();
  session.userId = 'ines';
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('a draft keeps its text, its reply and its files through a reload', async () => {
  const quote = { id: ID, seq: 4, authorId: null, text: 'before', attachments: 0 };
  const before = await openPage();
  before.writeDraft('c', { text: 'half a thought', replyTo: quote, attachments: [file] });
  const after = await openPage();
  expect(after.draftOf('c')).toMatchObject({ text: 'half a thought', replyTo: quote });
  expect(after.trayOf('c').items()).toMatchObject([{ fileName: 'kiln.jpg', attachment: file }]);
});

test('a removed file leaves the draft, and an empty draft leaves nothing behind', async () => {
  const { writeDraft, trayOf, draftOf } = await openPage();
  writeDraft('c', { attachments: [file] });
  trayOf('c').remove(ID);
  expect(draftOf('c').attachments).toEqual([]);
  expect(kept.size).toBe(0);
});

test('drafts are kept per person', async () => {
  const { writeDraft, draftOf } = await openPage();
  writeDraft('c', { text: 'mine' });
  session.userId = 'otto';
  for (const listener of session.listeners) listener();
  expect(draftOf('c').text).toBe('');
});

test('drafts of an earlier version are read, and invalid ones are not', async () => {
  kept.set('folkmoot.draft.ines.c', JSON.stringify('only text'));
  kept.set('folkmoot.draft.ines.d', '{{');
  const { draftOf } = await openPage();
  expect(draftOf('c').text).toBe('only text');
  expect(draftOf('d').text).toBe('');
});
