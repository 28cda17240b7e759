import type { AttachmentView } from '@folkmoot/contract/media/schema.ts';
import { expect, test, vi } from 'vitest';
import type { Upload, UploadState } from '../upload/upload.ts';
import { AttachmentDrafts, arrived, itemOf } from './attachment-list.ts';
import { ratioOf, sizeWords } from './format-bytes.ts';

const call = vi.hoisted(() => vi.fn());
vi.mock('../../core/api-client.ts', () => ({ call }));

const file = (name: string) => new File(['some bytes'], name, { type: 'text/plain' });

/** An upload that goes as far as the test says. */
function told(chosen: File) {
  const listeners = new Set<() => void>();
  let state: UploadState = { step: 'preparing' };
  const become = (next: UploadState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const upload: Upload = {
    file: chosen,
    state: () => state,
    edges: () => undefined,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    cancel: () => become({ step: 'cancelled' }),
    retry: () => become({ step: 'preparing' }),
  };
  return { upload, become, state: () => state };
}

function trayOfTold() {
  const uploads: ReturnType<typeof told>[] = [];
  const tray = new AttachmentDrafts([], (chosen) => {
    const made = told(chosen);
    uploads.push(made);
    return made.upload;
  });
  return { tray, uploads };
}

const attachment = { id: 'a', size: 10 } as AttachmentView;

test('the attachment list takes as many files as a message can have, and says so', () => {
  const { tray } = trayOfTold();
  expect(tray.add(Array.from({ length: 9 }, (_, at) => file(`${at}.txt`)))).toBeUndefined();
  expect(tray.add([file('ten.txt'), file('eleven.txt')])).toBe('A message can have at most 10 attachments.');
  expect(tray.items()).toHaveLength(10);
});

test('the attachment list reports how far a file is, why it failed, and that it is ready', () => {
  const { tray, uploads } = trayOfTold();
  tray.add([file('a.txt')]);
  uploads[0]?.become({ step: 'sending', sent: 5, total: 10 });
  expect(tray.items()[0]).toMatchObject({ percent: 50, attachment: undefined });
  uploads[0]?.become({ step: 'failed', message: 'No network.', canRetry: true });
  expect(tray.items()[0]?.failure).toEqual({ message: 'No network.', canRetry: true });
  tray.retry(tray.items()[0]?.key ?? '');
  expect(tray.items()[0]).toMatchObject({ failure: undefined, percent: 0 });
  uploads[0]?.become({ step: 'done', attachment });
  expect(tray.items()[0]).toMatchObject({ attachment, percent: 100 });
});

test('the attachment list sends an early description once the file is ready', async () => {
  call.mockReset().mockImplementation(async (_endpoint, { alt }) => ({ ...attachment, alt }));
  const { tray, uploads } = trayOfTold();
  tray.add([file('a.txt')]);
  tray.describe(tray.items()[0]?.key ?? '', 'A kiln');
  expect(call).not.toHaveBeenCalled();
  uploads[0]?.become({ step: 'done', attachment });
  await vi.waitFor(() => expect(tray.items()[0]?.attachment?.alt).toBe('A kiln'));
  expect(call).toHaveBeenCalledTimes(1);
});

test('the attachment list keeps uploading files that are taken out, and has them when they are put back', () => {
  const { tray, uploads } = trayOfTold();
  tray.add([file('a.txt')]);
  const taken = tray.take();
  expect(tray.items()).toEqual([]);
  uploads[0]?.become({ step: 'done', attachment });
  tray.putBack(taken);
  expect(tray.items()[0]?.attachment).toBe(attachment);
});

test('the attachment list makes a message wait for a file, and says why if it does not come', async () => {
  const { tray, uploads } = trayOfTold();
  tray.add([file('a.txt'), file('b.txt')]);
  const [a, b] = tray.items();
  if (!a || !b) throw new Error('Two files were added.');
  const waits = arrived(a);
  uploads[0]?.become({ step: 'sending', sent: 1, total: 10 });
  uploads[0]?.become({ step: 'done', attachment });
  expect(await waits).toBe(attachment);
  const fails = arrived(b);
  uploads[1]?.become({ step: 'failed', message: 'No network.', canRetry: true });
  await expect(fails).rejects.toMatchObject({ message: 'No network.', canRetry: true });
});

test('the attachment list cancels a file that is removed', () => {
  const { tray, uploads } = trayOfTold();
  tray.add([file('a.txt')]);
  tray.remove(tray.items()[0]?.key ?? '');
  expect(uploads[0]?.state()).toEqual({ step: 'cancelled' });
});

test('the attachment list shows sizes in words, and keeps tiles from becoming too wide', () => {
  expect(sizeWords(999)).toBe('999 bytes');
  expect(sizeWords(1_400_000)).toBe('1.4 MB');
  expect(ratioOf({ width: 9000, height: 10 })).toBe(2.4);
  expect(ratioOf({ width: null, height: 10 })).toBe(4 / 3);
});

test('a picture of a draft that is still being prepared is not asked for', () => {
  const ready = { ...attachment, fileType: 'image', thumbnailUrl: '/files/1/thumb' } as AttachmentView;
  expect(itemOf(ready).preview).toBe('/files/1/thumb');
  expect(itemOf({ ...ready, state: 'processing', thumbnailUrl: null }).preview).toBeUndefined();
});
