import { expect, test } from '../fixtures.ts';
import { codeFrom } from '../mailbox.ts';
import { moveTo } from '../opening.ts';
import { bringIn, say, startChannel, startCommunity, typeCode } from '../people.ts';
import { BOTH } from '../viewports.ts';

for (const [where, size, scope] of BOTH) {
  test(
    `a member is told what has to be settled, hands it over, and deletes their account, on ${where}`,
    scope,
    async ({ newcomer: arrive, mailTo, watch }) => {
      // What is to be settled, and then the session that has ended.
      watch.expectRefusal(422, /\/auth\/delete-account-verification$/);
      watch.expectRefusal(401, /^\/auth\/(start|token)$/);
      // The first person of a product owns it, which would have to be handed over too.
      await arrive('Ola');
      const [maren, bea] = [await arrive('Maren', 'Holm'), await arrive('Bea', 'Okafor')];
      for (const { page } of [maren, bea]) await page.setViewportSize(size);
      const community = await startCommunity(maren, 'Alder Village');
      const channel = await startChannel(maren, community, { name: 'kiln-talk' });
      await bringIn(maren, community, [bea]);
      await say(maren, channel, 'The kiln is hot');
      const { page } = maren;

      await page.goto('/settings/account');
      const blockers = page.getByRole('list', { name: 'What to take care of first' });
      await expect(blockers).toContainText('A community with 1 other member.');
      await expect(page.getByRole('button', { name: 'Delete account' })).toHaveCount(0);
      await blockers.getByRole('link', { name: 'Open settings: Alder Village' }).click();
      const danger = page.getByRole('region', { name: 'Leaving, handing over and deleting' });
      await danger.getByRole('button', { name: 'Hand over' }).click();
      const dialog = page.getByRole('dialog', { name: 'Hand over Alder Village?' });
      await dialog.getByRole('combobox', { name: 'New creator' }).fill('oka');
      await page.getByRole('option', { name: /Bea Okafor/ }).click();
      await dialog.getByRole('textbox', { name: 'Type “Alder Village” to continue' }).fill('Alder Village');
      await dialog.getByRole('button', { name: 'Hand over' }).click();
      await expect(page.getByText('The community now belongs to Bea Okafor. You are now an admin.')).toBeVisible();

      await moveTo(page, '/settings/account');
      await page.getByRole('button', { name: 'Delete account' }).click();
      await page.getByRole('radio', { name: 'No longer using the platform' }).check();
      await page.getByRole('button', { name: 'Email me a code' }).click();
      const mail = await mailTo(maren.email, { subject: /is your code to delete your account$/ });
      const code = codeFrom(mail);
      await expect(page.getByText(/Resend in/)).toBeVisible();
      await typeCode(page, code === '000000' ? '000001' : '000000');
      await expect(page.getByText('Please enter valid OTP.')).toBeVisible();
      await typeCode(page, code);
      const last = page.getByRole('dialog', { name: 'This cannot be undone' });
      await expect(last.getByRole('list', { name: 'Kept without your name' })).toContainText('1 message');
      await last.getByRole('button', { name: 'Delete my account' }).click();
      await expect(page.getByRole('heading', { name: 'Signed out' })).toBeVisible();
      await expect(page).toHaveURL(/\/logout$/);

      await bea.page.goto(`/channel/${channel.id}`);
      const message = bea.page.getByRole('article').filter({ hasText: 'The kiln is hot' });
      await expect(message).toContainText('Deleted member');
      await mailTo(maren.email, { subject: /has been deleted$/ });
    },
  );
}
