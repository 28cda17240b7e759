import { listMyCommunities } from '@folkmoot/contract/communities/api.ts';
import { createEvent, getPasscodeTries, publishEvent } from '@folkmoot/contract/events/api.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { Button } from '@mantine/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answer, calls } from '../../../test/answers.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { eventView } from '../../../test/events.ts';
import { EventForm } from './EventForm.tsx';
import { blankValues, type EventValues, valuesOf } from './event-form.ts';
import { SaveStatus } from './SaveStatus.tsx';
import { useEventDraft } from './useEventDraft.ts';
import { usePublish } from './usePublish.ts';

const HEDDA = '0190a3b4-0000-7000-8000-00000000000c';

type Given = { values?: Partial<EventValues>; event?: EventView };

function Editor({ values, event }: Given) {
  const { draft, state } = useEventDraft({
    storageKey: 'draft.event.test',
    initial: { ...(event ? valuesOf(event) : blankValues('Europe/London', null)), ...values },
    event,
  });
  const { publish } = usePublish(draft, () => undefined);
  return (
    <>
      <SaveStatus state={state} />
      <Button onClick={publish}>Publish</Button>
      <EventForm values={state.values} set={draft.set} errors={state.errors} event={state.event} />
    </>
  );
}

// The time that is offered first is the next half hour: late in the evening, an event of an hour ends tomorrow.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-05-02T10:10:00Z') }));
afterEach(() => void vi.useRealTimers());

async function edit(given: Given = {}): Promise<void> {
  await draw(<Editor {...given} />, { as: HEDDA });
  await expect.element(page.getByRole('button', { name: 'Publish' })).toBeVisible();
}

const publish = page.getByRole('button', { name: 'Publish' });
const name = page.getByRole('textbox', { name: 'Event name' });
const starts = page.getByRole('textbox', { name: 'Starts' });
const ends = page.getByRole('textbox', { name: 'Ends' });
const url = page.getByRole('textbox', { name: 'URL' });

async function startOn(day: string): Promise<void> {
  await starts.fill(day);
  (starts.element() as HTMLElement).blur();
}

beforeEach(() => {
  localStorage.clear();
  answer(listMyCommunities, { data: [] });
  answer(createEvent, { message: 'Draft saved.', data: eventView({ status: 'draft' }) });
});

test('event form: Publish names what is missing, and focuses the first missing field', async () => {
  await edit();
  await publish.click();
  for (const lacks of ['Name is required', 'Choose when it starts.', 'Choose when it ends.'])
    await expect.element(page.getByText(lacks)).toBeVisible();
  await expect.element(name).toHaveFocus();
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  await expectAccessible();
});

test('event form: an event without a name is kept in this browser', async () => {
  await edit();
  await page.getByRole('textbox', { name: 'Summary' }).fill('The first firing of the year');
  await expect.element(page.getByText('Kept in this browser until it has a name')).toBeVisible();
});

test('event form: the end is at least an hour after the start, even past midnight', async () => {
  await edit();
  await expect.element(ends).toBeDisabled();
  await startOn('20 June 2031');
  await expect.element(ends).toHaveValue('Fri 20 June 2031');
  await page.getByRole('combobox', { name: 'Start time' }).click();
  await page.getByRole('option', { name: '23:30' }).click();
  await expect.element(ends).toHaveValue('Sat 21 June 2031');
  await expect.element(page.getByRole('combobox', { name: 'End time' })).toHaveValue('00:30');
});

test('event form: an event with date and location to be announced asks for neither', async () => {
  await edit({ values: { tbdDate: true } });
  expect(starts.elements()).toEqual([]);
  await expect.element(page.getByRole('switch', { name: /^Date to be announced/ })).toBeChecked();
});

test('event form: an event on another site needs its address, times and a picture, and nothing else', async () => {
  await edit();
  await page.getByRole('switch', { name: /^It has a page on another site/ }).click();
  for (const gone of [
    page.getByRole('textbox', { name: 'Summary' }),
    page.getByRole('switch', { name: /^Date to be announced/ }),
  ])
    await expect.poll(() => gone.elements()).toEqual([]);
  await publish.click();
  for (const lacks of ['URL is required', 'Choose when it starts.', 'Choose when it ends.', 'Choose a picture.'])
    await expect.element(page.getByText(lacks)).toBeVisible();
  await expectAccessible();
  await url.fill('folkmoot');
  await publish.click();
  await expect.element(page.getByText('It must be a valid URL')).toBeVisible();
  await url.fill('folkmoot.org/fair');
  await expect.poll(() => page.getByText('It must be a valid URL').elements()).toEqual([]);
});

test('event form: a complete event is saved and published', async () => {
  answer(publishEvent, { message: 'Event published.', data: eventView() });
  await edit({ values: { name: 'Kiln opening', cover: '/art/covers/kiln.webp', tbdLocation: true } });
  await startOn('20 June 2031');
  await publish.click();
  await expect.element(page.getByText('Event published.')).toBeVisible();
});

test('event form: a private event accepts a passcode, which is never shown again', async () => {
  const event = eventView({ visibility: 'private', privateEvent: true, status: 'published' });
  await edit({ event });
  await page.getByRole('button', { name: 'Set a passcode' }).click();
  await page.getByRole('button', { name: 'Set passcode' }).click();
  await expect.element(page.getByText('Enter the passcode.')).toBeVisible();
  await expectAccessible();
  await page.getByRole('textbox', { name: 'New passcode' }).fill('clay and fire');
  await page.getByRole('button', { name: 'Set passcode' }).click();
  await expect.element(page.getByRole('button', { name: 'Change passcode' })).toBeVisible();
  expect(page.getByText('clay and fire').elements()).toEqual([]);
  await page.getByRole('button', { name: 'Remove passcode' }).click();
  await expect.element(page.getByRole('button', { name: 'Set a passcode' })).toBeVisible();
});

test('event form: hosts see the number of wrong attempts at the passcode', async () => {
  answer(getPasscodeTries, { data: { wrong: 3 } });
  await edit({ event: eventView({ visibility: 'private', privateEvent: true, hasPasscode: true }) });
  await expect.element(page.getByText('3 wrong attempts in the last 24 hours.')).toBeVisible();
});
