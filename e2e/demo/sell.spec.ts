import { expect, test } from '../fixtures.ts';
import { linkIn } from '../mailbox.ts';
import { typeCard } from '../payments/selling.ts';
import { unique } from '../people.ts';
import { byHand } from './demo-parts.ts';

byHand((hands) => {
  test('the demo: Ines sells a ticket, a visitor and a member buy it, and both give it back', async ({
    browser,
    baseURL,
    demoSignIns,
    mailTo,
  }) => {
    const { press, signedIn, visit, touch } = hands({ browser, baseURL, demoSignIns });
    const ines = await signedIn('Ines');
    const name = `Slip casting ${unique()}`;
    await press(
      ines.getByRole('navigation', { name: touch ? 'Main' : 'Communities' }).getByRole('link', { name: 'Events' }),
    );
    await press(ines.getByRole('link', { name: 'Create event' }).first());
    await ines.getByLabel('Event name').fill(name);
    await ines.getByRole('textbox', { name: 'Address', exact: true }).fill('14 Tannery Row');
    await expect(ines.getByText(/^Draft saved at/)).toBeVisible();
    await press(ines.getByRole('button', { name: 'Publish' }));
    const published = ines.getByRole('dialog', { name: 'Your event is published' });
    const link = await published.getByLabel('Link').inputValue();
    await press(published.getByRole('button', { name: 'Done' }));
    await press(ines.getByRole('navigation', { name: 'Manage event' }).getByRole('link', { name: 'Tickets' }));
    await press(ines.getByRole('button', { name: 'Add ticket' }));
    const form = ines.getByRole('dialog', { name: 'Add ticket' });
    await form.getByLabel('Name').fill('Workshop pass');
    await press(form.getByText('Paid', { exact: true }));
    await form.getByRole('textbox', { name: 'Price' }).fill('20');
    await press(form.getByRole('button', { name: 'Add ticket' }));
    // The form says what she gets before anything is stored.
    await expect(form).toBeHidden();
    await expect(ines.getByText('£20.00')).toBeVisible();

    const email = `vi.${unique()}@post.example`;
    const visitor = await visit(link);
    await press(visitor.getByRole('button', { name: 'Register' }).last());
    const registration = visitor.getByRole('dialog', { name: 'Registration' });
    await registration.getByLabel('First name').fill('Vi');
    await registration.getByLabel('Email').fill(email);
    await press(registration.getByRole('button', { name: /^Continue to payment, £/ }));
    const yuki = await signedIn('Yuki');
    for (const [page, who] of [
      [visitor, 'Vi'],
      [yuki, 'Yuki'],
    ] as const) {
      if (page === yuki) {
        await page.goto(link);
        await press(page.getByRole('button', { name: 'Register' }).last());
      }
      await typeCard(page, '4242424242424242');
      await press(page.getByRole('dialog', { name: 'Pay for your ticket' }).getByRole('button', { name: /^Pay £/ }));
      const ticket = page.getByRole('dialog', { name: `You’re going, ${who}` });
      await expect(ticket.getByRole('img', { name: /^QR code of the ticket/ })).toBeVisible();
      await press(ticket.getByRole('button', { name: 'Back to the event page' }));
      await expect(page.getByText('You are going').first()).toBeVisible();
    }
    expect((await mailTo(email)).subject).toBe(`Paid: ${name}`);
    await expect(ines.getByRole('list', { name: 'Orders' }).getByText('Yuki Tanabe')).toBeVisible();

    for (const page of [visitor, yuki]) {
      await press(page.getByRole('button', { name: 'Cancel registration' }));
      const asks = page.getByRole('dialog', { name: 'Cancel your registration?' });
      await expect(asks.getByText(/^You will get £\d+\.\d\d back the way you paid\.$/)).toBeVisible();
      await press(asks.getByRole('button', { name: 'Cancel registration' }));
      await expect(page.getByText(/£\d+\.\d\d will go back the way you paid\./)).toBeVisible();
    }
    expect((await mailTo(email, { subject: /^You are not going any more/ })).text).toContain(name);
    await expect(ines.getByRole('list', { name: 'Orders' }).getByText('Refunded', { exact: true })).toHaveCount(2);
    expect(linkIn(await mailTo(email, { subject: /^Paid/ }), /token=.+#ticket/)).toContain('#ticket');
  });
});
