import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, offlineError } from '../../core/api-error.ts';
import { EventDraft, recallDraft } from './event-draft.ts';
import { blankValues } from './event-form.ts';
import { newEvent, PROPOSED } from './new-event.ts';

const call = vi.hoisted(() => vi.fn());
vi.mock('../../core/api-client.ts', () => ({ call }));

const kept = new Map<string, string>();
const STORAGE_KEY = 'draft:ines';

/** A server that stores what is sent. */
const saves = async (_: unknown, input: Record<string, unknown>) => ({
  data: { ...blankEvent(), ...input, alias: 'kiln-opening', id: input.eventId ?? input.id } as unknown as EventView,
});

function blankEvent() {
  return {
    ...blankValues('Europe/London', null),
    status: 'draft',
    start_epoc: null,
    end_epoc: null,
    attend_type_details: { virtual_address: '', in_person_address: '' },
    server: null,
    tintChosen: false,
  };
}

function open(): EventDraft {
  const { eventId } = recallDraft(STORAGE_KEY) ?? {};
  const event = eventId ? ({ ...blankEvent(), id: eventId, name: 'Kiln opening' } as unknown as EventView) : undefined;
  return new EventDraft({
    storageKey: STORAGE_KEY,
    initial: blankValues('Europe/London', null),
    event,
    onSaved: () => undefined,
  });
}

const sent = () => call.mock.calls.map(([endpoint, input]) => ({ method: endpoint.method, ...input }));

beforeEach(() => {
  vi.useFakeTimers();
  kept.clear();
  call.mockReset();
  call.mockImplementation(saves);
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a draft is kept in the browser at once, and on the server after a pause', async () => {
  const draft = open();
  draft.start();
  draft.set({ name: 'Kiln' });
  expect(recallDraft(STORAGE_KEY)?.values).toEqual({ name: 'Kiln' });
  draft.set({ name: 'Kiln opening' });
  expect(call).not.toHaveBeenCalled();
  await vi.runOnlyPendingTimersAsync();
  expect(sent()).toMatchObject([{ method: 'POST', name: 'Kiln opening' }]);
  expect(draft.get()).toMatchObject({ status: 'saved', dirty: false });
});

test('a draft without a name stays in the browser, and no field is reported as wrong', async () => {
  const draft = open();
  draft.start();
  draft.set({ summary: 'First firing' });
  await vi.runOnlyPendingTimersAsync();
  expect(call).not.toHaveBeenCalled();
  expect(draft.get()).toMatchObject({ status: 'local', errors: {} });
});

test('a draft stays one draft, however often the answer is lost, even in another page', async () => {
  call.mockRejectedValueOnce(offlineError());
  const first = open();
  first.start();
  first.set({ name: 'Kiln opening' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(first.get()).toMatchObject({ status: 'failed', trying: true });
  const second = open();
  expect(second.get().values.name).toBe('Kiln opening');
  second.start();
  await vi.advanceTimersByTimeAsync(1000);
  const [one, two] = sent();
  expect([one?.method, two?.method, one?.id]).toEqual(['POST', 'POST', two?.id]);
  expect(one?.id).toMatch(/^[0-9a-f-]{36}$/);
});

test('a draft is saved in part if the server refuses a field, which is reported there', async () => {
  const draft = open();
  draft.start();
  draft.set({ name: 'Kiln opening' });
  await vi.runOnlyPendingTimersAsync();
  call.mockRejectedValueOnce(
    new ApiError({ statusCode: 409, code: 'events.alias-taken', message: 'Taken.', fields: { alias: 'Taken.' } }),
  );
  draft.set({ alias: 'fair', summary: 'First firing' });
  await vi.runOnlyPendingTimersAsync();
  expect(draft.get().errors.alias).toBe('Taken.');
  expect(sent().at(-1)).toMatchObject({ method: 'PATCH', summary: 'First firing' });
  expect(sent().at(-1)).not.toHaveProperty('alias');
  draft.set({ alias: 'spring-fair' });
  expect(draft.get().errors.alias).toBeUndefined();
});

test('a draft is stored without its passcode in the clear', () => {
  const draft = open();
  draft.set({ name: 'Kiln opening', passcode: 'clay and fire' });
  expect([...kept.values()].join()).not.toContain('clay and fire');
  expect(draft.get().losable).toBe(true);
});

test('a draft is forgotten by the browser once it ends', () => {
  const draft = open();
  draft.set({ name: 'Kiln opening' });
  draft.end();
  expect(recallDraft(STORAGE_KEY)).toBeUndefined();
});

test('what is proposed in a new event is kept with its draft from the first change on', () => {
  const begin = () =>
    new EventDraft({
      storageKey: STORAGE_KEY,
      initial: newEvent('Europe/London', null, Date.parse('2026-11-23T10:00:00Z') / 1000),
      proposed: PROPOSED,
      onSaved: () => undefined,
    });
  const [first, second] = [begin().get().values, begin()];
  // Another cover each time, until something is written.
  expect(second.get().values.cover).not.toBe(first.cover);
  expect(second.get().values).toMatchObject({ startDate: '2026-11-30', startTime: '18:00', endTime: '20:00' });
  expect(second.get().dirty).toBe(false);
  second.set({ summary: 'The first firing of the year' });
  const { cover } = second.get().values;
  expect(cover).toMatch(/^\/art\/covers\/[a-z]+\.webp$/);
  for (let again = 0; again < 5; again += 1)
    expect(begin().get().values).toMatchObject({ cover, startDate: '2026-11-30' });
});
