import type { CalendarView } from '@folkmoot/contract/calendars/schema.ts';
import { inDays } from '../events.ts';
import { expect, expectNoSeriousViolations, test } from '../fixtures.ts';
import { reload } from '../opening.ts';
import { startCommunity } from '../people.ts';
import { CI, onDesk, PHONE } from '../viewports.ts';

/** A calendar of another site with one event, a week from now. */
function feedWith(title: string): string {
  const at = new Date(inDays(7) * 1000).toISOString().slice(0, 19).replace(/[-:]/g, '');
  return [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'X-WR-CALNAME:Alderwick town', 'BEGIN:VEVENT', 'UID:fair@town.example'],
    ...[`DTSTART:${at}Z`, 'DURATION:PT2H', `SUMMARY:${title}`, 'URL:https://town.example/fair', 'END:VEVENT'],
    ...['END:VCALENDAR', ''],
  ].join('\r\n');
}

onDesk(() => {
  test(
    'calendars: an outside feed is added, its events are on the month and in the feed for everybody, and go with it',
    CI,
    async ({ arrive, baseURL, feedsUrl, page: visitor, viewport, watch }) => {
      // An address without a calendar.
      watch.expectRefusal(422, /\/calendars\/[^/]+\/sources$/);
      const hedda = await arrive('Hedda', 'Host');
      const community = await startCommunity(hedda, 'Alder Village');
      const calendar = await hedda.api<CalendarView>('GET', `/servers/${community.id}/calendar`);
      const address = `${feedsUrl}/${calendar.id}.ics`;
      await fetch(address, { method: 'PUT', body: feedWith('River fair') });
      const { page } = hedda;
      await page.goto(`/calendars/manage/${calendar.alias}`);
      await page.getByRole('link', { name: 'Feeds' }).click();
      await expect(page.getByRole('heading', { name: 'No outside feeds' })).toBeVisible();
      await expectNoSeriousViolations(page);

      // A wrong address is told at the field; the right one is read at once.
      await page.getByRole('button', { name: 'Add feed' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add feed' });
      const field = dialog.getByRole('textbox', { name: 'iCal address' });
      await field.fill('http://192.168.0.1/town.ics');
      await page.keyboard.press('Enter');
      await expect(field).toHaveAccessibleDescription(/not on the public internet/);
      await expectNoSeriousViolations(page, { dialog: true });
      await field.fill(address);
      await page.keyboard.press('Enter');
      const feed = page.getByRole('article', { name: 'Alderwick town' });
      await expect(feed).toContainText('1 event, last read');
      await expectNoSeriousViolations(page);

      // Everybody sees its events, and they lead to their own site.
      await visitor.goto(`/${calendar.alias}?month=${new Date(inDays(7) * 1000).toISOString().slice(0, 7)}`);
      const grid = visitor.getByRole('grid');
      // A phone has room for a dot.
      if (viewport?.width === PHONE.width) await expect(grid.getByRole('button', { name: /, 1 event$/ })).toBeVisible();
      else
        await expect(grid.getByRole('link', { name: /River fair.*On another site/ })).toHaveAttribute(
          'href',
          'https://town.example/fair',
        );
      const agenda = visitor.getByRole('complementary', { name: 'Agenda' });
      const announced = agenda.getByRole('link', { name: /River fair.*From Alderwick town/ });
      await expect(announced).toHaveAttribute('href', 'https://town.example/fair');
      await expectNoSeriousViolations(visitor);
      const ours = await (await fetch(new URL(`/feeds/calendars/${calendar.id}.ics`, baseURL))).text();
      expect(ours).toContain('UID:fair@town.example');

      // It is renamed, and removed after a question.
      await feed.getByRole('button', { name: 'More about Alderwick town' }).click();
      await page.getByRole('menuitem', { name: 'Rename' }).click();
      const renaming = page.getByRole('dialog', { name: 'Rename feed' });
      await renaming.getByRole('textbox', { name: 'Name' }).fill('The town');
      await renaming.getByRole('button', { name: 'Save' }).click();
      const renamed = page.getByRole('article', { name: 'The town' });
      await renamed.getByRole('button', { name: 'More about The town' }).click();
      await page.getByRole('menuitem', { name: 'Remove' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'No outside feeds' })).toBeVisible();
      await reload(visitor, 'a visitor comes back later');
      await expect(visitor.getByRole('heading', { name: 'No upcoming events' })).toBeVisible();
    },
  );
});
