import { startEvent } from '../events.ts';
import { expect, expectNoSeriousViolations, test } from '../fixtures.ts';
import { DETAIL, onBoth } from '../viewports.ts';

/** Nothing is sent in the first half a minute: what waits for a letter waits a little longer. */
const A_LETTER = 60_000;

onBoth(() => {
  test(
    'messages to guests: a host schedules one for later and cancels it, and sends one now',
    DETAIL,
    async ({ arrive, mailTo }) => {
      test.setTimeout(3 * A_LETTER);
      const [hedda, kofi] = await Promise.all([arrive('Hedda', 'Host'), arrive('Kofi', 'Mensah')]);
      const event = await startEvent(hedda, 'Message Supper');
      await kofi.api('PUT', `/events/${event.id}/register`, {});
      const { page } = hedda;
      await page.goto(`/events/manage/${event.alias}?tab=messages`);
      const write = page.getByRole('main').getByRole('button', { name: 'Message guests' });
      const panel = page.getByRole('dialog', { name: 'Message guests' });
      const subject = panel.getByRole('textbox', { name: 'Subject' });
      const words = panel.getByRole('textbox', { name: 'Message' });

      await write.click();
      await panel.getByText('Schedule', { exact: true }).first().click();
      await expect(panel.getByText('Now it would go to 1 guest')).toBeVisible();
      await subject.fill('Bring a bowl');
      await words.pressSequentially('There is soup.');
      // The last field scrolls above the buttons, however small the screen is.
      const last = panel.getByRole('textbox', { name: 'If there is no first name' });
      await last.scrollIntoViewIfNeeded();
      const [field, foot] = [
        await last.boundingBox(),
        await panel.getByRole('contentinfo').or(panel.locator('footer')).boundingBox(),
      ];
      expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0);
      await expectNoSeriousViolations(page, { dialog: true });
      await panel.getByRole('button', { name: 'Schedule' }).click();
      const scheduled = page.getByRole('article').filter({ hasText: 'Bring a bowl' });
      await expect(scheduled).toContainText('Will be sent on');
      await expectNoSeriousViolations(page);

      await write.click();
      await expect(panel.getByText('To 1 guest')).toBeVisible();
      await subject.fill('The door is round the back');
      await words.pressSequentially('Ring twice.');
      await panel.getByRole('button', { name: 'Send', exact: true }).click();
      await expect(page.getByText('The door is round the back')).toBeVisible();
      await scheduled.getByRole('button', { name: 'Cancel message' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel message' }).click();
      await expect(scheduled).toHaveCount(0);

      const sent = page.getByRole('region', { name: 'Sent messages' });
      await expect(sent.getByText('The door is round the back')).toBeVisible({ timeout: A_LETTER });
      const mail = await mailTo(kofi.email, { subject: /^The door is round the back/ });
      expect(mail.text).toContain('Hello Kofi,');
    },
  );
});
