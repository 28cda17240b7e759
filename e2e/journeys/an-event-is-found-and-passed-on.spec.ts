import { readFile } from 'node:fs/promises';
import { inDays, startEvent } from '../events.ts';
import { expect, expectNoSeriousViolations, test } from '../fixtures.ts';
import { unique } from '../people.ts';

const LONDON = { lat: 51.50853, lng: -0.12574 };
const PARIS = { lat: 48.85341, lng: 2.3488 };

const at = (locality: string, latLng: { lat: number; lng: number }) => ({
  attend_type_details: { virtual_address: '', in_person_address: '' },
  location: {
    sublocality: '',
    locality,
    administrative_area_level_1: '',
    administrative_area_level_2: '',
    administrative_area_level_3: '',
    country: '',
    latLng,
    placeId: '',
    description: '',
    meetingLink: '',
  },
});

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

for (const size of sizes) {
  test(`an event is shared, and taken into a calendar, ${size.width} wide`, async ({ arrive, page, context }) => {
    await page.setViewportSize(size);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const maren = await arrive('Maren', 'Oduya');
    const event = await startEvent(maren, 'Night Ride', { start_epoc: inDays(9), end_epoc: inDays(9) + 3 * 3600 });
    await page.goto(`/${event.alias}`);
    await page.getByRole('button', { name: 'Share' }).click();
    const share = page.getByRole('dialog', { name: 'Share Night Ride' });
    for (const target of ['WhatsApp', 'X', 'LinkedIn', 'Facebook', 'Telegram', 'Mail'])
      await expect(share.getByRole('link', { name: target, exact: true })).toHaveAttribute(
        'href',
        new RegExp(encodeURIComponent(event.alias)),
      );
    await share.getByRole('button', { name: 'Copy link' }).click();
    await expect(share.getByRole('button', { name: 'Link copied' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(new URL(page.url()).href);
    await expectNoSeriousViolations(page, { dialog: true });
    await share.getByRole('button', { name: 'Close' }).click();

    await page.getByRole('button', { name: 'Add to calendar' }).click();
    const calendar = page.getByRole('dialog', { name: 'Add to calendar' });
    await expect(calendar.getByRole('link', { name: 'Google Calendar' })).toHaveAttribute('href', /text=Night\+Ride/);
    await expect(calendar.getByRole('link', { name: 'Outlook' })).toHaveAttribute('href', /subject=Night\+Ride/);
    await expectNoSeriousViolations(page, { dialog: true });
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      calendar.getByRole('link', { name: /\.ics/ }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`${event.alias}.ics`);
    const text = await readFile(await file.path(), 'utf8');
    expect(text).toContain('BEGIN:VTIMEZONE\r\nTZID:Europe/London');
    expect(text).toContain('SUMMARY:Night Ride');
    expect(text).toMatch(new RegExp(`UID:${event.id}@`));
    expect(text).toMatch(/DTSTART;TZID=Europe\/London:\d{8}T\d{6}/);
  });
}

test('a member takes the file too, and reports what is wrong to whoever owns the place', async ({ arrive }) => {
  const [maren, kofi] = [await arrive('Maren', 'Oduya'), await arrive('Kofi', 'Mensah')];
  const event = await startEvent(maren, 'Odd Fair');
  await kofi.page.goto(`/${event.alias}`);
  await kofi.page.getByRole('button', { name: 'Add to calendar' }).click();
  const [file] = await Promise.all([
    kofi.page.waitForEvent('download'),
    kofi.page.getByRole('button', { name: /\.ics/ }).click(),
  ]);
  expect(await readFile(await file.path(), 'utf8')).toContain('SUMMARY:Odd Fair');
  await kofi.page.getByRole('button', { name: 'Report this event' }).click();
  const report = kofi.page.getByRole('dialog', { name: 'Report event' });
  await report.getByRole('button', { name: 'Report', exact: true }).click();
  await expect(report.getByText('Choose what is wrong.')).toBeVisible();
  await report.getByRole('radio', { name: 'Misleading or a fraud' }).check();
  await report.getByRole('button', { name: 'Report', exact: true }).click();
  await expect(kofi.page.getByText('Thank you. Somebody will look at it.')).toBeVisible();
});

test('events are found by miles around a place', async ({ arrive, page }) => {
  const maren = await arrive('Maren', 'Oduya');
  const mark = unique();
  await startEvent(maren, `Thames Walk ${mark}`, at('London', LONDON));
  await startEvent(maren, `Seine Walk ${mark}`, at('Paris', PARIS));
  await page.goto(`/events/discover?search=${mark}`);
  const list = page.getByRole('list', { name: 'Events' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expectNoSeriousViolations(page);
  await page.getByRole('button', { name: 'Everywhere' }).click();
  const dialog = page.getByRole('dialog', { name: 'Location' });
  await dialog.getByRole('textbox', { name: 'Town or city' }).fill('London, England');
  await page
    .getByRole('option', { name: /^London/ })
    .first()
    .click();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('button', { name: 'Within 25 mi of London' })).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list).toContainText(`Thames Walk ${mark}`);
  await expect(list).toContainText('mi away');
});
