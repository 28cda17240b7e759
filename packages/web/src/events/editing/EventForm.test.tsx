import { listMyCommunities } from '@folkmoot/contract/communities/api.ts';
import { createEvent, getPasscodeTries, publishEvent, updateEvent } from '@folkmoot/contract/events/api.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { getWritingService } from '@folkmoot/contract/writing/api.ts';
import { Button } from '@mantine/core';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, calls } from '../../../test/answers.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { eventView } from '../../../test/events.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { PublishedDialog } from '../publishing/PublishedDialog.tsx';
import { usePublish } from '../publishing/usePublish.ts';
import { EventForm } from './EventForm.tsx';
import { blankValues, type EventValues, valuesOf } from './event-form.ts';
import { PageColour } from './PageColour.tsx';
import { SaveStatus } from './SaveStatus.tsx';
import { useEventDraft } from './useEventDraft.ts';

const HEDDA = '0190a3b4-0000-7000-8000-00000000000c';

/** What is around a form of somebody who has been here for a while: marks of other features, some like the form's own. */
function Frame() {
  return (
    <nav aria-label="Communities">
      <a href="#guild" data-unread data-unreadable>
        Alderwick Makers’ Guild, unread
      </a>
      <span data-field="name start_epoc">
        <button type="button">Rename</button>
      </span>
    </nav>
  );
}

type Given = { values?: Partial<EventValues>; event?: EventView };

function Editor({ values, event }: Given) {
  const { draft, state } = useEventDraft({
    storageKey: 'draft.event.test',
    initial: { ...(event ? valuesOf(event) : blankValues('Europe/London', null)), ...values },
    event,
  });
  const show = useShowDialog();
  const form = useRef<HTMLDivElement>(null);
  const { publish } = usePublish(draft, form, (published) => show(<PublishedDialog event={published} />));
  return (
    <>
      <Frame />
      <SaveStatus state={state} />
      <Button onClick={publish}>Publish</Button>
      <div ref={form}>
        <EventForm values={state.values} set={draft.set} errors={state.errors} event={state.event} />
      </div>
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
const startTime = page.getByRole('combobox', { name: 'Start time' });
const endTime = page.getByRole('combobox', { name: 'End time' });
const url = page.getByRole('textbox', { name: 'URL' });

async function startOn(day: string): Promise<void> {
  await starts.fill(day);
  (starts.element() as HTMLElement).blur();
}

beforeEach(() => {
  localStorage.clear();
  answer(listMyCommunities, { data: [] });
  answer(getWritingService, { service: null });
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
  await expect.element(ends).toHaveValue('Fri, June 20, 2031');
  await startTime.click();
  await page.getByRole('option', { name: '11:30 PM' }).click();
  await expect.element(ends).toHaveValue('Sat, June 21, 2031');
  await expect.element(endTime).toHaveValue('1:30 AM');
});

test('event form: an event that is moved keeps its length', async () => {
  await edit({ values: { startDate: '2031-12-12', startTime: '19:00', endDate: '2031-12-12', endTime: '20:30' } });
  await startOn('12/5/2031');
  await expect.element(starts).toHaveValue('Fri, December 5, 2031');
  await expect.element(ends).toHaveValue('Fri, December 5, 2031');
  await startTime.fill('7:15');
  await userEvent.tab();
  await expect.element(startTime).toHaveValue('7:15 AM');
  await expect.element(endTime).toHaveValue('8:45 AM');
});

test.each([
  ['7pm', '7:00 PM'],
  ['19:15', '7:15 PM'],
  ['7.15', '7:15 AM'],
  ['noon', '12:00 PM'],
])('event form: a start time typed as %s is %s', async (typed, time) => {
  await edit();
  await startOn('June 20, 2031');
  await startTime.fill(typed);
  await userEvent.keyboard('{Enter}');
  await expect.element(startTime).toHaveValue(time);
});

test('event form: a time or a day that cannot be read stays in its field with the reason', async () => {
  answer(updateEvent, { message: 'Saved.', data: eventView({ status: 'draft' }) });
  await edit({ values: { name: 'Kiln opening' } });
  await startOn('June 20, 2031');
  await startTime.fill('half past seven');
  await userEvent.tab();
  await expect.element(page.getByText('Type a time such as 7:30 PM.')).toBeVisible();
  await expect.element(startTime).toHaveValue('half past seven');
  await startOn('some day in June');
  await expect.element(page.getByText('Type a day such as Sat, June 20, 2026.')).toBeVisible();
  await expect.element(starts).toHaveValue('some day in June');
  await expectAccessible();
  // It is not published with what was there before.
  await publish.click();
  await expect.element(starts).toHaveFocus();
  expect(calls.filter(({ path }) => path.endsWith('/publish'))).toEqual([]);
  await startTime.fill('7:30 pm');
  await userEvent.tab();
  await expect.element(startTime).toHaveValue('7:30 PM');
  await expect.poll(() => page.getByText(/^Type a time/).elements()).toEqual([]);
});

test('event form: the calendar marks today, begins the week as the reader does, and has no red days', async () => {
  await edit();
  await starts.click();
  const today = page.getByRole('button', { name: '2 May 2031' });
  await expect.element(today).toBeVisible();
  const colour = (day: string) => getComputedStyle(page.getByRole('button', { name: day }).element()).color;
  // A Friday that is today, a Saturday, a Sunday and a Monday.
  expect(new Set(['3 May 2031', '4 May 2031', '5 May 2031'].map(colour)).size).toBe(1);
  const edge = (day: string) => getComputedStyle(page.getByRole('button', { name: day }).element()).borderTopColor;
  expect(edge('2 May 2031')).not.toBe(edge('3 May 2031'));
  expect(document.querySelector('thead th')?.textContent).toBe('Sun');
});

test('event form: a time that the clocks skip is refused with the reason', async () => {
  await edit();
  await startOn('3/30/2031');
  await startTime.fill('1:30 am');
  await userEvent.tab();
  await expect.element(page.getByText('Clocks go forward on this day and skip 1:30 AM.')).toBeVisible();
});

test('event form: a time zone is found by a town, a country or an abbreviation', async () => {
  await edit();
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  for (const [typed, found] of [
    ['San Francisco', /^Los Angeles/],
    ['India', /^Kolkata/],
    ['EST', /^New York/],
  ] as const) {
    await zone.click();
    await zone.fill(typed);
    await expect.element(page.getByRole('option').first()).toMatchTextContent(found);
  }
  await page.getByRole('option').first().click();
  await expect.element(zone).toHaveValue(expect.stringMatching(/^New York/));
});

test('event form: an event with date and location to be announced asks for neither', async () => {
  await edit({ values: { tbdDate: true } });
  expect(starts.elements()).toEqual([]);
  await expect.element(page.getByRole('switch', { name: /^Date to be announced/ })).toBeChecked();
});

test('event form: an event on another site needs its address, times and a picture, and nothing else', async () => {
  await edit();
  await page.getByRole('switch', { name: /^Hosted on another site/ }).click();
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

test('event form: a complete event is saved and published, and can be shared at once', async () => {
  answer(publishEvent, { message: 'Published.', data: eventView() });
  await edit({ values: { name: 'Kiln opening', cover: '/art/covers/kiln.webp', tbdLocation: true } });
  await startOn('20 June 2031');
  await publish.click();
  const published = page.getByRole('dialog', { name: 'Your event is published' });
  await expect.element(published.getByRole('textbox', { name: 'Link' })).toHaveValue(`${location.origin}/kiln-opening`);
  await expect
    .element(published.getByRole('link', { name: 'Go to the event' }))
    .toHaveAttribute('href', '/kiln-opening');
  await expect.element(published.getByRole('button', { name: 'Copy link' })).toBeVisible();
  await expectAccessible();
});

test('event form: an event that is over is published only after asking', async () => {
  const over = { start_epoc: 1_900_000_000, end_epoc: 1_900_007_200, status: 'draft' as const };
  answer(createEvent, { message: 'Draft saved.', data: eventView(over) });
  answer(publishEvent, { message: 'Published.', data: eventView({ ...over, status: 'published' }) });
  await edit({ values: { name: 'Kiln opening', cover: '/art/covers/kiln.webp', tbdLocation: true } });
  await startOn('March 17, 2030');
  await publish.click();
  const sure = page.getByRole('dialog', { name: 'Publish an event that is over?' });
  await expect.element(sure.getByText(/It ended on Sun, March 17, 2030\./)).toBeVisible();
  expect(calls.filter(({ path }) => path.endsWith('/publish'))).toEqual([]);
  await sure.getByRole('button', { name: 'Publish anyway' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Your event is published' })).toBeVisible();
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
  // It opens nothing before it is saved.
  await expect.element(page.getByText('Set once you save')).toBeVisible();
  expect(page.getByText('clay and fire').elements()).toEqual([]);
  await page.getByRole('button', { name: 'Remove passcode' }).click();
  await expect.element(page.getByRole('button', { name: 'Set a passcode' })).toBeVisible();
});

test('event form: hosts see the number of wrong attempts at the passcode', async () => {
  answer(getPasscodeTries, { data: { wrong: 3 } });
  await edit({ event: eventView({ visibility: 'private', privateEvent: true, hasPasscode: true }) });
  await expect.element(page.getByText('3 wrong attempts in the last 24 hours.')).toBeVisible();
});

test('page colour: each is called as everybody calls it', async () => {
  await draw(<PageColour value="woad" picked="slate" onChange={() => undefined} />);
  await expect.element(page.getByRole('radio', { name: 'Blue' })).toBeChecked();
  const names = page.getByRole('radio').elements();
  expect(names.map((one) => one.getAttribute('aria-label')).join(' ')).toBe(
    'Green Yellow Red Blue Orange Teal Purple Pink Grey',
  );
});
