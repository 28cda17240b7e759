import { expect, expectNoSeriousViolations, test } from '../fixtures.ts';
import { moveTo } from '../opening.ts';
import { onBoth } from '../viewports.ts';
import { fairWithTickets, typeCard } from './selling.ts';

/* A guest buys a ticket from a host whose account takes cards, and gives it back. */

onBoth(() => {
  test('buying: a declined card, then one whose bank asks; the ticket is there, and is given back', async ({
    arrive,
    baseURL,
    stripeUrl,
    watch,
  }) => {
    // The declined card.
    watch.expectRefusal(402, /\/payment_intents\/[^/]+\/confirm$/);
    const { wren, event } = await fairWithTickets(arrive, baseURL, stripeUrl);
    const { page } = wren;
    await page.goto(`/${event.alias}`);
    await expect(page.getByText(/^Includes the 5% platform fee\. Full refund until /)).toBeVisible();
    await page.getByRole('button', { name: 'Register' }).last().click();
    const dialog = page.getByRole('dialog', { name: 'Pay for your ticket' });
    const pay = dialog.getByRole('button', { name: 'Pay £18.90' });
    await expect(pay).toBeVisible();
    await expect(dialog.getByText(wren.email)).toBeVisible();
    await typeCard(page, '4000000000000002');
    await expectNoSeriousViolations(page, { dialog: true });
    await pay.click();
    await expect(dialog.getByText('Payment failed. Please try another payment method.')).toBeVisible();

    // Left, and gone back to: the place is still held.
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByText(/^Your place is held until /)).toBeVisible();
    await page.getByRole('button', { name: 'Pay £18.90' }).last().click();
    await typeCard(page, '4000002760003184');
    await pay.click();
    const bank = page.frameLocator('iframe[title="Payment details"]').frameLocator('#challenge');
    await expect(dialog.getByRole('button', { name: 'Back to the payment' })).toBeVisible();
    await bank.getByRole('button', { name: 'Complete' }).click();
    await expect(page.getByText('Success! Payment received.')).toBeVisible();
    const ticket = page.getByRole('dialog', { name: 'You’re going, Wren' });
    await expect(ticket).toBeVisible();

    // The invoice is with the ticket, and takes a company.
    await ticket.getByRole('link', { name: 'Invoice' }).click();
    await expect(page.getByRole('heading', { name: 'Makers Fair' })).toBeVisible();
    await page.getByRole('button', { name: 'Add company details' }).click();
    await page.getByRole('textbox', { name: 'Company' }).fill('Halloran Ltd');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Halloran Ltd')).toBeVisible();
    await expectNoSeriousViolations(page);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Download Invoice INV-/ }).click();
    expect((await saved).suggestedFilename()).toMatch(/^INV-\d{5}\.pdf$/);
    await moveTo(page, `/${event.alias}`);

    await page.getByRole('button', { name: 'Cancel registration' }).click();
    const asks = page.getByRole('dialog', { name: 'Cancel your registration?' });
    await expect(asks.getByText('You will get £18.90 back the way you paid.')).toBeVisible();
    await asks.getByRole('button', { name: 'Cancel registration' }).click();
    await expect(page.getByText(/£18\.90 will go back the way you paid\./)).toBeVisible();
  });
});
