import { createFeed, deleteFeed, listFeeds } from '@folkmoot/contract/calendars/api.ts';
import type { FeedView } from '@folkmoot/contract/calendars/schema.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, calls } from '../../../test/answers.ts';
import { calendarView } from '../../../test/calendars.ts';
import { expectAccessible, openDialog } from '../../../test/draw.tsx';
import { IcalDialog } from './IcalDialog.tsx';

const ME = '0190a3b4-0000-7000-8000-0000000000b0';
const calendar = calendarView();
const feed = (fields: Partial<FeedView> = {}): FeedView => ({
  id: '0190a3b4-0000-7000-8000-0000000000e1',
  kind: 'calendar',
  of: { id: calendar.id, name: calendar.name },
  url: 'https://moot.example/feeds/first.ics',
  fetched_epoc: null,
  fetchedBy: '',
  ...fields,
});
const link = page.getByRole('textbox', { name: 'Your link' });
const sent = (method: string) => calls.filter((one) => one.method === method && one.path.startsWith('/api/v1/feeds'));

test('iCal link: it is created, and says how to use it and who read it last', async () => {
  answer(listFeeds, { data: [] });
  answer(createFeed, () => {
    const data = feed();
    answer(listFeeds, { data: [{ ...data, fetched_epoc: 1_779_000_000, fetchedBy: 'Google-Calendar-Importer' }] });
    return { message: 'Here is your iCal link.', data };
  });
  await openDialog(<IcalDialog kind="calendar" calendar={calendar} />, { as: ME });
  await expect
    .element(page.getByRole('textbox', { name: 'Public link' }))
    .toHaveValue(`${location.origin}/feeds/calendars/${calendar.id}.ics`);
  await page.getByRole('button', { name: 'Create your link' }).click();
  await expect.element(link).toHaveValue('https://moot.example/feeds/first.ics');
  expect(sent('POST').map(({ body }) => body)).toEqual([{ kind: 'calendar', id: calendar.id }]);
  await expect.element(page.getByText(/^Last read .* by Google-Calendar-Importer\.$/)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Apple Calendar' }).first())
    .toHaveAttribute('href', 'webcal://moot.example/feeds/first.ics');
  await expectAccessible();
});

test('iCal link: renewing and deleting ask first, and say what they end', async () => {
  answer(listFeeds, { data: [feed()] });
  answer(createFeed, () => {
    const data = feed({ url: 'https://moot.example/feeds/second.ics' });
    answer(listFeeds, { data: [data] });
    return { message: 'The link is renewed. The earlier one no longer works.', data };
  });
  answer(deleteFeed, () => {
    answer(listFeeds, { data: [] });
    return { message: 'The link no longer works.' };
  });
  await openDialog(<IcalDialog kind="calendar" calendar={calendar} />, { as: ME });
  await expect.element(page.getByText('No app has read it yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Renew' }).click();
  const renewing = page.getByRole('dialog', { name: 'Renew your link?' });
  await expect.element(renewing).toBeVisible();
  expect(sent('POST')).toEqual([]);
  await renewing.getByRole('button', { name: 'Renew link' }).click();
  await expect.element(link).toHaveValue('https://moot.example/feeds/second.ics');

  await page.getByRole('button', { name: 'Delete link' }).click();
  const deleting = page.getByRole('dialog', { name: 'Delete your link?' });
  await expect.element(deleting).toBeVisible();
  expect(sent('DELETE')).toEqual([]);
  await deleting.getByRole('button', { name: 'Delete link' }).click();
  await expect.element(page.getByRole('button', { name: 'Create your link' })).toBeVisible();
  expect(sent('DELETE')).toHaveLength(1);
});

test('iCal link: visitors get the public link alone, and of a calendar for members are asked to sign in', async () => {
  const screen = await openDialog(<IcalDialog kind="calendar" calendar={calendar} />);
  await expect.element(page.getByRole('textbox', { name: 'Public link' })).toBeVisible();
  expect(page.getByRole('heading', { name: 'Your link' }).elements()).toEqual([]);
  await screen.unmount();
  await openDialog(<IcalDialog kind="calendar" calendar={calendarView({ visibility: 'community' })} />);
  await expect.element(page.getByText('Sign in to get a link.')).toBeVisible();
  expect(page.getByRole('textbox').elements()).toEqual([]);
});
