import * as api from '@folkmoot/contract/calendars/sources-api.ts';
import { SOURCE_LIMITS } from '@folkmoot/contract/calendars/sources-schema.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, breakDown, calls, refuse } from '../../../test/answers.ts';
import { calendarView, NOTHING_LEFT_OUT, sourceView } from '../../../test/calendars.ts';
import { draw, expectAccessible } from '../../../test/draw.tsx';
import { FeedsTab } from './FeedsTab.tsx';

const calendar = calendarView({ role: { role: 'owner' } });
const now = Math.floor(Date.now() / 1000);
const tab = () => draw(<FeedsTab calendar={calendar} />, { as: crypto.randomUUID() });
const row = (name: string) => page.getByRole('article', { name });

test('feeds: it says that it loads, that there are none, and that they could not be loaded', async () => {
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((done) => {
    arrive = done;
  });
  answer(api.listSources, async () => {
    await arrived;
    return { data: [] };
  });
  const screen = await tab();
  await expect.element(page.getByRole('status', { name: 'Loading feeds' })).toBeVisible();
  arrive();
  await expect.element(page.getByRole('heading', { name: 'No outside feeds' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Add feed' })).toBeEnabled();
  await expectAccessible();
  await screen.unmount();
  breakDown(api.listSources);
  await draw(<FeedsTab calendar={calendarView({ id: crypto.randomUUID() })} />, { as: crypto.randomUUID() });
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(page.getByRole('heading', { name: 'No outside feeds' }).elements()).toEqual([]);
});

test('feeds: each says how many events it has, when it was read, what is left out, and since when it fails', async () => {
  answer(api.listSources, {
    data: [
      sourceView(),
      sourceView({
        name: 'Club',
        eventCount: 1,
        leftOut: { ...NOTHING_LEFT_OUT, series: 1, private: 3 },
        state: 'failing',
        problem: 'not-found',
        why: 'There is no calendar at this address.',
        failing_epoc: now - 7200,
      }),
      sourceView({
        name: 'Old club',
        state: 'paused',
        problem: 'denied',
        why: 'It is closed.',
        failing_epoc: now - 800_000,
      }),
    ],
  });
  await tab();
  await expect.element(row('Alderwick town')).toMatchTextContent(/12 events, last read 5 minutes ago/);
  await expect.element(row('Club').first()).toMatchTextContent(/1 event, last read/);
  await expect
    .element(row('Club').first())
    .toMatchTextContent(/Left out: 1 series that repeats too often is shown in part; 3 events are private\./);
  await expect
    .element(row('Club').first())
    .toMatchTextContent(
      /Could not be read since .*; what was read before is still shown\. There is no calendar at this address\./,
    );
  await expect.element(row('Old club')).toMatchTextContent(/Paused: it could not be read since .*\. It is closed\./);
  await expect.element(page.getByRole('button', { name: 'Resume: Old club' })).toBeVisible();
  await expectAccessible();
});

test('feeds: one is added by its address; what the server says of it is at the field', async () => {
  answer(api.listSources, { data: [] });
  await tab();
  await page.getByRole('button', { name: 'Add feed' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add feed' });
  const address = dialog.getByRole('textbox', { name: 'iCal address' });
  await dialog.getByRole('button', { name: 'Add feed' }).click();
  await expect.element(address).toHaveAccessibleDescription(expect.stringContaining('URL is required'));
  await address.fill('webcal://town.example/town.ics');
  refuse(api.addSource, {
    statusCode: 422,
    message: 'Not public.',
    fields: { url: 'This address is not on the public internet.' },
  });
  await dialog.getByRole('button', { name: 'Add feed' }).click();
  await expect.element(address).toHaveAccessibleDescription(expect.stringContaining('not on the public internet'));
  await expectAccessible();
  answer(api.addSource, { message: 'Feed added.', data: sourceView() });
  answer(api.listSources, { data: [sourceView()] });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Town');
  await dialog.getByRole('button', { name: 'Add feed' }).click();
  await expect.element(page.getByText('Feed added.')).toBeVisible();
  await expect.element(row('Alderwick town')).toBeVisible();
  const added = calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
  expect(added.at(-1)).toEqual({ url: 'webcal://town.example/town.ics', name: 'Town' });
});

test('feeds: one is read now, renamed, and removed after a question', async () => {
  const one = sourceView();
  answer(api.listSources, { data: [one] });
  await tab();
  answer(api.updateSource, {
    message: 'The server at this address took too long to answer.',
    data: { ...one, state: 'failing', problem: 'too-slow', why: '', failing_epoc: now },
  });
  await page.getByRole('button', { name: 'Read now: Alderwick town' }).click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/took too long to answer/);
  answer(api.updateSource, { message: 'The feed is up to date.', data: one });
  await page.getByRole('button', { name: 'Read now: Alderwick town' }).click();
  await expect.element(page.getByText('The feed is up to date.')).toBeVisible();

  const more = page.getByRole('button', { name: 'More about Alderwick town' });
  await more.click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename feed' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText('Name is required')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Our town');
  answer(api.updateSource, { message: 'Saved!', data: { ...one, name: 'Our town' } });
  answer(api.listSources, { data: [{ ...one, name: 'Our town' }] });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(row('Our town')).toBeVisible();

  await page.getByRole('button', { name: 'More about Our town' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  const removed = () => calls.filter(({ method }) => method === 'DELETE');
  expect(removed()).toEqual([]);
  answer(api.removeSource, { message: 'Feed removed.' });
  answer(api.listSources, { data: [] });
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.element(page.getByRole('heading', { name: 'No outside feeds' })).toBeVisible();
  expect(removed()).toHaveLength(1);
});

test('feeds: with as many as there can be, none can be added, and it says why', async () => {
  answer(api.listSources, {
    data: Array.from({ length: SOURCE_LIMITS.each }, (_, n) => sourceView({ name: `Feed ${n}` })),
  });
  await tab();
  await expect.element(page.getByRole('button', { name: 'Add feed' })).toBeDisabled();
  await expect.element(page.getByText('A calendar can show at most 10 outside feeds.')).toBeVisible();
});
