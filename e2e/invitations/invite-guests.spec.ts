import { inDays, startEvent, visit } from '../events.ts';
import { expect, expectNoSeriousViolations, test } from '../fixtures.ts';
import { somebody } from '../people.ts';
import { DETAIL, onBoth, onDesk } from '../viewports.ts';

/** Nothing is sent in the first half a minute: what waits for a letter waits a little longer. */
const A_LETTER = 60_000;

onBoth(() => {
  test('inviting guests: a host chooses people, writes to them, and sees who declines by email', async ({
    arrive,
    mailTo,
    browser,
  }) => {
    test.setTimeout(3 * A_LETTER);
    const hedda = await arrive('Hedda', 'Host');
    const event = await startEvent(hedda, 'Invited Supper');
    const [ines, kofi] = [somebody('Ines', 'Carvalho'), somebody('Kofi', 'Mensah')];
    const { page } = hedda;
    await page.goto(`/events/manage/${event.alias}?tab=invited`);
    await page.getByRole('button', { name: 'Invite guests' }).last().click();
    const panel = page.getByRole('dialog', { name: 'Invite guests' });
    const field = panel.getByRole('textbox', { name: 'Email addresses' });
    await panel.getByRole('button', { name: 'Write the invitation' }).click();
    await expect(panel.getByText('Please enter valid email addresses for the invitation.')).toBeVisible();
    await field.fill(`Ines Carvalho <${ines.email}>, ${kofi.email}, nobody@`);
    await field.press('Enter');
    await expect(panel.getByText('2 addresses added.')).toBeVisible();
    await expect(panel.getByText('nobody@')).toBeVisible();
    await expectNoSeriousViolations(page, { dialog: true });
    // What is typed when the host goes on counts too.
    await field.fill(hedda.email);
    await panel.getByRole('button', { name: 'Write the invitation' }).click();
    await expect(panel.getByText('2 invitations, 1 skipped')).toBeVisible();
    await expectNoSeriousViolations(page, { dialog: true });
    await panel.getByRole('textbox', { name: 'Subject' }).fill('');
    await panel.getByRole('button', { name: 'Send invitations' }).click();
    await expect(panel.getByText('Subject is required.')).toBeVisible();
    await panel.getByRole('textbox', { name: 'Subject' }).fill('Come to supper');
    await panel.getByRole('button', { name: 'Send invitations' }).click();
    await expect(page.getByText(/^2 invitations are leaving in \d+ seconds\.$/)).toBeVisible();
    const mailings = page.getByRole('region', { name: 'Mailings' });
    await expect(mailings.getByText(/2 invitations will be sent in \d+ s/)).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: 'Ines Carvalho' })).toContainText('Not sent yet');
    await expectNoSeriousViolations(page);

    await expect(mailings.getByText(/2 sent/)).toBeVisible({ timeout: A_LETTER });
    const mail = await mailTo(ines.email, { subject: /Come to supper/ });
    expect(mail.text).toContain('Hello Ines,');
    expect((await mailTo(kofi.email)).text).toContain('Hello there,');
    const context = await browser.newContext({ viewport: page.viewportSize() });
    const visitor = await context.newPage();
    const link = /\[?(https?:\/\/\S+token=[^\s\]]+)/.exec(mail.text)?.[1] ?? '';
    await visitor.goto(`${link.replace(/#.*$/, '')}#cancel`);
    const question = visitor.getByRole('dialog', { name: 'Decline the invitation?' });
    await question.getByRole('button', { name: /^Decline/ }).click();
    await expect(question).toBeHidden();
    await context.close();
    await expect(page.getByRole('row').filter({ hasText: 'Ines Carvalho' })).toContainText('Declined');
  });
});

onDesk(() => {
  test(
    'inviting guests: a mailing that was sent by mistake is taken back, and nobody hears of it',
    DETAIL,
    async ({ arrive }) => {
      const hedda = await arrive('Hedda', 'Host');
      const event = await startEvent(hedda, 'Mistaken Supper');
      const { page } = hedda;
      await page.goto(`/events/manage/${event.alias}?tab=invited`);
      await expect(page.getByRole('heading', { name: 'Nobody has been invited by email yet' })).toBeVisible();
      await page.getByRole('main').getByRole('button', { name: 'Invite guests' }).last().click();
      const panel = page.getByRole('dialog', { name: 'Invite guests' });
      await panel.getByRole('tab', { name: 'CSV' }).click();
      await panel.locator('input[type=file]').setInputFiles({
        name: 'press.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('Name;E-mail\r\nAna Pérez;ana@press.example\r\nNo one;not an address\r\n', 'latin1'),
      });
      await panel.getByRole('button', { name: 'Use column 2, E-mail' }).click();
      await expect(panel.getByRole('row', { name: 'ana@press.example Ana Pérez' })).toBeVisible();
      await panel.getByRole('button', { name: 'Add 1 person' }).click();
      await expect(page.getByText('CSV Imported')).toBeVisible();
      await panel.getByRole('button', { name: 'Write the invitation' }).click();
      await panel.getByRole('button', { name: 'Send a test' }).click();
      await expect(page.getByText('A test email is on its way to you.')).toBeVisible();
      await panel.getByRole('button', { name: 'Send invitation', exact: false }).click();
      const left = page.getByRole('dialog', { name: "Some emails couldn't be sent" });
      await expect(left.getByText('not an address')).toBeVisible();
      const saved = page.waitForEvent('download');
      await left.getByRole('button', { name: 'Download the list' }).click();
      expect((await saved).suggestedFilename()).toBe('invalid_emails.csv');
      await left.getByRole('contentinfo').or(left).getByRole('button', { name: 'Close' }).last().click();
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(page.getByText('Taken back. Nothing was sent.')).toBeVisible();
      await expect(page.getByText('Taken back, nothing was sent')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Nobody has been invited by email yet' })).toBeVisible();
    },
  );

  test(
    'inviting guests: a list that is too long for a call is uploaded, beside one of vCards',
    DETAIL,
    async ({ arrive }) => {
      const hedda = await arrive('Hedda', 'Host');
      const event = await startEvent(hedda, 'Crowded Supper');
      const { page } = hedda;
      await page.goto(`/events/manage/${event.alias}?tab=invited`);
      await page.getByRole('button', { name: 'Invite guests' }).last().click();
      const panel = page.getByRole('dialog', { name: 'Invite guests' });
      await panel.getByRole('tab', { name: 'CSV' }).click();
      const file = panel.locator('input[type=file]');
      const rows = Array.from({ length: 2_500 }, (_, n) => `p${n}@long.example`);
      await file.setInputFiles({
        name: 'long.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(['Email', ...rows].join('\n')),
      });
      await panel.getByRole('button', { name: 'Add 2,500 people' }).click();
      const card = 'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Zoë Ålund\r\nEMAIL:zoe@long.example\r\nEND:VCARD\r\n';
      await file.setInputFiles({ name: 'contacts.vcf', mimeType: 'text/vcard', buffer: Buffer.from(card) });
      await expect(panel.getByRole('row', { name: 'zoe@long.example Zoë Ålund' })).toBeVisible();
      await panel.getByRole('button', { name: 'Add 1 person' }).click();
      await panel.getByRole('button', { name: 'Write the invitation' }).click();
      await expect(panel.getByText('2,501 invitations', { exact: true })).toBeVisible();
    },
  );

  test(
    'inviting guests: people of a past event are chosen, all of them but some',
    DETAIL,
    async ({ arrive, baseURL }) => {
      const hedda = await arrive('Hedda', 'Host');
      const past = await startEvent(hedda, 'Last Supper');
      for (const [first, last] of [
        ['Ada', 'Abel'],
        ['Bea', 'Bloom'],
      ] as const)
        await visit(baseURL, past, somebody(first, last));
      await hedda.api('PATCH', `/events/${past.id}`, { start_epoc: inDays(-3), end_epoc: inDays(-3) + 7200 });
      const event = await startEvent(hedda, 'Next Supper');
      const { page } = hedda;
      await page.goto(`/events/manage/${event.alias}?tab=invited`);
      await page.getByRole('main').getByRole('button', { name: 'Invite guests' }).last().click();
      const panel = page.getByRole('dialog', { name: 'Invite guests' });
      await panel.getByRole('tab', { name: 'Past events' }).click();
      await panel.getByRole('checkbox', { name: 'Everyone from Last Supper' }).check();
      await panel.getByRole('button', { name: /Last Supper/, expanded: false }).click();
      await panel.getByRole('checkbox', { name: /Ada Abel/ }).uncheck();
      await expect(panel.getByText('1 of 2', { exact: true })).toBeVisible();
      await expectNoSeriousViolations(page, { dialog: true });
      await panel.getByRole('button', { name: 'Write the invitation' }).click();
      await expect(panel.getByText('1 invitation', { exact: true })).toBeVisible();
    },
  );
});
