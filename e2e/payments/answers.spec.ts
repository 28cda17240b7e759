import type { Page } from '@playwright/test';
import { startEvent } from '../events.ts';
import { expect, test } from '../fixtures.ts';
import { moveTo } from '../opening.ts';
import { CI, DETAIL, onDesk } from '../viewports.ts';
import { PASS, sellingAccount, typeCard } from './selling.ts';

/* Tickets that wait for somebody's answer: a host's, or that of a person who gives up their place. */

async function pay(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Pay for your ticket' });
  await typeCard(page, '4242424242424242');
  await dialog.getByRole('button', { name: 'Pay £18.90' }).click();
  await expect(page.getByText('Success! Payment received.')).toBeVisible();
}

onDesk(() => {
  test(
    'approval: a request is approved, then paid for; the event is cancelled, and the money goes back',
    CI,
    async ({ arrive, baseURL, stripeUrl, mailTo }) => {
      const [hedda, wren] = [await arrive('Hedda', 'Host'), await arrive('Wren', 'Halloran')];
      await sellingAccount(hedda, baseURL, stripeUrl);
      const event = await startEvent(hedda, 'Small Press', {}, { tickets: [{ ...PASS, require_approval: true }] });
      const { page } = wren;
      await page.goto(`/${event.alias}`);
      await page.getByRole('button', { name: 'Ask to join' }).last().click();
      await expect(page.getByText('Request sent', { exact: true })).toBeVisible();

      await hedda.page.goto(`/events/manage/${event.alias}?tab=guests`);
      const row = hedda.page.getByRole('row').filter({ hasText: 'Wren Halloran' });
      await expect(row).toContainText('£18.00 due');
      await row.getByRole('checkbox').check();
      await hedda.page.getByRole('button', { name: 'Approve' }).click();

      await page.getByRole('button', { name: 'Take the spot' }).last().click();
      await pay(page);
      await expect(row).toContainText('£18.90');
      await expect(row).not.toContainText('due');

      await hedda.page.getByRole('button', { name: 'More about this event' }).click();
      await hedda.page.getByRole('menuitem', { name: 'Cancel event' }).click();
      const off = hedda.page.getByRole('dialog', { name: 'Cancel this event?' });
      await expect(off.getByText(/£18\.90/).first()).toBeVisible();
      await off.getByRole('button', { name: 'Cancel event' }).click();
      await mailTo(wren.email, { subject: /Cancelled: Small Press/ });
      await moveTo(hedda.page, `/events/manage/${event.alias}?tab=tickets`);
      await expect(
        hedda.page.getByRole('list', { name: 'Orders' }).getByText('Refunded', { exact: true }),
      ).toBeVisible();
    },
  );

  test(
    'waiting list: a place that is left, or not paid for, is offered to the next, who pays for it',
    DETAIL,
    async ({ arrive, baseURL, stripeUrl }) => {
      const [hedda, wren, kofi] = [
        await arrive('Hedda', 'Host'),
        await arrive('Wren', 'Halloran'),
        await arrive('Kofi', 'Mensah'),
      ];
      await sellingAccount(hedda, baseURL, stripeUrl);
      const event = await startEvent(hedda, 'One Press', { capacity: 1, waitlist: true }, { tickets: [PASS] });
      await wren.page.goto(`/${event.alias}`);
      await wren.page.getByRole('button', { name: 'Register' }).last().click();
      await wren.page
        .getByRole('dialog', { name: 'Pay for your ticket' })
        .getByRole('button', { name: 'Close' })
        .click();

      await kofi.page.goto(`/${event.alias}`);
      await kofi.page.getByRole('button', { name: 'Join the waiting list' }).last().click();
      await expect(kofi.page.getByText('You are on the waiting list', { exact: true })).toBeVisible();

      await wren.page.getByRole('button', { name: 'Give up the place' }).click();
      await wren.page.getByRole('dialog').getByRole('button', { name: 'Give up the place' }).click();
      await kofi.page.getByRole('button', { name: 'Take the spot' }).last().click();
      await pay(kofi.page);
      await expect(kofi.page.getByText('You are going').first()).toBeVisible();
    },
  );
});
