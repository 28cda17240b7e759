import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { tabTo } from '../keyboard.ts';
import { DETAIL } from '../viewports.ts';
import { fairWithTickets } from './selling.ts';

/** Presses Tab until a field has the focus that is in a frame of another origin. */
async function tabInto(page: Page, field: Locator): Promise<void> {
  await expect(field).toBeVisible();
  for (let pressed = 0; pressed < 30; pressed += 1) {
    const has = (element: Element) =>
      element === element.ownerDocument.activeElement && element.ownerDocument.hasFocus();
    if (await field.evaluate(has)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab did not reach ${field}.`);
}

test(
  'buying by keyboard: a ticket is paid for, shown and given back without a mouse',
  DETAIL,
  async ({ arrive, baseURL, stripeUrl }) => {
    const { wren, event } = await fairWithTickets(arrive, baseURL, stripeUrl);
    const { page } = wren;
    const { keyboard } = page;
    await page.goto(`/${event.alias}`);
    await tabTo(page, page.getByRole('main').getByRole('button', { name: 'Register' }));
    await keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Pay for your ticket' });
    const fields = page.frameLocator('iframe[title="Payment details"]');
    await tabInto(page, fields.getByLabel('Card number'));
    await keyboard.type('4242424242424242');
    await tabInto(page, fields.getByLabel('Expiry date'));
    await keyboard.type('1140');
    await tabInto(page, fields.getByLabel('Security code'));
    await keyboard.type('123');
    await expect(dialog.getByRole('button', { name: 'Pay £18.90' })).toBeEnabled();
    await keyboard.press('Enter');
    await expect(page.getByText('Success! Payment received.')).toBeVisible();

    const ticket = page.getByRole('dialog', { name: 'You’re going, Wren' });
    await expect(ticket).toBeVisible();
    await expect(ticket.locator(':focus')).toHaveCount(1);
    await keyboard.press('Escape');
    await expect(ticket).toBeHidden();

    await tabTo(page, page.getByRole('button', { name: 'Cancel registration' }));
    await keyboard.press('Enter');
    const asks = page.getByRole('dialog', { name: 'Cancel your registration?' });
    await tabTo(page, asks.getByRole('button', { name: 'Cancel registration' }));
    await keyboard.press('Enter');
    await expect(page.getByText(/£18\.90 will go back the way you paid\./)).toBeVisible();
  },
);
