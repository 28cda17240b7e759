import { act } from '@folkmoot/sandbox/src/stripe/testing.ts';
import type { Page } from '@playwright/test';
import { startEvent } from '../events.ts';
import { expect } from '../fixtures.ts';
import type { Person } from '../people.ts';

/** A ticket of £18, with a fee of 90p. */
export const PASS = {
  ...{ name: 'Workshop pass', description: 'Day pass and one workshop', capacity: 12, type: 'paid', price: 1800 },
  ...{ currency: 'GBP', is_refundable: true, refund_policy: [{ valid_before: 86_400 }], fee_bearer: 'buyer' },
};

/** The host's account at Stripe, which takes cards. */
export async function sellingAccount(host: Person, baseURL: string | undefined, stripeUrl: string): Promise<void> {
  const origin = new URL(baseURL ?? '').origin;
  const { token } = await (await host.context.request.get(`${origin}/auth/token`)).json();
  const headers = { authorization: `Bearer ${token}`, origin };
  const accounts = `${origin}/payments/api/v1/accounts`;
  const { data } = await (await host.context.request.post(accounts, { headers, data: {} })).json();
  await act({ url: stripeUrl }, `accounts/${data.id}/finish`, { country: 'GB', currency: 'GBP' });
  const seen = await (await host.context.request.get(accounts, { headers })).json();
  expect(seen.data.state).toBe('ready');
}

/** Types a card into the sandbox’s fields. */
export async function typeCard(page: Page, number: string): Promise<void> {
  const fields = page.frameLocator('iframe[title="Payment details"]');
  await fields.getByLabel('Card number').fill(number);
  await fields.getByLabel('Expiry date').fill('11 / 40');
  await fields.getByLabel('Security code').fill('123');
}

/** Hedda sells a ticket of £18.90 to a fair; Wren wants to go. */
export async function fairWithTickets(
  arrive: (firstName: string, lastName: string) => Promise<Person>,
  baseURL: string | undefined,
  stripeUrl: string,
) {
  const [hedda, wren] = [await arrive('Hedda', 'Host'), await arrive('Wren', 'Halloran')];
  await sellingAccount(hedda, baseURL, stripeUrl);
  return { wren, event: await startEvent(hedda, 'Makers Fair', {}, { tickets: [PASS] }) };
}
