import { createTransport } from 'nodemailer';
import { expect, expectNoSeriousViolations, shot, test } from '../fixtures.ts';
import { DETAIL } from '../viewports.ts';

test(
  'an email appears without a reload, can be read as HTML and as text, and its link opens in a new tab',
  DETAIL,
  async ({ page, mailboxUrl, smtpUrl, baseURL, context, watch }) => {
    // The email's frame may run nothing, not even what watches this journey.
    watch.expectError(/^Blocked script execution/);
    const to = `wren-${Date.now()}@alderwick.example`;
    await page.goto(mailboxUrl);
    await createTransport(smtpUrl).sendMail({
      from: 'Folkmoot <folkmoot@localhost>',
      to,
      subject: `A letter for ${to}`,
      text: 'Your code is 402917.',
      html: `<h1>Hello Wren</h1><p>Your code is <b>402917</b>. <a href="${baseURL}/sign-in">Open Folkmoot</a></p><script>document.body.remove()</script>`,
    });
    await page.getByRole('link', { name: `A letter for ${to}` }).click();
    const letter = page.frameLocator('iframe[title="The email as HTML"]');
    await expect(letter.getByRole('heading', { name: 'Hello Wren' })).toBeVisible();
    await expectNoSeriousViolations(page);
    await shot(page, 'mailbox');

    const opened = context.waitForEvent('page');
    await letter.getByRole('link', { name: 'Open Folkmoot' }).click();
    const tab = await opened;
    await tab.waitForURL(/\/sign-in$/);
    expect(await tab.evaluate('window.opener')).toBeNull();

    await page.getByRole('button', { name: 'Text' }).click();
    await expect(page.getByRole('article').getByText('Your code is 402917.', { exact: true })).toBeVisible();
  },
);

test(
  'the mailbox can be narrowed to one recipient and works on a phone',
  DETAIL,
  async ({ page, mailboxUrl, smtpUrl, watch }) => {
    watch.expectError(/^Blocked script execution/);
    const [one, other] = [`one-${Date.now()}@alderwick.example`, `other-${Date.now()}@alderwick.example`];
    const transport = createTransport(smtpUrl);
    for (const to of [one, other])
      await transport.sendMail({ from: 'folkmoot@localhost', to, subject: `To ${to}`, text: 'Hello.' });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(mailboxUrl);
    await page.getByLabel('Sent to').selectOption(one);
    await expect(page.getByRole('link', { name: `To ${other}` })).toBeHidden();
    await page.getByRole('link', { name: `To ${one}` }).click();
    await expect(page.getByRole('heading', { name: `To ${one}` })).toBeVisible();
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await expect(page.getByRole('link', { name: `To ${one}` })).toBeVisible();
  },
);
