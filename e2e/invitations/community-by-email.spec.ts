import { expect, expectNoSeriousViolations, test } from '../fixtures.ts';
import { codeFrom } from '../mailbox.ts';
import { moveTo } from '../opening.ts';
import { fillSignUp, somebody, startChannel, startCommunity, typeCode } from '../people.ts';
import { DETAIL, onDesk } from '../viewports.ts';

/** Nothing is sent in the first half a minute: what waits for a letter waits a little longer. */
const A_LETTER = 60_000;

onDesk(() => {
  test(
    'inviting to a community: somebody who was invited by email signs up, and is in the channels that were chosen',
    DETAIL,
    async ({ arrive, mailTo, browser }) => {
      test.setTimeout(3 * A_LETTER);
      const maren = await arrive('Maren', 'Holm');
      const { page } = maren;
      const community = await startCommunity(maren, 'Weavers Row');
      await startChannel(maren, community, { name: 'hearth', isDefault: true });
      await startChannel(maren, community, { name: 'looms' });
      await page.goto(`/${community.slug}`);
      await page.getByRole('main').getByRole('button', { name: 'Invite' }).click();
      await page.getByRole('button', { name: 'Invite by email' }).click();
      const panel = page.getByRole('dialog', { name: `Invite to ${community.name}` });
      await panel.getByRole('button', { name: 'Next' }).click();
      await expect(panel.getByText('Please enter valid email addresses for the invitation.')).toBeVisible();
      const wren = somebody('Wren');
      const field = panel.getByRole('textbox', { name: 'Email addresses' });
      await field.fill(`Wren <${wren.email}>, nobody@`);
      await field.press('Enter');
      await expect(panel.getByText('1 address added.')).toBeVisible();
      await expect(panel.getByRole('checkbox', { name: /hearth/ })).toBeDisabled();
      await panel.getByRole('checkbox', { name: /looms/ }).check();
      await expectNoSeriousViolations(page, { dialog: true });
      await panel.getByRole('button', { name: 'Next' }).click();
      await panel.getByRole('textbox', { name: 'Subject' }).fill('Weave with us');
      await expectNoSeriousViolations(page, { dialog: true });
      await panel.getByRole('button', { name: 'Invite', exact: true }).click();
      await expect(page.getByText(/^1 invitation is leaving in \d+ seconds\.$/)).toBeVisible();
      const sent = page.getByRole('dialog', { name: 'Sent invitations' });
      await expect(sent.getByText(/1 invitation will be sent in \d+ s/)).toBeVisible();
      const row = sent.getByRole('listitem').filter({ hasText: wren.email });
      await expect(row).toContainText('Not sent yet');
      await expectNoSeriousViolations(page, { dialog: true });
      await expect(row).toContainText('Invited', { timeout: A_LETTER });

      const mail = await mailTo(wren.email, { subject: /Weave with us/ });
      const link = /(https?:\/\/\S+\/invite\/[\w.~-]+)/.exec(mail.text)?.[1] ?? '';
      const context = await browser.newContext({ viewport: page.viewportSize() });
      const visitor = await context.newPage();
      await visitor.goto(link);
      await expect(visitor.getByText(/This invitation was sent to w•••@/i)).toBeVisible();
      await visitor.getByRole('link', { name: 'Create an account to join' }).click();
      await fillSignUp(visitor, wren);
      await typeCode(visitor, codeFrom(await mailTo(wren.email, { after: mail })));
      // Nothing needs to be pressed again.
      await expect(visitor).toHaveURL(new RegExp(`/${community.slug}$`));
      await moveTo(visitor, `/${community.slug}/channels`);
      await expect(visitor.getByRole('link', { name: /looms/ }).first()).toBeVisible();
      await context.close();

      await moveTo(page, `/${community.slug}/settings/invitations`);
      await expect(page.getByRole('listitem').filter({ hasText: wren.email })).toContainText(`joined as ${wren.name}`);
      await expectNoSeriousViolations(page);
    },
  );
});
