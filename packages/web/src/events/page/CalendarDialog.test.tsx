import { reportEvent } from '@folkmoot/contract/events/api.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, calls, refuse } from '../../../test/answers.ts';
import { expectAccessible, expectFocusReturned, openDialog } from '../../../test/draw.tsx';
import { eventView } from '../../../test/events.ts';
import { ShareDialog } from '../../ui/sharing/ShareDialog.tsx';
import { ReportEventDialog } from '../reports/ReportEventDialog.tsx';
import { CalendarDialog } from './CalendarDialog.tsx';

const BEA = '0190a3b4-0000-7000-8000-00000000000b';

test('share an event: the dialog links to every service with the event’s address', async () => {
  await openDialog(<ShareDialog title="Share Night Ride" url="https://moot.example/night-ride" text="Night Ride" />);
  const share = page.getByRole('dialog', { name: 'Share Night Ride' });
  for (const target of ['WhatsApp', 'X', 'LinkedIn', 'Facebook', 'Telegram', 'Mail'])
    expect(share.getByRole('link', { name: target, exact: true }).element().getAttribute('href')).toContain(
      encodeURIComponent('/night-ride'),
    );
  await expect.element(share.getByRole('img', { name: /^QR code that leads to .*night-ride$/ })).toBeVisible();
  const picture = share.getByRole('link', { name: 'Download QR code' }).element() as HTMLAnchorElement;
  expect(picture.download).toBe('night-ride-qr.png');
  const { width, height } = await createImageBitmap(await (await fetch(picture.href)).blob());
  expect([width >= 1024, width === height]).toEqual([true, true]);
  await expectAccessible();
});

test('event calendar: a visitor gets the file as a link, and links to online calendars', async () => {
  await openDialog(<CalendarDialog event={eventView({ name: 'Night Ride', alias: 'night-ride' })} token={undefined} />);
  const calendar = page.getByRole('dialog', { name: 'Add to calendar' });
  const hrefOf = (name: string | RegExp) => calendar.getByRole('link', { name }).element().getAttribute('href');
  expect(hrefOf('Google Calendar')).toMatch(/text=Night%20Ride/);
  expect(hrefOf('Outlook')).toMatch(/subject=Night%20Ride/);
  expect(hrefOf(/\.ics/)).toMatch(/\/calendar\.ics$/);
  await expectAccessible();
});

test('event calendar: on a phone the ways come up from the bottom edge, and the page stays visible', async () => {
  await page.viewport(390, 844);
  await openDialog(<CalendarDialog event={eventView()} token={undefined} />);
  const box = () => page.getByRole('dialog', { name: 'Add to calendar' }).element().getBoundingClientRect();
  await expect.poll(() => [box().left, box().width, Math.round(box().bottom)]).toEqual([0, 390, 844]);
  expect(box().height).toBeLessThan(500);
  await page.viewport(720, 900);
});

test('event calendar: a member downloads the file with their session', async () => {
  await openDialog(<CalendarDialog event={eventView()} token={undefined} />, { as: BEA });
  await expect.element(page.getByRole('button', { name: /\.ics/ })).toBeVisible();
});

test('report an event: the reason is required, a refusal is shown, and the note is sent along', async () => {
  await openDialog(<ReportEventDialog event={eventView()} token={undefined} />, { as: BEA });
  const report = page.getByRole('dialog', { name: 'Report event' });
  const send = report.getByRole('button', { name: 'Report', exact: true });
  await send.click();
  await expect.element(report.getByText('Choose what is wrong.')).toBeVisible();
  await expectAccessible();
  await report.getByRole('radio', { name: 'Misleading or fraudulent' }).click();
  await report.getByRole('textbox').fill('There is no such hall.');
  await expect.element(report.getByText('22/500')).toBeVisible();
  refuse(reportEvent, { statusCode: 409, message: 'This is your own event.' });
  await send.click();
  await expect.element(report.getByText('This is your own event.')).toBeVisible();
  answer(reportEvent, { message: 'Thank you. Someone will look at it.' });
  await send.click();
  await expect.element(page.getByText('Thank you. Someone will look at it.')).toBeVisible();
  await expectFocusReturned();
  expect(calls.findLast(({ method }) => method === 'POST')?.body).toEqual({
    reason: 'misleading',
    note: 'There is no such hall.',
  });
});
