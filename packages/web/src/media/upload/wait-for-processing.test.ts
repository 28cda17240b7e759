import type { AttachmentView } from '@folkmoot/contract/media/schema.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call } from '../../core/api-client.ts';
import { waitForProcessing } from './wait-for-processing.ts';

vi.mock('../../core/api-client.ts', () => ({ call: vi.fn() }));

const view = (state: AttachmentView['state']) => ({ id: 'x', fileName: 'kiln.png', state }) as AttachmentView;
const asked = vi.mocked(call) as unknown as ReturnType<typeof vi.fn>;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  asked.mockReset();
});

test('a picture that is ready is not waited for', async () => {
  expect(await waitForProcessing(view('ready'), new AbortController().signal)).toEqual(view('ready'));
  expect(asked).not.toHaveBeenCalled();
});

test('a picture being processed is polled until it is ready or has failed', async () => {
  asked.mockResolvedValueOnce(view('processing')).mockResolvedValueOnce(view('ready'));
  const done = waitForProcessing(view('processing'), new AbortController().signal);
  await vi.runAllTimersAsync();
  expect((await done).state).toBe('ready');
  asked.mockResolvedValueOnce(view('failed'));
  const failed = waitForProcessing(view('processing'), new AbortController().signal).catch(
    (error: Error) => error.message,
  );
  await vi.runAllTimersAsync();
  expect(await failed).toBe('kiln.png cannot be read as a picture. Choose another file.');
});

test('a slow picture is polled less often than the limit per minute', async () => {
  asked.mockResolvedValue(view('processing'));
  const late = waitForProcessing(view('processing'), new AbortController().signal).catch(
    (error: Error) => error.message,
  );
  await vi.runAllTimersAsync();
  expect(await late).toBe('The picture is taking longer than usual. Try again.');
  expect(asked.mock.calls.length).toBeLessThan(60);
});
