import { getMonth, listCalendarEvents } from '@folkmoot/contract/calendars/api.ts';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer } from '../../test/answers.ts';
import { calendarView, eventCard, monthRow } from '../../test/calendars.ts';
import { draw, expectAccessible } from '../../test/draw.tsx';
import { queryClient } from '../core/query-client.ts';
import { CalendarScreen } from './CalendarScreen.tsx';
import { addDays, dayIn } from './month.ts';

// A quarter of an hour off, so that the reader’s clock never shows the calendar’s time.
const ZONE = 'Asia/Kathmandu';
const ME = '0190a3b4-0000-7000-8000-0000000000b0';
const now = Math.floor(Date.now() / 1000);
const today = dayIn(now, ZONE);

beforeEach(() => page.viewport(1440, 900));
afterEach(() => {
  localStorage.clear();
  return page.viewport(720, 900);
});

/** In the frame of members, or below the bar of visitors. */
async function drawCalendar(zone = ZONE, path = '/', bar?: ReactNode) {
  const cards = Array.from({ length: 12 }, (_, n) =>
    eventCard({ name: `Talk ${n}`, start_epoc: now + n * 86_400, end_epoc: now + n * 86_400 + 3600 }),
  );
  const rows = Array.from({ length: 9 }, (_, n) => monthRow(`Row ${n}`, `${today}T06:0${n}:00Z`, `${today}T07:00:00Z`));
  answer(listCalendarEvents, { data: cards, count: cards.length });
  answer(getMonth, { data: rows, more: false });
  const screen = <CalendarScreen calendar={calendarView({ time_zone: zone })} />;
  await draw(
    bar ? (
      <>
        {bar}
        {screen}
      </>
    ) : (
      <div style={{ height: '100dvh', display: 'flex' }}>{screen}</div>
    ),
    { path, ...(bar ? {} : { as: ME }) },
  );
  await expect.element(page.getByRole('link', { name: /Talk 11/ })).toBeInTheDocument();
}

test('the month fits the window, however long the list beside it is and however full a day', async () => {
  await drawCalendar();
  const bottom = () => page.getByRole('grid').element().getBoundingClientRect().bottom;
  await expect.poll(bottom).toBeLessThanOrEqual(900);
  await expect.poll(bottom).toBeGreaterThan(820);
  expect(unevenness()).toBeLessThanOrEqual(1);
  // Those that have no room are counted.
  const cell = page
    .getByRole('button', { name: /^Today,/ })
    .element()
    .closest('td');
  const shown = cell?.querySelectorAll('li a').length ?? 0;
  expect(shown).toBeGreaterThan(0);
  expect(cell?.textContent).toContain(`+${9 - shown} more`);
  await expectAccessible();
});

test('for a visitor, whose page scrolls, the month fills the window below the bar', async () => {
  await drawCalendar(ZONE, '/', <div style={{ height: 60 }} />);
  const bottom = () => page.getByRole('grid').element().getBoundingClientRect().bottom;
  await expect.poll(bottom).toBeGreaterThan(880);
  expect(bottom()).toBeLessThanOrEqual(901);
});

/** By how many pixels the highest week is higher than the lowest. Parts of a pixel are rounded. */
function unevenness(): number {
  const heights = [...document.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect().height);
  return Math.max(...heights) - Math.min(...heights);
}

test.each([
  [1440, 900, 4],
  [1440, 900, 5],
  [1440, 900, 6],
  [1280, 640, 6],
])('weeks are equally high, full or empty: %i by %i, %i weeks', async (width, height, weeks) => {
  await page.viewport(width, height);
  // February 2027 begins on a Monday, August 2026 on a Saturday.
  const month = { 4: '2027-02', 5: '2026-04', 6: '2026-08' }[weeks];
  answer(getMonth, { data: [], more: false });
  await drawCalendar(ZONE, `/?month=${month}`);
  const rows = Array.from({ length: 9 }, (_, n) =>
    monthRow(`A long name of an event, number ${n}`, `${month}-12T06:0${n}:00Z`, `${month}-12T07:00:00Z`),
  );
  answer(getMonth, { data: rows, more: false });
  await queryClient.invalidateQueries();
  await expect.element(page.getByRole('button', { name: /12.*, 9 events/ })).toBeVisible();
  expect([4, 5, 6]).toContain(document.querySelectorAll('tbody tr').length);
  await expect.poll(unevenness).toBeLessThanOrEqual(1);
  const grid = page.getByRole('grid').element();
  expect(grid.scrollHeight).toBeLessThanOrEqual((grid.parentElement?.clientHeight ?? 0) + 1);
});

test('the zone is named, and a reader elsewhere chooses their own, which this browser remembers', async () => {
  await drawCalendar();
  const menu = page.getByRole('button', { name: 'Times in Kathmandu' });
  await expect.element(menu).toBeVisible();
  await menu.click();
  await expect.element(page.getByRole('menuitemradio', { name: /The calendar’s zone/ })).toBeChecked();
  await expectAccessible();
  await page.getByRole('menuitemradio', { name: /This device/ }).click();
  await expect.element(page.getByRole('button', { name: /^Times in (?!Kathmandu)/ })).toBeVisible();
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const first = addDays(dayIn(now, own), 0);
  await expect.poll(() => document.querySelector('[data-today]')?.getAttribute('data-day')).toBe(first);
  expect(localStorage.getItem('folkmoot.calendar.zone')).toBe('own');
});

test('another city is found by name, and offered again later; the calendar’s zone is one press away', async () => {
  await drawCalendar();
  await page.getByRole('button', { name: 'Times in Kathmandu' }).click();
  await page.getByRole('menuitem', { name: 'Another city' }).click();
  const dialog = page.getByRole('dialog', { name: 'Show times in another city' });
  const choose = dialog.getByRole('button', { name: 'Show these times' });
  await expect.element(choose).toBeDisabled();
  await dialog.getByRole('combobox', { name: 'Time zone' }).fill('Auckland');
  await page.getByRole('option', { name: /^Auckland/ }).click();
  await expectAccessible();
  await choose.click();
  const menu = page.getByRole('button', { name: /^Times in Auckland/ });
  await expect.element(menu).toBeVisible();
  await expect
    .poll(() => document.querySelector('[data-today]')?.getAttribute('data-day'))
    .toBe(dayIn(now, 'Pacific/Auckland'));
  await menu.click();
  await page.getByRole('menuitemradio', { name: /The calendar’s zone/ }).click();
  await page.getByRole('button', { name: 'Times in Kathmandu' }).click();
  await expect.element(page.getByRole('menuitemradio', { name: /Auckland.*Used before/ })).not.toBeChecked();
});

test('where the reader is in the zone of the calendar, it is offered once', async () => {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  await drawCalendar(own);
  await page.getByRole('button', { name: /^Times in/ }).click();
  await expect.poll(() => page.getByRole('menuitemradio').elements().length).toBe(1);
  await expect.element(page.getByRole('menuitem', { name: 'Another city' })).toBeVisible();
});

test('a zone that this browser no longer knows is as good as none', async () => {
  localStorage.setItem('folkmoot.calendar.zone', 'Middle/Earth');
  await drawCalendar();
  await expect.element(page.getByRole('button', { name: 'Times in Kathmandu' })).toBeVisible();
});
