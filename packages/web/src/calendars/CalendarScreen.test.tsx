import { getMonth, listCalendarEvents } from '@folkmoot/contract/calendars/api.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer } from '../../test/answers.ts';
import { calendarView, eventCard, monthRow } from '../../test/calendars.ts';
import { draw, expectAccessible } from '../../test/draw.tsx';
import { CalendarScreen } from './CalendarScreen.tsx';
import { addDays, dayIn } from './month.ts';

// A quarter of an hour off, so that the reader’s clock never shows the calendar’s time.
const ZONE = 'Asia/Kathmandu';
const now = Math.floor(Date.now() / 1000);
const today = dayIn(now, ZONE);

beforeEach(() => page.viewport(1440, 900));
afterEach(() => {
  localStorage.clear();
  return page.viewport(720, 900);
});

async function drawCalendar(zone = ZONE) {
  const cards = Array.from({ length: 12 }, (_, n) =>
    eventCard({ name: `Talk ${n}`, start_epoc: now + n * 86_400, end_epoc: now + n * 86_400 + 3600 }),
  );
  const rows = Array.from({ length: 9 }, (_, n) => monthRow(`Row ${n}`, `${today}T06:0${n}:00Z`, `${today}T07:00:00Z`));
  answer(listCalendarEvents, { data: cards, count: cards.length });
  answer(getMonth, { data: rows, more: false });
  await draw(
    <div style={{ height: '100dvh', display: 'flex' }}>
      <CalendarScreen calendar={calendarView({ time_zone: zone })} />
    </div>,
  );
  await expect.element(page.getByRole('link', { name: /Talk 11/ })).toBeInTheDocument();
}

test('the month fits the window, however long the list beside it is and however full a day', async () => {
  await drawCalendar();
  const bottom = () => page.getByRole('grid').element().getBoundingClientRect().bottom;
  await expect.poll(bottom).toBeLessThanOrEqual(900);
  await expect.poll(bottom).toBeGreaterThan(820);
  const heights = [...document.querySelectorAll('tbody tr')].map((row) =>
    Math.round(row.getBoundingClientRect().height),
  );
  // A full week is no more than a line taller than an empty one.
  expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(26);
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

test('where the reader is in the zone of the calendar there is nothing to choose, and it is named all the same', async () => {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  await drawCalendar(own);
  await expect.element(page.getByTitle('The time zone of this calendar')).toBeVisible();
  expect(page.getByRole('button', { name: /^Times in/ }).elements()).toEqual([]);
});
