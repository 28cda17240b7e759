import { addToCalendar } from '@folkmoot/contract/calendars/api.ts';
import { resolveAlias } from '@folkmoot/contract/communities/api.ts';
import { listEvents } from '@folkmoot/contract/events/api.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, calls, refuse } from '../../../test/answers.ts';
import { calendarView, eventCard } from '../../../test/calendars.ts';
import { expectAccessible, expectFocusReturned, openDialog } from '../../../test/draw.tsx';
import { AddEventDialog } from './AddEventDialog.tsx';

const ME = '0190a3b4-0000-7000-8000-0000000000b0';
const EVENT = '0190a3b4-0000-7000-8000-000000000001';
const kept = calendarView({ role: { role: 'owner' }, pendingCount: 0 });
const url = page.getByRole('textbox', { name: 'Event URL' });
const name = page.getByRole('textbox', { name: 'Name' });
const choose = (kind: string) => page.getByRole('radio', { name: kind }).click();
const submit = page.getByRole('dialog').getByRole('button', { name: 'Add event' });
/** Calls beside the one for the person's own events. */
const asked = () => calls.filter(({ path }) => path.startsWith('/api/') && !path.startsWith('/api/v1/events'));

beforeEach(() => answer(listEvents, { data: [], count: 0 }));

test('add event: each kind says at its fields what is missing, and the other kinds keep what was typed', async () => {
  await openDialog(<AddEventDialog calendar={kept} />, { as: ME });
  await expect.element(page.getByRole('radio', { name: 'Existing event' })).toBeChecked();
  await submit.click();
  await expect.element(url).toHaveAccessibleDescription(expect.stringContaining('URL is required'));
  await url.fill('kiln-opening');
  await expectAccessible();

  await choose('New event');
  expect(page.getByText('URL is required').elements()).toEqual([]);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.element(name).toHaveAccessibleDescription(expect.stringContaining('Name is required'));
  await name.fill('Glaze Evening');

  await choose('External event');
  await expect.element(name).toHaveValue('Glaze Evening');
  await submit.click();
  await expect.element(url).toHaveAccessibleDescription(expect.stringContaining('URL is required'));
  await expect.element(page.getByText('Choose a picture.')).toBeVisible();
  await url.fill('not an address');
  await name.fill('');
  await submit.click();
  await expect.element(url).toHaveAccessibleDescription(expect.stringContaining('It must be a valid URL'));
  await expect.element(name).toHaveAccessibleDescription(expect.stringContaining('Name is required'));
  await expectAccessible();

  await choose('Existing event');
  await expect.element(url).toHaveValue('kiln-opening');
  await choose('External event');
  await expect.element(url).toHaveValue('not an address');
  expect(asked()).toEqual([]);
});

test('add event: an address on another site is refused in words, before anything is sent', async () => {
  await openDialog(<AddEventDialog calendar={kept} />, { as: ME });
  await url.fill('https://elsewhere.example/events/kiln');
  await submit.click();
  await expect
    .element(url)
    .toHaveAccessibleDescription(
      expect.stringContaining('This address is on another site. Choose “External event” instead.'),
    );
  expect(asked()).toEqual([]);
});

test('add event: an address that leads to nothing, or to something else, is told at its field', async () => {
  refuse(resolveAlias, { statusCode: 404, message: 'Not found' });
  await openDialog(<AddEventDialog calendar={kept} />, { as: ME });
  await url.fill(`${location.origin}/long-gone`);
  await submit.click();
  await expect.element(url).toHaveAccessibleDescription(expect.stringContaining('There is no event at this address.'));
  answer(resolveAlias, { data: { resource_type: 'community', resource_id: EVENT, alias: 'makers' } });
  await url.fill(`${location.origin}/makers`);
  await submit.click();
  await expect.poll(() => asked().map(({ path }) => path)).toContain('/api/v1/public/alias/makers');
  await expect.element(url).toHaveAccessibleDescription(expect.stringContaining('There is no event at this address.'));
  expect(asked().some(({ method }) => method === 'POST')).toBe(false);
});

test('add event: what the server refuses is told at the field; then it is added, by the id of the address', async () => {
  answer(resolveAlias, { data: { resource_type: 'event', resource_id: EVENT, alias: 'kiln-opening' } });
  refuse(addToCalendar, {
    statusCode: 409,
    message: 'This event is on the calendar already.',
    fields: { event_id: 'This event is on the calendar already.' },
  });
  await openDialog(<AddEventDialog calendar={kept} />, { as: ME });
  await url.fill(`${location.origin}/kiln-opening?from=mail#when`);
  await submit.click();
  await expect
    .element(url)
    .toHaveAccessibleDescription(expect.stringContaining('This event is on the calendar already.'));
  answer(addToCalendar, { message: 'Event Added to Calendar!', data: { status: 'accepted', eventId: EVENT } });
  await submit.click();
  await expect.element(page.getByText('Event Added to Calendar!')).toBeVisible();
  await expectFocusReturned();
  expect(asked().at(-1)?.body).toEqual({ type: 'internal', event_id: EVENT });
});

test('add event: one of the events that the person hosts can be chosen instead; those that calendars do not show are not offered', async () => {
  const events = [
    eventCard({ name: 'Kiln opening', alias: 'kiln-opening' }),
    eventCard({ name: 'Called off', alias: 'off', status: 'cancelled' }),
    eventCard({ name: 'Just us', alias: 'us', visibility: 'private' }),
  ];
  answer(listEvents, ({ view }) => (view === 'hosting' ? { data: events, count: 3 } : { data: [], count: 0 }));
  answer(resolveAlias, { data: { resource_type: 'event', resource_id: EVENT, alias: 'kiln-opening' } });
  answer(addToCalendar, { message: 'Event Added to Calendar!', data: { status: 'accepted', eventId: EVENT } });
  await openDialog(<AddEventDialog calendar={kept} />, { as: ME });
  await submit.click();
  await expect.element(url).toHaveAccessibleDescription(expect.stringContaining('URL is required'));
  await page.getByRole('combobox', { name: 'Or choose one of your events' }).click();
  expect(page.getByRole('option').elements()).toHaveLength(1);
  await expectAccessible();
  await page.getByRole('option', { name: /Kiln opening/ }).click();
  await expect.element(url).toHaveValue(`${location.origin}/kiln-opening`);
  expect(page.getByText('URL is required').elements()).toEqual([]);
  await submit.click();
  await expect.element(page.getByText('Event Added to Calendar!')).toBeVisible();
  expect(asked().at(-1)?.body).toEqual({ type: 'internal', event_id: EVENT });
});

test('add event: readers submit, and are told that somebody reviews it', async () => {
  await openDialog(<AddEventDialog calendar={calendarView()} />, { as: ME });
  await expect.element(page.getByRole('dialog', { name: 'Submit event' })).toBeVisible();
  await expect.element(page.getByText(/review it first/)).toBeVisible();
  await expect.element(page.getByRole('dialog').getByRole('button', { name: 'Submit event' })).toBeVisible();
  await expectAccessible();
});
