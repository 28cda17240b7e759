import { readFile } from 'node:fs/promises';
import { inDays, startEvent } from '../events.ts';
import { expect, test } from '../fixtures.ts';
import { moveTo, reload } from '../opening.ts';
import { bringIn, startCommunity, unique } from '../people.ts';
import { CI, DETAIL, onDesk } from '../viewports.ts';

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

onDesk(() => {
  test('event page: an event can be shared and added to a calendar', CI, async ({ arrive, page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const maren = await arrive('Maren', 'Oduya');
    const when = { start_epoc: inDays(9), end_epoc: inDays(9) + 3 * 3600, time_zone: 'Asia/Tokyo' };
    const event = await startEvent(maren, 'Night Ride', when);
    await page.goto(`/${event.alias}`);
    // On its own clock, and on the reader's.
    await expect(page.getByText(/\d\d:00 (JST|GMT\+9)/)).toBeVisible();
    await expect(page.getByText(/^Your time: .*(GMT|BST)/)).toBeVisible();
    await page.getByRole('button', { name: 'Share' }).click();
    const share = page.getByRole('dialog', { name: 'Share Night Ride' });
    await share.getByRole('button', { name: 'Copy link' }).click();
    await expect(share.getByRole('button', { name: 'Link copied' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(new URL(page.url()).href);
    await share.getByRole('button', { name: 'Close' }).click();

    await page.getByRole('button', { name: 'Add to calendar' }).click();
    const calendar = page.getByRole('dialog', { name: 'Add to calendar' });
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      calendar.getByRole('link', { name: /\.ics/ }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`${event.alias}.ics`);
    const text = await readFile(await file.path(), 'utf8');
    expect(text).toContain('BEGIN:VTIMEZONE\r\nTZID:Asia/Tokyo');
    expect(text).toContain('SUMMARY:Night Ride');
    expect(text).toMatch(new RegExp(`UID:${event.id}\\r?\\n`));
    expect(text).toMatch(/DTSTART;TZID=Asia\/Tokyo:\d{8}T\d{6}/);
  });

  test(
    'event page: a member can download the calendar file, and report the event to its moderators',
    DETAIL,
    async ({ arrive }) => {
      const [maren, kofi] = [await arrive('Maren', 'Oduya'), await arrive('Kofi', 'Mensah')];
      const community = await startCommunity(maren, 'Weavers Row');
      await bringIn(maren, community, [kofi]);
      const event = await startEvent(maren, 'Odd Fair', { serverId: community.id });
      await kofi.page.goto(`/${event.alias}`);
      await kofi.page.getByRole('button', { name: 'Add to calendar' }).click();
      const [file] = await Promise.all([
        kofi.page.waitForEvent('download'),
        kofi.page.getByRole('button', { name: /\.ics/ }).click(),
      ]);
      expect(await readFile(await file.path(), 'utf8')).toContain('SUMMARY:Odd Fair');
      await kofi.page.getByRole('button', { name: 'Report this event' }).click();
      const report = kofi.page.getByRole('dialog', { name: 'Report event' });
      await report.getByRole('radio', { name: 'Misleading or fraudulent' }).check();
      await report.getByRole('textbox').fill('There is no such hall.');
      await report.getByRole('button', { name: 'Report', exact: true }).click();
      await expect(kofi.page.getByText('Thank you. Someone will look at it.')).toBeVisible();

      await maren.page.goto(`/${community.slug}/settings/reports`);
      const reported = maren.page.getByRole('list', { name: 'Reported events' }).getByRole('listitem');
      await expect(reported).toContainText('Misleading or fraudulent: There is no such hall.');
      await expect(reported).toContainText('Reported by Kofi Mensah');
      await reported.getByRole('button', { name: 'Dismiss' }).click();
      await expect(maren.page.getByText('No reported events.')).toBeVisible();
    },
  );

  test('discover events: events are found within miles of a place, ten per page', DETAIL, async ({ arrive }) => {
    const maren = await arrive('Maren', 'Oduya');
    const mark = unique();
    await startEvent(maren, `Seine Walk ${mark}`, at('Paris', PARIS));
    for (let walk = 1; walk <= 11; walk += 1)
      await startEvent(maren, `Thames Walk ${mark}`, {
        ...at('London', LONDON),
        start_epoc: inDays(walk),
        end_epoc: inDays(walk) + 7200,
      });
    const { page } = maren;
    await page.goto(`/events/discover?search=${mark}`);
    const list = page.getByRole('list', { name: 'Events' });
    await expect(list.getByRole('listitem')).toHaveCount(10);
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByText('Page 2 of 2')).toBeVisible();
    await expect(list.getByRole('listitem')).toHaveCount(2);
    await page.getByRole('button', { name: 'Everywhere' }).click();
    const dialog = page.getByRole('dialog', { name: 'Location' });
    const miles = dialog.getByRole('textbox', { name: 'Distance in miles, as a number' });
    await dialog.getByRole('textbox', { name: 'Town or city' }).fill('Paris');
    await page.getByRole('option', { name: /^Paris.*France/ }).click();
    await miles.fill('30');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('button', { name: 'Within 30 mi of Paris' })).toBeVisible();
    await expect(list.getByRole('listitem')).toHaveCount(1);
    await expect(list).toContainText(`Seine Walk ${mark}`);
    await expect(list).toContainText('mi away');
    // It is kept, and your own lists have pages too.
    await reload(page, 'the place is kept');
    await expect(page.getByRole('button', { name: 'Within 30 mi of Paris' })).toBeVisible();
    await moveTo(page, '/events?tab=hosting');
    await expect(page.getByText('Page 1 of 2')).toBeVisible();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByRole('list', { name: 'Hosting' }).getByRole('listitem')).toHaveCount(2);
  });

  test(
    'event page: a location is found by its town, pinned by its coordinates, and shown on a map',
    DETAIL,
    async ({ arrive, page }) => {
      const maren = await arrive('Maren', 'Oduya');
      const event = await startEvent(maren, 'River Walk');
      const { page: desk } = maren;
      await desk.goto(`/events/manage/${event.alias}?tab=info`);
      await desk.getByRole('textbox', { name: 'Town or city' }).fill('London, England');
      await desk
        .getByRole('option', { name: /^London/ })
        .first()
        .click();
      await desk.getByRole('button', { name: 'Set the exact location' }).click();
      const dialog = desk.getByRole('dialog', { name: 'Change location' });
      const point = dialog.getByRole('textbox', { name: 'Coordinates' });
      await expect(dialog.getByRole('img', { name: /^Map of London/ })).toBeVisible();
      await point.fill('by the river');
      await dialog.getByRole('button', { name: 'Confirm' }).click();
      await expect(point).toHaveAttribute('aria-invalid', 'true');
      await point.fill('51.4883, -0.2297');
      await dialog.getByRole('button', { name: 'Confirm' }).click();
      await expect(dialog).toBeHidden();
      await desk.getByRole('button', { name: 'Save changes' }).click();
      await expect(desk.getByText(/^Saved at/)).toBeVisible();
      await page.goto(`/${event.alias}`);
      for (const service of ['Directions', 'OpenStreetMap', 'Google Maps', 'Apple Maps'])
        await expect(page.getByRole('link', { name: service })).toHaveAttribute('href', /51\.4883/);
    },
  );

  test(
    'event page: a cancelled event says why, and a past event is listed with your past events',
    DETAIL,
    async ({ arrive, page }) => {
      const maren = await arrive('Maren', 'Oduya');
      const later = await startEvent(maren, 'Later Moot', { registration_opens_epoc: inDays(2) });
      await startEvent(maren, 'Old Moot', { start_epoc: inDays(-3), end_epoc: inDays(-2) });
      await maren.page.goto('/events?tab=past');
      await expect(maren.page.getByRole('list', { name: 'Past' })).toContainText('Old Moot');
      await maren.api('POST', `/events/${later.id}/cancel`, { message: 'The kiln has cracked.' });
      await page.goto(`/${later.alias}`);
      await expect(page.getByText('The kiln has cracked.')).toBeVisible();
      await expect(page.getByText('This event was cancelled.').first()).toBeVisible();
    },
  );
});
