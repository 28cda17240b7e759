import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type StripeService, startStripe } from '@folkmoot/sandbox/src/stripe/start.ts';
import { clientOf, readyAccount } from '@folkmoot/sandbox/src/stripe/testing.ts';
import type { Page } from '@playwright/test';
import { expect, expectNoSeriousViolations, test } from '../fixtures.ts';
import { CI, DETAIL, onDesk } from '../viewports.ts';

/* The sandbox's card fields in a page of another origin, which learns nothing of what is typed. */

let service: StripeService;
let parent: Server;
let origin: string;
let account: string;
test.beforeAll(async () => {
  service = await startStripe();
  account = await readyAccount(service, { country: 'DE', currency: 'EUR' });
  parent = createServer((_, response) => {
    const address = `${service.url}/fields?origin=${encodeURIComponent(origin)}&methods=card,sepa_debit`;
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html>
<html lang="en"><title>Shop</title><meta name="viewport" content="width=device-width, initial-scale=1">
<main><h1>Pay</h1><iframe id="fields" title="Card" style="width:100%;border:0" src="${address}"></iframe></main>
<script>
  window.told = [];
  addEventListener('message', ({ origin, data }) => {
    if (origin !== ${JSON.stringify(service.url)}) return;
    told.push(data);
    if (data.type === 'height') fields.style.height = data.height + 'px';
  });
</script>`);
  }).listen(0, '127.0.0.1');
  await once(parent, 'listening');
  const address = parent.address();
  origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
});
test.afterAll(async () => {
  parent.close();
  await service.stop();
});

type Told = {
  type: string;
  complete?: boolean;
  height?: number;
  error?: { code: string; message: string };
  paymentIntent?: { id: string; status: string };
};

const told = (page: Page): Promise<Told[]> => page.evaluate('told');
const result = async (page: Page) => {
  await page.waitForFunction("told.some(({ type }) => type === 'result')");
  return (await told(page)).find(({ type }) => type === 'result');
};

/** Sends the parent's message that begins the payment. */
async function confirm(page: Page, more: object = {}): Promise<string> {
  const intent = await clientOf(service).paymentIntents.create(
    { amount: 1890, currency: 'eur' },
    { stripeAccount: account },
  );
  const message = {
    type: 'confirm',
    requestId: 'one',
    clientSecret: intent.client_secret,
    publishableKey: service.publishableKey,
    account,
    ...more,
  };
  await page.evaluate(`fields.contentWindow.postMessage(${JSON.stringify(message)}, ${JSON.stringify(service.url)})`);
  return intent.id;
}

async function typeCard(page: Page, number: string): Promise<void> {
  const fields = page.frameLocator('#fields');
  await fields.getByLabel('Card number').pressSequentially(number);
  await fields.getByLabel('Expiry date').pressSequentially('1140');
  await fields.getByLabel('Security code').pressSequentially('123');
}

onDesk(() => {
  test.beforeEach(async ({ page }) => {
    await page.goto(origin);
    await page.waitForFunction("told.some(({ type }) => type === 'ready')");
  });

  test('a card pays, and its number stays in the frame', CI, async ({ page }) => {
    await typeCard(page, '4242424242424242');
    await expect(page.frameLocator('#fields').getByLabel('Card number')).toHaveValue('4242 4242 4242 4242');
    await expect.poll(async () => (await told(page)).findLast(({ type }) => type === 'change')?.complete).toBe(true);
    const id = await confirm(page);
    expect(await result(page)).toMatchObject({ requestId: 'one', paymentIntent: { id, status: 'succeeded' } });
    expect(JSON.stringify(await told(page))).not.toMatch(/4242|_secret_|11 \/ 40/);
    const [, height] = await page.evaluate<[number, number]>('[innerWidth, fields.clientHeight]');
    expect((await told(page)).findLast(({ type }) => type === 'height')?.height).toBe(height);
  });

  test('a bank asks in the frame, and may be refused', CI, async ({ page }) => {
    await typeCard(page, '4000002760003184');
    await confirm(page);
    const bank = page.frameLocator('#fields').frameLocator('#challenge');
    await bank.getByRole('button', { name: 'Refuse' }).click();
    expect((await result(page))?.error).toMatchObject({ code: 'payment_intent_authentication_failure' });
    await page.evaluate('told.length = 0');
    await confirm(page);
    await bank.getByRole('button', { name: 'Complete' }).click();
    expect(await result(page)).toMatchObject({ paymentIntent: { status: 'succeeded' } });
    // It can also be left, and gone back to.
    await page.evaluate('told.length = 0');
    const id = await confirm(page);
    await expect(bank.getByRole('button', { name: 'Complete' })).toBeVisible();
    await page.evaluate(`fields.contentWindow.postMessage({ type: 'leave' }, ${JSON.stringify(service.url)})`);
    expect(await result(page)).toMatchObject({ paymentIntent: { id, status: 'requires_action' } });
  });

  test('what is wrong is said at its field', CI, async ({ page, watch }) => {
    // A declined card.
    watch.expectRefusal(402, /\/payment_intents\/[^/]+\/confirm$/);
    const fields = page.frameLocator('#fields');
    await confirm(page);
    expect((await result(page))?.error).toMatchObject({ code: 'incomplete' });
    await expect(fields.getByText('Enter your card number.')).toBeVisible();
    await expect(fields.getByLabel('Card number')).toBeFocused();
    await expect(fields.getByLabel('Card number')).toHaveAttribute('autocomplete', 'cc-number');
    await page.evaluate('told.length = 0');
    await typeCard(page, '4000000000000127');
    await confirm(page);
    expect((await result(page))?.error).toMatchObject({
      code: 'incorrect_cvc',
      message: "Your card's security code is incorrect.",
    });
    await expect(fields.getByText("Your card's security code is incorrect.")).toBeVisible();
  });

  test('a debit takes an IBAN and is in process', CI, async ({ page }) => {
    const fields = page.frameLocator('#fields');
    await fields.getByLabel('Bank debit (SEPA)').check();
    await fields.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 00');
    await confirm(page, { name: 'Jo', email: 'jo@example.com' });
    expect(await result(page)).toMatchObject({ paymentIntent: { status: 'processing' } });
  });

  test('the fields can be used by everybody, light and dark', DETAIL, async ({ page }) => {
    for (const theme of ['light', 'dark']) {
      await page.goto(
        `${service.url}/fields?origin=${encodeURIComponent(origin)}&theme=${theme}&methods=card,sepa_debit`,
      );
      // The frame shows what is behind it; here nothing is.
      await page.addStyleTag({ content: 'body { background: var(--bg) }' });
      await page.getByLabel('Card number').fill('4242');
      await page.getByLabel('Security code').focus();
      await expect(page.getByText('Your card number is incomplete.')).toBeVisible();
      await expectNoSeriousViolations(page);
    }
  });

  test('nobody but the parent that was named is listened to', CI, async ({ page, watch }) => {
    // What the test is about.
    watch.expectError(/^Framing '/);
    await page.goto(`${origin.replace('127.0.0.1', 'localhost')}/`);
    await expect(page.locator('#fields')).toBeVisible();
    expect(await told(page)).toEqual([]);
  });

  test('the control page plays the bank', CI, async ({ page }) => {
    const sent = await clientOf(service).paymentIntents.create(
      { amount: 4321, currency: 'eur', confirm: true, payment_method: 'pm_sepaDebit_success_de', return_url: origin },
      { stripeAccount: account },
    );
    await page.goto(service.url);
    const row = page.getByRole('listitem').filter({ hasText: sent.id });
    await row.getByRole('button', { name: 'Settle' }).click();
    await expect(row).toContainText('succeeded');
    await expectNoSeriousViolations(page);
  });
});
