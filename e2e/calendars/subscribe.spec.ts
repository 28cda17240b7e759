import type { CalendarView } from '@folkmoot/contract/calendars/schema.ts';
import { startEvent } from '../events.ts';
import { expect, expectNoSeriousViolations, test } from '../fixtures.ts';
import { moveTo } from '../opening.ts';
import { startCommunity } from '../people.ts';
import { CI, onDesk, PHONE } from '../viewports.ts';

onDesk(() => {
  test(
    'calendars: somebody subscribes and unsubscribes, and makes an iCal link whose earlier address ends when it is renewed',
    CI,
    async ({ arrive, viewport }) => {
      const hedda = await arrive('Hedda', 'Host');
      const kofi = await arrive('Kofi', 'Maker');
      const community = await startCommunity(hedda, 'Alder Village');
      const calendar = await hedda.api<CalendarView>('GET', `/servers/${community.id}/calendar`);
      await startEvent(hedda, 'Bench Morning', { serverId: community.id });
      const { page } = kofi;
      await page.goto(`/${calendar.alias}`);
      await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
      await expect(page.getByText('1 person subscribes')).toBeVisible();
      await moveTo(page, '/calendars');
      await expect(page.getByRole('region', { name: 'Calendars you subscribe to' })).toContainText(calendar.name);
      await expectNoSeriousViolations(page);
      await page.getByRole('link', { name: new RegExp(calendar.name) }).click();

      if (viewport?.width === PHONE.width) {
        await page.getByRole('button', { name: 'More', exact: true }).click();
        await page.getByRole('menuitem', { name: 'iCal link' }).click();
      } else await page.getByRole('button', { name: 'iCal link' }).click();
      const dialog = page.getByRole('dialog', { name: 'iCal link' });
      await dialog.getByRole('button', { name: 'Create your link' }).click();
      const link = dialog.getByRole('textbox', { name: 'Your link' });
      await expect(link).toHaveValue(/\/feeds\/.+\.ics$/);
      const first = await link.inputValue();
      const read = await fetch(first);
      expect([read.status, read.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
      expect(await read.text()).toContain('SUMMARY:Bench Morning');
      await expectNoSeriousViolations(page, { dialog: true });

      await dialog.getByRole('button', { name: 'Renew' }).click();
      await page.getByRole('dialog', { name: 'Renew your link?' }).getByRole('button', { name: 'Renew link' }).click();
      await expect(link).not.toHaveValue(first);
      const second = await link.inputValue();
      expect([(await fetch(first)).status, (await fetch(second)).status]).toEqual([410, 200]);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();

      await page.getByRole('button', { name: 'Subscribed' }).click();
      await page.getByRole('menuitem', { name: 'Unsubscribe' }).click();
      await expect(page.getByRole('button', { name: 'Subscribe', exact: true })).toBeVisible();
      await expect(page.getByText('1 person subscribes')).toBeHidden();
    },
  );
});
