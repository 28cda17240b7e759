import type { CalendarView } from '@folkmoot/contract/calendars/schema.ts';
import { inDays, startEvent } from '../events.ts';
import { expect, expectFingersFit, expectNoSeriousViolations, test } from '../fixtures.ts';
import { tabTo } from '../keyboard.ts';
import { startCommunity } from '../people.ts';
import { DETAIL, PHONE } from '../viewports.ts';

const dayOf = (days: number) => new Date(inDays(days) * 1000).toISOString().slice(0, 10);
const nameOf = (day: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(new Date(day));
const dayName = (day: string) => nameOf(day, { weekday: 'long', day: 'numeric', month: 'long' });
const monthName = (day: string) => nameOf(day, { month: 'long', year: 'numeric' });

test('calendars: a day of another month is found and chosen by keyboard alone', DETAIL, async ({ arrive }) => {
  const hedda = await arrive('Hedda', 'Host');
  const community = await startCommunity(hedda, 'Alder Village');
  await startEvent(hedda, 'Bench Morning', { serverId: community.id });
  const { page } = hedda;
  await page.goto(`/${community.slug}/events`);
  const grid = page.getByRole('grid');
  await tabTo(page, grid.getByRole('button', { name: /^Today, / }));
  await page.keyboard.press('ArrowDown');
  const day = grid.getByRole('button', { name: new RegExp(`^${dayName(dayOf(7))}, 1 event$`) });
  await expect(day).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(grid.getByRole('button', { name: new RegExp(`^${dayName(dayOf(6))}`) })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(day).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(day).toHaveAttribute('aria-pressed', 'true');
  const agenda = page.getByRole('complementary', { name: 'Agenda' });
  await expect(agenda.getByRole('heading', { name: dayName(dayOf(7)) })).toBeVisible();

  // A month further on, with the focus on the same day of it; Back leads to the month before.
  await page.keyboard.press('PageDown');
  const next = new Date(inDays(7) * 1000);
  next.setUTCDate(1);
  next.setUTCMonth(next.getUTCMonth() + 1);
  await expect(page.getByRole('heading', { level: 2, name: monthName(next.toISOString()) })).toBeVisible();
  await expect(grid.locator(':focus')).toHaveAttribute('data-day', new RegExp(`^${next.toISOString().slice(0, 7)}`));
  await page.keyboard.press('PageUp');
  await expect(page.getByRole('heading', { level: 2, name: monthName(dayOf(7)) })).toBeVisible();
  await page.keyboard.press('Enter');
  await tabTo(page, agenda.getByRole('link', { name: /Bench Morning/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Bench Morning' })).toBeVisible();
});

test.describe('on the phone', () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

  test('calendars: a phone shows dots, and a tap on a day shows what is on', DETAIL, async ({ arrive }) => {
    const hedda = await arrive('Hedda', 'Host');
    const community = await startCommunity(hedda, 'Alder Village');
    const calendar = await hedda.api<CalendarView>('GET', `/servers/${community.id}/calendar`);
    await startEvent(hedda, 'Bench Morning', { serverId: community.id });
    const { page } = hedda;
    await page.goto(`/${calendar.alias}?month=${dayOf(7).slice(0, 7)}`);
    const grid = page.getByRole('grid');
    const day = grid.getByRole('button', { name: new RegExp(`^${dayName(dayOf(7))}, 1 event$`) });
    await expect(day).toBeVisible();
    await expect(grid.getByRole('link', { name: /Bench Morning/ })).toBeHidden();
    await expect(grid.locator('i')).toHaveCount(1);
    await expectFingersFit(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectNoSeriousViolations(page);
    }
    await day.tap();
    const agenda = page.getByRole('complementary', { name: 'Agenda' });
    await expect(agenda.getByRole('heading', { name: dayName(dayOf(7)) })).toBeVisible();
    await expect(agenda.getByRole('link', { name: /Bench Morning/ })).toBeVisible();
    await day.tap();
    await expect(agenda.getByRole('heading', { name: 'Coming up' })).toBeVisible();
    await agenda.getByRole('link', { name: /Bench Morning/ }).tap();
    await expect(page.getByRole('heading', { level: 1, name: 'Bench Morning' })).toBeVisible();
  });
});
