import type { CalendarView } from '@folkmoot/contract/calendars/schema.ts';
import { inDays, startEvent } from '../events.ts';
import { expect, expectNoSeriousViolations, test } from '../fixtures.ts';
import { reload } from '../opening.ts';
import { startCommunity } from '../people.ts';
import { CI, onDesk, PHONE } from '../viewports.ts';

onDesk(() => {
  test(
    'calendars: a submitted event is refused with a reason, submitted again and accepted, and is on the month and in the feed',
    CI,
    async ({ arrive, baseURL, mailTo, viewport }) => {
      const hedda = await arrive('Hedda', 'Host');
      const kofi = await arrive('Kofi', 'Maker');
      const community = await startCommunity(hedda, 'Alder Village');
      const calendar = await hedda.api<CalendarView>('GET', `/servers/${community.id}/calendar`);
      const event = await startEvent(kofi, 'Spoon Swap');
      const feed = async () => (await fetch(new URL(`/feeds/calendars/${calendar.id}.ics`, baseURL))).text();
      const month = new Date(inDays(7) * 1000).toISOString().slice(0, 7);
      const submit = async () => {
        await kofi.page.getByRole('button', { name: 'Submit event' }).click();
        const dialog = kofi.page.getByRole('dialog', { name: 'Submit event' });
        await dialog
          .getByRole('textbox', { name: 'Event URL' })
          .fill(new URL(`/${event.alias}?utm_source=mail`, baseURL).href);
        await dialog.getByRole('button', { name: 'Submit event' }).click();
        await expect(kofi.page.getByText('Submitted. You will get an email with the answer.').last()).toBeVisible();
        await expect(dialog).toBeHidden();
      };

      await kofi.page.goto(`/${calendar.alias}?month=${month}`);
      await expect(kofi.page.getByRole('heading', { level: 1, name: calendar.name })).toBeVisible();
      await submit();
      await expect(kofi.page.getByRole('link', { name: 'Spoon Swap' })).toHaveCount(0);

      // Its admins see that something waits, without asking again.
      const { page } = hedda;
      await page.goto(`/${community.slug}/events`);
      if (viewport?.width === PHONE.width) {
        await page.getByRole('button', { name: 'More, 1 waiting' }).click();
        await page.getByRole('menuitem', { name: 'Manage (1 waiting)' }).click();
      } else await page.getByRole('link', { name: 'Manage, 1 waiting' }).click();
      await page.getByRole('link', { name: 'Submissions (1)' }).click();
      const submissions = page.getByRole('list', { name: 'Submissions' });
      await expect(submissions).toContainText('Submitted by Kofi Maker');
      await expectNoSeriousViolations(page);
      await submissions.getByRole('button', { name: 'Decline' }).click();
      const refusing = page.getByRole('dialog', { name: 'Decline this event' });
      await refusing.getByRole('combobox', { name: 'Reason' }).click();
      await page.getByRole('option', { name: 'Insufficient Information' }).click();
      await refusing.getByRole('textbox', { name: /^Message/ }).fill('Say what to bring, and submit it again.');
      await expectNoSeriousViolations(page, { dialog: true });
      await refusing.getByRole('button', { name: 'Decline' }).click();
      await expect(page.getByRole('heading', { name: 'No submissions' })).toBeVisible();
      const refused = await mailTo(kofi.email, { subject: /was not added to/ });
      expect(refused.text).toContain('Say what to bring, and submit it again.');
      expect(await feed()).not.toContain('Spoon Swap');

      await submit();
      await expect(submissions).toContainText('Spoon Swap');
      await submissions.getByRole('button', { name: 'Accept' }).click();
      await expect(page.getByText('Accepted. It is on the calendar now.')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'No submissions' })).toBeVisible();
      await mailTo(kofi.email, { subject: /^Spoon Swap is on/ });
      expect(await feed()).toContain('SUMMARY:Spoon Swap');

      await reload(kofi.page, 'a visitor comes back later');
      // A phone has a dot there.
      await expect(kofi.page.getByRole('grid').getByRole('button', { name: /, 1 event$/ })).toBeVisible();
      await expect(
        kofi.page.getByRole('complementary', { name: 'Agenda' }).getByRole('link', { name: /Spoon Swap/ }),
      ).toBeVisible();
    },
  );
});
