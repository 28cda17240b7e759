import type { AttachmentView } from '@folkmoot/contract/media/schema.ts';
import { expect, test, vi } from 'vitest';
import { ApiError, offlineError } from '../../core/api-error.ts';
import { isHeic } from './heic.ts';
import { startUpload, type Upload, type UploadCalls, type UploadState } from './upload.ts';

const photo = new File(['some bytes'], 'kiln.jpg', { type: 'image/jpeg' });

/** An upload with a fake server and browser, and a record of everything requested from them. */
function begun(file: File, told: Partial<UploadCalls> = {}) {
  const asked: string[] = [];
  let number = 0;
  const parts: UploadCalls = {
    prepare: async (chosen) => ({ file: chosen, edges: { width: 4, height: 3 }, frame: undefined }),
    begin: async (sent, type, posterOf) => {
      number += 1;
      asked.push(`begin ${sent.name} ${type}${posterOf ? ` for ${posterOf}` : ''}`);
      return { id: String(number), method: 'PUT', url: `/uploads/${number}`, headers: {}, expiresAt: '' };
    },
    send: async ({ url }, bytes, onProgress) => {
      asked.push(`send ${url}`);
      onProgress(bytes.size);
    },
    complete: async (id) => {
      asked.push(`complete ${id}`);
      return { id } as AttachmentView;
    },
    discard: async (id) => asked.push(`discard ${id}`),
    ...told,
  };
  const upload = startUpload(file, 'message', parts);
  const seen: UploadState[] = [upload.state()];
  upload.onChange(() => seen.push(upload.state()));
  return { upload, asked, seen };
}

const reaches = (upload: Upload, step: UploadState['step']) =>
  vi.waitFor(() => {
    expect(upload.state().step).toBe(step);
    return upload.state();
  });

test('a file is read, sent and checked, and reports its progress', async () => {
  const { upload, asked, seen } = begun(photo);
  await reaches(upload, 'done');
  expect(asked).toEqual(['begin kiln.jpg message', 'send /uploads/1', 'complete 1']);
  expect(seen.map(({ step }) => step)).toEqual(['preparing', 'sending', 'sending', 'finishing', 'done']);
  expect(seen[2]).toEqual({ step: 'sending', sent: 10, total: 10 });
  expect(upload.edges()).toEqual({ width: 4, height: 3 });
});

test('a video sends its frame before it completes, and goes on if that fails', async () => {
  const frame = new File(['x'], 'frame.jpg', { type: 'image/jpeg' });
  const prepare: UploadCalls['prepare'] = async (file) => ({ file, edges: undefined, frame });
  const { upload, asked } = begun(photo, { prepare });
  await reaches(upload, 'done');
  expect(asked).toEqual([
    'begin kiln.jpg message',
    'send /uploads/1',
    'begin frame.jpg message for 1',
    'send /uploads/2',
    'complete 2',
    'complete 1',
  ]);
  const complete: UploadCalls['complete'] = async (id) =>
    id === '2' ? Promise.reject(new Error()) : ({ id } as AttachmentView);
  expect(await reaches(begun(photo, { prepare, complete }).upload, 'done')).toMatchObject({ attachment: { id: '1' } });
});

test('an interrupted upload begins again with a new address', async () => {
  const send = vi.fn<UploadCalls['send']>().mockRejectedValueOnce(offlineError()).mockResolvedValue();
  const { upload, asked } = begun(photo, { send });
  expect(await reaches(upload, 'failed')).toMatchObject({ message: offlineError().message, canRetry: true });
  upload.retry();
  await reaches(upload, 'done');
  expect(asked).toEqual(['begin kiln.jpg message', 'discard 1', 'begin kiln.jpg message', 'complete 2']);
});

test('an upload the server will never accept says so in the server’s words, and is not retried', async () => {
  const fields = { file: 'kiln.jpg cannot be read as a picture. Choose another file.' };
  const refused = new ApiError({ statusCode: 422, code: 'media.no-picture', message: 'Some fields.', fields });
  const { upload, asked } = begun(photo, { complete: async () => Promise.reject(refused) });
  expect(await reaches(upload, 'failed')).toEqual({ step: 'failed', message: fields.file, canRetry: false });
  upload.retry();
  expect(asked.filter((one) => one.startsWith('begin'))).toHaveLength(1);
});

test('a file that is too large or empty is refused without asking the server', async () => {
  const { upload, asked } = begun(new File([], 'kiln.jpg', { type: 'image/jpeg' }));
  expect(await reaches(upload, 'failed')).toMatchObject({
    message: 'kiln.jpg is empty. Choose another file.',
    canRetry: false,
  });
  expect(asked).toEqual([]);
});

test('a cancelled upload stops, and is deleted from the server', async () => {
  let stopped = false;
  const send: UploadCalls['send'] = (_to, _bytes, _onProgress, signal) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        stopped = true;
        reject(signal.reason);
      });
    });
  const { upload, asked } = begun(photo, { send });
  await reaches(upload, 'sending');
  await vi.waitFor(() => expect(asked).toEqual(['begin kiln.jpg message']));
  upload.cancel();
  await vi.waitFor(() => expect(stopped).toBe(true));
  expect(upload.state()).toEqual({ step: 'cancelled' });
  expect(asked).toEqual(['begin kiln.jpg message', 'discard 1']);
});

test('an upload cancelled while its address is requested leaves nothing behind', async () => {
  const address = Promise.withResolvers<Awaited<ReturnType<UploadCalls['begin']>>>();
  const { upload, asked } = begun(photo, { begin: () => address.promise });
  await reaches(upload, 'sending');
  upload.cancel();
  address.resolve({ id: '7', method: 'PUT', url: '/uploads/7', headers: {}, expiresAt: '' });
  await vi.waitFor(() => expect(asked).toEqual(['discard 7']));
  expect(upload.state()).toEqual({ step: 'cancelled' });
});

test('HEIC files are recognised by their content', async () => {
  expect(await isHeic(new Blob(['\0\0\0\x18ftypheic\0\0\0\0']))).toBe(true);
  expect(await isHeic(new Blob(['\0\0\0\x18ftypisom\0\0\0\0']))).toBe(false);
  expect(await isHeic(photo)).toBe(false);
});
