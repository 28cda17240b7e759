import type { MonthRow } from '@folkmoot/contract/calendars/sources-schema.ts';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { monthRow, outsideCard } from '../../test/calendars.ts';
import { draw, expectAccessible } from '../../test/draw.tsx';
import { MonthGrid } from './MonthGrid.tsx';
import { weeksOf } from './month.ts';

/** A month whose days are gone through as its screen does. */
function Month({ rows = [], onChoose = () => undefined }: { rows?: MonthRow[]; onChoose?: (day: string) => void }) {
  const [stop, setStop] = useState('2026-05-14');
  const month = stop.slice(0, 7);
  return (
    <MonthGrid
      label={month}
      month={month}
      weeks={weeksOf(month, 1)}
      rows={rows}
      zone="Europe/London"
      firstDay={1}
      today="2026-05-14"
      chosen="2026-05-23"
      stop={stop}
      onChoose={onChoose}
      onFocusDay={setStop}
    />
  );
}

// On a phone there are dots instead.
beforeEach(() => page.viewport(1280, 800));
afterEach(() => page.viewport(720, 900));

const day = (name: RegExp) => page.getByRole('button', { name });
const stops = () => document.querySelectorAll('td button[data-day][tabindex="0"]');

test('month: one day is a stop of Tab, arrow keys go from day to day and from month to month, and the focus with them', async () => {
  await draw(<Month />);
  await expect.element(day(/^Today, .*14/)).toHaveAttribute('aria-current', 'date');
  await userEvent.keyboard('{Tab}');
  for (const [key, reached] of [
    ['ArrowDown', '2026-05-21'],
    ['ArrowRight', '2026-05-22'],
    ['Home', '2026-05-18'],
    ['End', '2026-05-24'],
    ['ArrowUp', '2026-05-17'],
    ['PageDown', '2026-06-17'],
    ['PageUp', '2026-05-17'],
    ['PageUp', '2026-04-17'],
  ]) {
    await userEvent.keyboard(`{${key}}`);
    await expect.poll(() => document.activeElement?.getAttribute('data-day')).toBe(reached);
    expect([...stops()].map((stop) => stop.getAttribute('data-day'))).toEqual([reached]);
  }
  // The grid is left by Tab, not gone through.
  await userEvent.keyboard('{Tab}');
  expect(document.activeElement?.getAttribute('data-day') ?? null).toBeNull();
});

test('month: a full day shows two events and how many more there are, and leads to all of them', async () => {
  const rows = ['One', 'Two', 'Three', 'Four', 'Five'].map((name, n) =>
    monthRow(name, `2026-05-16T1${n}:00Z`, `2026-05-16T1${n}:30Z`),
  );
  const three = rows.slice(0, 3).map((row) => ({
    ...row,
    id: crypto.randomUUID(),
    name: `${row.name} again`,
    start_epoc: row.start_epoc + 86_400,
    end_epoc: row.end_epoc + 86_400,
  }));
  const chosen: string[] = [];
  await draw(<Month rows={[...rows, ...three]} onChoose={(one) => chosen.push(one)} />);
  await expect.element(day(/16 May, 5 events|May 16, 5 events/)).toBeVisible();
  await expect.element(page.getByText('Two', { exact: true })).toBeVisible();
  expect(page.getByText('Three', { exact: true }).elements()).toEqual([]);
  // Three have room.
  await expect.element(page.getByText('Three again')).toBeVisible();
  expect(page.getByText(/more$/).elements()).toHaveLength(1);
  await page.getByRole('button', { name: '+3 more' }).click();
  expect(chosen).toEqual(['2026-05-16']);
  await expectAccessible();
});

test('month: a cancelled event is struck out and says so, and a long one continues over its days', async () => {
  await draw(
    <Month
      rows={[
        monthRow('Spoon Carving', '2026-05-12T10:00Z', '2026-05-12T12:00Z', { status: 'cancelled' }),
        monthRow('Letterpress Weekend', '2026-05-29T08:30Z', '2026-05-31T16:00Z'),
      ]}
    />,
  );
  const cancelled = page.getByRole('link', { name: /Spoon Carving/ });
  await expect.element(cancelled).toMatchTextContent(/Spoon Carving\s*Cancelled/);
  const name = cancelled.element().querySelector('b');
  expect(name && getComputedStyle(name).textDecorationLine).toBe('line-through');

  const parts = page.getByRole('link', { name: /Letterpress Weekend/ });
  await expect.poll(() => parts.elements().length).toBe(3);
  const boxes = parts.elements().map((part) => part.getBoundingClientRect());
  // No gap between two days.
  expect(boxes.slice(1).every(({ left }, n) => left <= (boxes[n]?.right ?? 0) + 1)).toBe(true);
  // Only the first says when it begins.
  expect(parts.elements().map((part) => part.querySelector('small') !== null)).toEqual([true, false, false]);
  expect(parts.elements()[0]?.querySelector('small')?.textContent).toMatch(/9:30/);
});

test('month: an event of an outside feed leads to its own site, and to nothing if it has none', async () => {
  const at = Date.parse('2026-05-20T18:00Z') / 1000;
  const times = { start_epoc: at, end_epoc: at + 3600 };
  await draw(<Month rows={[outsideCard(times), outsideCard({ ...times, name: 'Town meeting', url: '' })]} />);
  const link = page.getByRole('link', { name: /River fair.*On another site/ });
  await expect.element(link).toHaveAttribute('href', 'https://town.example/fair');
  await expect.element(link).toHaveAttribute('title', 'River fair, from Alderwick town');
  await expect.element(page.getByText('Town meeting')).toBeVisible();
  expect(page.getByRole('link').elements()).toHaveLength(1);
  await expect.element(day(/20.*, 2 events$/)).toBeVisible();
});
