import { listCalendarEvents } from '@folkmoot/contract/calendars/api.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, breakDown, refuse } from '../../test/answers.ts';
import { calendarView, eventCard, outsideCard } from '../../test/calendars.ts';
import { draw, expectAccessible } from '../../test/draw.tsx';
import { Agenda } from './Agenda.tsx';
import { dayIn } from './month.ts';

// A quarter of an hour off, so that the reader’s clock never shows the calendar’s time.
const elsewhere = calendarView({ time_zone: 'Asia/Kathmandu' });
const calendar = calendarView({ time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone });
const now = Math.floor(Date.now() / 1000);

type Asked = Partial<Parameters<typeof Agenda>[0]>;
const agenda = (asked: Asked = {}) =>
  draw(
    <Agenda
      calendar={calendar}
      type="upcoming"
      search=""
      today={dayIn(now, calendar.time_zone)}
      onType={() => undefined}
      {...asked}
    />,
  );

test('agenda: it says that it loads, then shows the days in order, and what has no date last', async () => {
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((done) => {
    arrive = done;
  });
  const soon = eventCard({ name: 'Mending Circle', start_epoc: now + 60, end_epoc: now + 3660, goingCount: 7 });
  const open = eventCard({ name: 'Barn Raising', start_epoc: null, end_epoc: null, tbdDate: true });
  answer(listCalendarEvents, async () => {
    await arrived;
    return { data: [soon, eventCard({ viewer: { role: 'host', status: 'going' } }), open], count: 3 };
  });
  await agenda();
  await expect.element(page.getByRole('status', { name: 'Loading events' })).toBeVisible();
  expect(page.getByText(/No upcoming events/).elements()).toEqual([]);
  arrive();
  await expect.element(page.getByRole('link', { name: /Mending Circle.*7 going/ })).toBeVisible();
  await expect.element(page.getByRole('link', { name: /Kiln opening.*Hosting/ })).toBeVisible();
  await expect
    .poll(() => page.getByRole('heading', { level: 3 }).elements().at(-1)?.textContent)
    .toBe('Date to be announced');
  expect(page.getByRole('link').elements().at(-1)?.textContent).toContain('Barn Raising');
  expect(page.getByText(/your time/).elements()).toEqual([]);
  await expectAccessible();
});

test.each([
  ['nothing to come', {}, 'No upcoming events', 'New events will appear here.'],
  ['nothing past', { type: 'past' }, 'No past events', 'Events appear here once they are over.'],
  ['nothing found', { search: 'kiln' }, 'Nothing matches “kiln”', 'Try a shorter search.'],
] as const)('agenda: with %s it says so', async (_, asked, title, advice) => {
  answer(listCalendarEvents, { data: [], count: 0 });
  await agenda(asked);
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
  await expect.element(page.getByText(advice)).toBeVisible();
  await expectAccessible();
});

test('agenda: when it cannot be loaded it says what the specification has it say, and nothing else', async () => {
  breakDown(listCalendarEvents);
  await agenda();
  await expect.element(page.getByText('Error fetching calendar events')).toBeVisible();
  expect(page.getByRole('link').elements()).toEqual([]);
  expect(page.getByText('No upcoming events').elements()).toEqual([]);
  answer(listCalendarEvents, { data: [eventCard()], count: 1 });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('link', { name: /Kiln opening/ })).toBeVisible();
});

test('agenda: a refusal of the server is said in its own words', async () => {
  refuse(listCalendarEvents, { statusCode: 429, message: 'Wait a moment.' });
  await agenda();
  await expect.element(page.getByText('Wait a moment.')).toBeVisible();
});

test('agenda: past events say that the reader went, and a cancelled one is struck out', async () => {
  answer(listCalendarEvents, {
    data: [
      eventCard({
        name: 'Spoon Swap',
        start_epoc: now - 7200,
        end_epoc: now - 3600,
        viewer: { role: 'guest', status: 'going' },
      }),
      eventCard({ name: 'Wet Fair', status: 'cancelled', start_epoc: now - 9200, end_epoc: now - 8200 }),
    ],
    count: 2,
  });
  await agenda({ type: 'past' });
  await expect.element(page.getByRole('heading', { name: 'Past events' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: /Spoon Swap.*Went/ })).toBeVisible();
  const struck = page.getByRole('link', { name: /Wet Fair.*Cancelled/ });
  await expect.element(struck).toBeVisible();
  const name = struck.element().querySelector('b');
  expect(name && getComputedStyle(name).textDecorationLine).toBe('line-through');
});

test('agenda: on a calendar of another zone, times are also the reader’s', async () => {
  answer(listCalendarEvents, { data: [eventCard({ time_zone: 'Asia/Kathmandu' })], count: 1 });
  await agenda({ calendar: elsewhere, today: dayIn(now, elsewhere.time_zone) });
  await expect.element(page.getByText(/ your time$/)).toBeVisible();
  await expectAccessible();
});

test('agenda: an event of an outside feed says where it is from, and leads there in a tab of its own', async () => {
  const bare = outsideCard({ name: 'Town meeting', url: '', where: '', text: '', status: 'cancelled' });
  answer(listCalendarEvents, { data: [outsideCard(), bare], count: 2 });
  await agenda();
  const link = page.getByRole('link', {
    name: /River fair.*Both banks.*Bring a hat\..*From Alderwick town.*On another site/,
  });
  await expect.element(link).toHaveAttribute('href', 'https://town.example/fair');
  await expect.element(link).toHaveAttribute('target', '_blank');
  await expect.element(link).toHaveAttribute('rel', expect.stringContaining('noopener'));
  await expect.element(page.getByText('Town meeting')).toBeVisible();
  expect(page.getByRole('link').elements()).toHaveLength(1);
  await expectAccessible();
});
