import { startEvent } from '../events.ts';
import { expect, expectNoSeriousViolations, test } from '../fixtures.ts';
import { onBoth } from '../viewports.ts';

/* A host sells the first ticket, from an event without anything set up to money that goes back. */

onBoth(() => {
  test('selling: a price, an account at Stripe on the way, a sale, and a part of it given back', async ({ arrive }) => {
    const [hedda, wren] = [await arrive('Hedda', 'Host'), await arrive('Wren', 'Halloran')];
    const event = await startEvent(hedda, 'Letterpress');
    const { page } = hedda;
    await page.goto(`/events/manage/${event.alias}?tab=tickets`);
    await expect(page.getByText('Not connected')).toBeVisible();
    await page.getByRole('button', { name: 'Add ticket' }).click();
    const form = page.getByRole('dialog', { name: 'Add ticket' });
    await form.getByLabel('Name').fill('Workshop pass');
    await form.getByText('Paid', { exact: true }).click();
    await form.getByRole('textbox', { name: 'Price' }).fill('18,00');
    await form.getByText('The buyer: it is added to the price').click();
    await form.getByRole('button', { name: 'Continue' }).click();
    await page
      .getByRole('dialog', { name: 'Get paid with Stripe' })
      .getByRole('button', { name: 'Continue to Stripe' })
      .click();

    // On Stripe's own page, and back: nothing that was written is lost.
    await page.getByRole('button', { name: 'Finish', exact: true }).click();
    await expect(form.getByLabel('Name')).toHaveValue('Workshop pass');
    await expect(form.getByRole('textbox', { name: 'Price' })).toHaveValue('18,00');
    // The account turned out to be in another currency than the one that was suggested.
    await expect(form.getByText(/^The Stripe account is in GBP\./)).toBeVisible();
    await form.getByRole('combobox', { name: 'Currency' }).fill('GBP');
    await page.getByRole('option', { name: 'GBP' }).click();
    await expect(form.getByText(/^The Stripe account is in GBP\./)).toBeHidden();
    await expect(form.getByText('£18.90')).toBeVisible();
    await expectNoSeriousViolations(page, { dialog: true });
    await form.getByRole('button', { name: 'Add ticket' }).click();
    await expect(form).toBeHidden();
    await expect(page.getByText('£18.00')).toBeVisible();
    await expect(page.getByText('Nothing has been sold yet.')).toBeVisible();

    // A tenth less for those who have a code.
    await page.getByRole('button', { name: 'Add code' }).click();
    const code = page.getByRole('dialog', { name: 'Add code' });
    await code.getByRole('textbox', { name: 'Code' }).fill('EARLY');
    await code.getByRole('textbox', { name: 'Percent off' }).fill('10');
    await expectNoSeriousViolations(page, { dialog: true });
    await code.getByRole('button', { name: 'Add code' }).click();
    await expect(page.getByRole('list', { name: 'Codes' }).getByText('10% off')).toBeVisible();

    // Somebody buys one with it.
    await wren.page.goto(`/${event.alias}`);
    await wren.page.getByRole('button', { name: 'Have a code?' }).click();
    await wren.page.getByRole('textbox', { name: 'Code' }).fill('early');
    await wren.page.getByRole('button', { name: 'Apply' }).click();
    await expect(wren.page.getByText('takes 10% off.')).toBeVisible();
    await wren.page.getByRole('button', { name: 'Register' }).last().click();
    const fields = wren.page.frameLocator('iframe[title="Payment details"]');
    await fields.getByLabel('Card number').fill('4242424242424242');
    await fields.getByLabel('Expiry date').fill('11 / 40');
    await fields.getByLabel('Security code').fill('123');
    await wren.page
      .getByRole('dialog', { name: 'Pay for your ticket' })
      .getByRole('button', { name: 'Pay £17.01' })
      .click();
    await expect(wren.page.getByText('Success! Payment received.')).toBeVisible();

    const orders = page.getByRole('list', { name: 'Orders' });
    await expect(orders.getByText('Wren Halloran')).toBeVisible();
    await orders.getByRole('button', { name: 'Refund Wren Halloran' }).click();
    const refund = page.getByRole('dialog', { name: 'Refund Wren Halloran' });
    await refund.getByRole('radio', { name: 'Part of it' }).click();
    await refund.getByRole('textbox', { name: 'Amount in GBP' }).fill('5');
    const ends = refund.getByRole('switch', { name: /^End their registration/ });
    if (await ends.isChecked()) await ends.click({ force: true });
    await refund.getByRole('button', { name: 'Refund £5.00' }).click();
    await expect(orders.getByText('Partly refunded')).toBeVisible();
    // Wren's place stays.
    await expect(wren.page.getByRole('button', { name: 'Cancel registration' })).toBeVisible();
  });
});
