import { listCalendarEvents, removeFromCalendar } from '@folkmoot/contract/calendars/api.ts';
import { listSources } from '@folkmoot/contract/calendars/sources-api.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, calls } from '../../../test/answers.ts';
import { calendarView, eventCard, outsideCard, sourceView } from '../../../test/calendars.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { EventsTab } from './EventsTab.tsx';

beforeEach(() => answer(listSources, { data: [] }));

test('events of a calendar: an admin removes one after a question, and the list is asked for again', async () => {
  const event = eventCard({ name: 'Raku night' });
  answer(listCalendarEvents, { data: [event], count: 1 });
  answer(removeFromCalendar, { message: 'Removed from the calendar.' });
  const calendar = calendarView({});
  await draw(<EventsTab calendar={calendar} />, { as: crypto.randomUUID() });
  await expectAccessible();
  await page.getByRole('button', { name: 'Remove Raku night' }).click();
  const taken = () => calls.filter(({ path }) => path.includes(event.id));
  expect(taken()).toEqual([]);
  answer(listCalendarEvents, { data: [], count: 0 });
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.element(page.getByText('Events that you add or accept appear here.')).toBeVisible();
  expect(taken()).toHaveLength(1);
});

test('events of a calendar: one that reads outside feeds can show what was added here, or what its feeds have, alone', async () => {
  const outside = outsideCard();
  const added = eventCard({ name: 'Raku night' });
  answer(listSources, { data: [sourceView()] });
  answer(listCalendarEvents, ({ origin = 'all' }) => {
    const data = { all: [outside, added], here: [added], outside: [] }[origin];
    return { data, count: data.length };
  });
  await draw(<EventsTab calendar={calendarView({})} />, { as: crypto.randomUUID() });
  await expect.element(page.getByText('From Alderwick town')).toBeVisible();
  await page.getByRole('radio', { name: 'Added here' }).click();
  await expect.element(page.getByText('From Alderwick town')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Remove Raku night' })).toBeVisible();
  await expectAccessible();
  await page.getByRole('radio', { name: 'From feeds' }).click();
  await expect.element(page.getByText('Events of the feeds that this calendar reads appear here.')).toBeVisible();
});

test('events of a calendar: those of outside feeds are shown, and go with their feed', async () => {
  const outside = outsideCard({ start_epoc: Date.parse('2027-06-20T10:00Z') / 1000 });
  answer(listCalendarEvents, { data: [outside, eventCard({ name: 'Raku night' })], count: 2 });
  await draw(<EventsTab calendar={calendarView({})} />, { as: crypto.randomUUID() });
  await expect.element(page.getByText('From Alderwick town')).toBeVisible();
  // They repeat, so each says its day.
  await expect.element(page.getByRole('link', { name: /River fair.*(20 Jun|Jun 20).*Both banks/ })).toBeVisible();
  expect(page.getByRole('button', { name: /^Remove/ }).elements()).toHaveLength(1);
});
