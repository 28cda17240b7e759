import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { DETAIL, onBoth } from '../viewports.ts';
import { fairWithTickets } from './selling.ts';

/*
 * The form that installations with Stripe's keys show. Stripe's script comes from Stripe, so here a stub takes its place: it is loaded from
 * the same address, has one field, and confirms at the stand-in what our page asks it to.
 */

// The policy of the page under test allows the stand-in's frame alone; the policy for Stripe is checked in orders.test.ts.
test.use({ bypassCSP: true });

type Made = { publishableKey: string; account: string; appearance: unknown; asked: unknown };
type Confirming = { publishableKey: string; account: string; clientSecret: string; method: string; returnUrl: string };

/** What runs in the page in place of Stripe's script. */
function stub(): void {
  const page = window as unknown as {
    made: Made;
    confirmAtStripe: (confirming: Confirming) => Promise<{ error?: object; paymentIntent?: { status: string } }>;
    Stripe: unknown;
  };
  page.Stripe = (publishableKey: string, { stripeAccount: account }: { stripeAccount: string }) => {
    const field = Object.assign(document.createElement('input'), { id: 'stripes-field' });
    return {
      _registerWrapper: () => undefined,
      elements: ({ clientSecret, appearance }: { clientSecret: string; appearance: unknown }) => ({
        clientSecret,
        create: (_: string, options: { defaultValues: unknown }) => {
          page.made = { publishableKey, account, appearance, asked: options.defaultValues };
          const heard: Record<string, () => void> = {};
          return {
            on: (name: string, then: () => void) => Object.assign(heard, { [name]: then }),
            mount(place: HTMLElement) {
              const label = Object.assign(document.createElement('label'), { htmlFor: field.id, textContent: 'Card' });
              place.append(label, field);
              heard.ready?.();
            },
            destroy: () => field.parentElement?.replaceChildren(),
          };
        },
        update: ({ appearance: later }: { appearance: unknown }) => Object.assign(page.made, { appearance: later }),
        submit: async () => (field.value === '' ? { error: { type: 'validation_error', message: 'Empty.' } } : {}),
      }),
      async confirmPayment(given: {
        elements: { clientSecret: string };
        confirmParams: { return_url: string };
        redirect: string;
      }) {
        const returnUrl = given.confirmParams.return_url;
        const { clientSecret } = given.elements;
        const said = await page.confirmAtStripe({
          publishableKey,
          account,
          clientSecret,
          method: field.value,
          returnUrl,
        });
        if (said.paymentIntent?.status !== 'requires_action') return said;
        // A bank with a page of its own.
        const back = new URL(returnUrl);
        back.searchParams.set('payment_intent', clientSecret.split('_secret_')[0] ?? '');
        back.searchParams.set('redirect_status', 'failed');
        location.assign(back);
        return new Promise(() => undefined);
      },
    };
  };
}

/** Makes a page one of an installation with Stripe's own keys. */
async function useStripesForm(page: Page, stripeUrl: string): Promise<void> {
  await page.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(${stub})()` }),
  );
  await page.route('**/payment-intents*', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const answer = await route.fetch();
    if (!answer.ok()) return route.fulfill({ response: answer });
    const { data, ...rest } = await answer.json();
    return route.fulfill({ response: answer, json: { ...rest, data: { ...data, stand_in: null } } });
  });
  await page.exposeFunction('confirmAtStripe', async (confirming: Confirming) => {
    const { publishableKey, account, clientSecret, method, returnUrl } = confirming;
    const answer = await fetch(`${stripeUrl}/v1/payment_intents/${clientSecret.split('_secret_')[0]}/confirm`, {
      method: 'POST',
      headers: { authorization: `Bearer ${publishableKey}`, 'stripe-account': account },
      body: new URLSearchParams({ client_secret: clientSecret, payment_method: method, return_url: returnUrl }),
    });
    const body = (await answer.json()) as { status: string; error?: object };
    return answer.ok ? { paymentIntent: body } : { error: body.error };
  });
}

onBoth(() => {
  test(
    'Stripe’s own form: it is made for the host’s account, a declined card is said, and the next one pays',
    DETAIL,
    async ({ arrive, baseURL, stripeUrl }) => {
      const { wren, event } = await fairWithTickets(arrive, baseURL, stripeUrl);
      const { page } = wren;
      await useStripesForm(page, stripeUrl);
      await page.goto(`/${event.alias}`);
      await page.getByRole('button', { name: 'Register' }).last().click();
      const dialog = page.getByRole('dialog', { name: 'Pay for your ticket' });
      const card = dialog.getByLabel('Card', { exact: true });
      await expect(card).toBeVisible();
      const made = await page.evaluate(() => (window as unknown as { made: Made }).made);
      expect(made).toMatchObject({
        account: expect.stringMatching(/^acct_/),
        publishableKey: expect.stringMatching(/^pk_test_/),
        appearance: { theme: 'stripe', variables: { colorPrimary: expect.stringMatching(/\S/) } },
        asked: { billingDetails: { name: 'Wren Halloran', email: wren.email } },
      });

      const pay = dialog.getByRole('button', { name: 'Pay £18.90' });
      // What is wrong at its own fields Stripe’s form says itself.
      await pay.click();
      await expect(pay).toBeEnabled();
      await card.fill('pm_card_visa_chargeDeclined');
      await pay.click();
      await expect(dialog.getByText('Payment failed. Please try another payment method.')).toBeVisible();
      await card.fill('pm_card_visa');
      await pay.click();
      await expect(page.getByText('Success! Payment received.')).toBeVisible();
      await expect(page.getByRole('dialog', { name: 'You’re going, Wren' })).toBeVisible();
    },
  );

  test(
    'Stripe’s own form: a bank with a page of its own sends people back, who pay in another way',
    DETAIL,
    async ({ arrive, baseURL, stripeUrl }) => {
      const { wren, event } = await fairWithTickets(arrive, baseURL, stripeUrl);
      const { page } = wren;
      await useStripesForm(page, stripeUrl);
      await page.goto(`/${event.alias}`);
      await page.getByRole('button', { name: 'Register' }).last().click();
      await page.getByRole('dialog').getByLabel('Card', { exact: true }).fill('pm_card_authenticationRequired');
      await page.getByRole('dialog').getByRole('button', { name: 'Pay £18.90' }).click();
      await expect(page.getByText('Payment failed. Please try another payment method.')).toBeVisible();
      await expect(page).toHaveURL((url) => !url.search.includes('payment_intent'));
      await expect(page.getByText(/^Your place is held until /)).toBeVisible();
    },
  );
});
