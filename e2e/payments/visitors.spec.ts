import { startEvent } from '../events.ts';
import { expect, expectNoSeriousViolations, test } from '../fixtures.ts';
import { codeFrom, latestMail } from '../mailbox.ts';
import { typeCode, unique } from '../people.ts';
import { CI, onBoth } from '../viewports.ts';
import { PASS, sellingAccount, typeCard } from './selling.ts';

/* People without an account buy a ticket: a code proves their address, and their own link opens the rest. */

onBoth(() => {
  test(
    'buying without an account: a code proves the address, and the ticket is there',
    CI,
    async ({ arrive, page, baseURL, mailboxUrl, stripeUrl }) => {
      const hedda = await arrive('Hedda', 'Host');
      await sellingAccount(hedda, baseURL, stripeUrl);
      const event = await startEvent(hedda, 'Open Studio', {}, { tickets: [PASS] });
      const email = `vi.${unique()}@post.example`;
      await page.goto(`/${event.alias}`);
      await page.getByRole('button', { name: 'Register' }).last().click();
      const form = page.getByRole('dialog', { name: 'Registration' });
      await form.getByLabel('First name').fill('Vi');
      await form.getByLabel('Email').fill(email);
      await form.getByRole('button', { name: 'Submit' }).click();
      await expect(form.getByText(`We have sent a six-digit code to ${email}.`)).toBeVisible();
      await expectNoSeriousViolations(page, { dialog: true });
      await typeCode(page, codeFrom(await latestMail(mailboxUrl, email)));

      const pay = page.getByRole('dialog', { name: 'Pay for your ticket' });
      await expect(pay.getByText(email)).toBeVisible();
      await typeCard(page, '4242424242424242');
      await pay.getByRole('button', { name: 'Pay £18.90' }).click();
      await expect(page.getByText('Success! Payment received.')).toBeVisible();
      await page.reload();
      await expect(page.getByText('You are going').first()).toBeVisible();
    },
  );
});
