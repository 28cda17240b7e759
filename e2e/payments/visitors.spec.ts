import { startEvent } from '../events.ts';
import { expect, expectNoSeriousViolations, test } from '../fixtures.ts';
import { latestMail, linkIn } from '../mailbox.ts';
import { unique } from '../people.ts';
import { DETAIL, onBoth } from '../viewports.ts';
import { PASS, sellingAccount, typeCard } from './selling.ts';

/* People without an account buy a ticket: it is there at once, and the link in their email proves their address. */

onBoth(() => {
  test(
    'buying without an account: the ticket is there at once, and its email confirms the address',
    DETAIL,
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
      await expect(form.getByText(/^£18\.90\./)).toBeVisible();
      await form.getByRole('button', { name: 'Continue to payment, £18.90' }).click();

      const pay = page.getByRole('dialog', { name: 'Pay for your ticket' });
      await expect(pay.getByText(email)).toBeVisible();
      await typeCard(page, '4242424242424242');
      await pay.getByRole('button', { name: 'Pay £18.90' }).click();
      const ticket = page.getByRole('dialog', { name: 'You’re going, Vi' });
      const code = await ticket.getByRole('img', { name: /^QR code of the ticket/ }).getAttribute('aria-label');
      await expect(ticket.getByText('Confirm your address')).toBeVisible();
      await expect(ticket.getByRole('button', { name: 'Add to calendar' })).toBeVisible();
      await expectNoSeriousViolations(page, { dialog: true });
      await ticket.getByRole('button', { name: 'Back to the event page' }).click();
      await expect(page.getByText('You are going').first()).toBeVisible();

      const mail = await latestMail(mailboxUrl, email);
      expect(mail.subject).toBe('Paid: Open Studio');
      expect(mail.text).toContain(/code is (\S+)\./.exec(code ?? '')?.[1]);
      // Loaded: the link of an email.
      await page.goto(linkIn(mail, /token=.+#ticket/));
      await expect(ticket.getByRole('img', { name: /^QR code of the ticket/ })).toBeVisible();
      await expect(ticket.getByText('Confirm your address')).toHaveCount(0);
    },
  );
});
