import type { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StripeService, startStripe } from './start.ts';
import { act, clientOf, readyAccount, refusal } from './testing.ts';

let service: StripeService;
let stripe: Stripe;
let time = Date.UTC(2026, 10, 25);
beforeAll(async () => {
  service = await startStripe({ clock: () => time });
  stripe = clientOf(service);
});
afterAll(() => service.stop());

const include: Stripe.V2.Core.AccountRetrieveParams['include'] = [
  'configuration.merchant',
  'requirements',
  'identity',
  'defaults',
];
const make = (params: Partial<Stripe.V2.Core.AccountCreateParams> = {}) =>
  stripe.v2.core.accounts.create({
    ...{
      contact_email: 'host@example.com',
      display_name: 'Alderwick Makers',
      dashboard: 'full',
      identity: { country: 'gb' },
    },
    configuration: { merchant: { capabilities: { card_payments: { requested: true } } } },
    defaults: { responsibilities: { fees_collector: 'stripe', losses_collector: 'stripe' } },
    ...params,
  });
const read = (id: string) => stripe.v2.core.accounts.retrieve(id, { include });
const statusOf = (account: Stripe.V2.Core.Account) =>
  account.configuration?.merchant?.capabilities?.card_payments?.status;
const dueOf = (account: Stripe.V2.Core.Account) => account.requirements?.entries?.map(({ description }) => description);

describe('an account', () => {
  test('begins with everything to tell, and shows what is asked for', async () => {
    const made = await make({ include });
    expect(made).toMatchObject({
      object: 'v2.core.account',
      display_name: 'Alderwick Makers',
      dashboard: 'full',
      livemode: false,
    });
    expect(statusOf(made)).toBe('restricted');
    expect(dueOf(made)).toContain('identity.entity_type');
    expect(await stripe.v2.core.accounts.retrieve(made.id)).toMatchObject({
      id: made.id,
      configuration: null,
      requirements: null,
      identity: null,
      defaults: null,
    });
    expect(
      await refusal(stripe.paymentIntents.create({ amount: 500, currency: 'gbp' }, { stripeAccount: made.id })),
    ).toMatchObject({ statusCode: 400 });
    const { data } = await stripe.v2.core.accounts.list({});
    expect(data.map(({ id }) => id)).toContain(made.id);
    expect(await refusal(stripe.v2.core.accounts.retrieve('acct_none'))).toMatchObject({
      statusCode: 404,
      code: 'not_found',
    });
    expect(await refusal(make({ identity: { country: 'Britain' } }))).toMatchObject({
      statusCode: 400,
      code: 'invalid_fields',
    });
    expect(await refusal(make({ colour: 'red' } as never))).toMatchObject({ code: 'parameter_unknown' });
  });

  test('is paused and resumed by Stripe', async () => {
    const id = await readyAccount(service);
    await act(service, `accounts/${id}/pause`);
    const paused = await read(id);
    expect(statusOf(paused)).toBe('restricted');
    expect(dueOf(paused)).toEqual([]);
    await act(service, `accounts/${id}/resume`);
    expect(statusOf(await read(id))).toBe('active');
  });

  test('that leaves the platform is not there for it any more, until it comes back', async () => {
    const id = await readyAccount(service);
    await act(service, `accounts/${id}/leave`);
    expect(await refusal(stripe.v2.core.accounts.retrieve(id))).toMatchObject({ statusCode: 404, code: 'not_found' });
    expect((await stripe.v2.core.accounts.list({ limit: 100 })).data.map((one) => one.id)).not.toContain(id);
    expect(
      await refusal(stripe.paymentIntents.create({ amount: 500, currency: 'gbp' }, { stripeAccount: id })),
    ).toMatchObject({ statusCode: 403, code: 'account_invalid' });
    await act(service, `accounts/${id}/return`);
    expect(statusOf(await read(id))).toBe('active');
  });

  test('may have to wait until Stripe has looked', async () => {
    const id = await readyAccount(service);
    await act(service, `accounts/${id}/review`);
    const waiting = await read(id);
    expect(statusOf(waiting)).toBe('pending');
    expect(waiting.requirements?.entries?.map((entry) => entry.awaiting_action_from)).toEqual(['stripe']);
  });

  test('has its domains', async () => {
    const on = { stripeAccount: await readyAccount(service) };
    const domain: Stripe.PaymentMethodDomain = await stripe.paymentMethodDomains.create(
      { domain_name: 'meet.example' },
      on,
    );
    expect(domain).toMatchObject({ domain_name: 'meet.example', enabled: true, apple_pay: { status: 'active' } });
    expect((await stripe.paymentMethodDomains.create({ domain_name: 'meet.example' }, on)).id).toBe(domain.id);
    expect((await stripe.paymentMethodDomains.list({ domain_name: 'meet.example' }, on)).data).toHaveLength(1);
    expect((await stripe.paymentMethodDomains.list({})).data).toHaveLength(0);
  });
});

describe('the link of an account', () => {
  const urls = { refresh_url: 'http://127.0.0.1:9/refresh', return_url: 'http://127.0.0.1:9/return?tab=account' };
  const link = (account: string) =>
    stripe.v2.core.accountLinks.create({
      account,
      use_case: { type: 'account_onboarding', account_onboarding: { configurations: ['merchant'], ...urls } as never },
    });
  const open = (url: string) => fetch(url, { redirect: 'manual' });
  const answer = async (url: string, word: string, more: Record<string, string> = {}) => {
    const page = await (await open(url)).text();
    const session = /name="session" value="(\w+)"/.exec(page)?.[1] ?? '';
    return fetch(url, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ session, country: 'DE', currency: 'EUR', answer: word, ...more }),
    });
  };

  test('leads to a page on which the host finishes', async () => {
    const { id } = await make();
    const made: Stripe.V2.Core.AccountLink = await link(id);
    expect(made).toMatchObject({ account: id, use_case: { type: 'account_onboarding', account_onboarding: urls } });
    const reply = await answer(made.url, 'finish');
    expect([reply.status, reply.headers.get('location')]).toEqual([303, urls.return_url]);
    const account = await read(id);
    expect(account).toMatchObject({ identity: { country: 'de' }, defaults: { currency: 'eur' } });
    expect([statusOf(account), dueOf(account)]).toEqual(['active', []]);
  });

  test('can be left, or end with a document that is missing', async () => {
    const { id } = await make();
    expect((await answer((await link(id)).url, 'later')).headers.get('location')).toBe(urls.return_url);
    expect(dueOf(await read(id))).toContain('identity.entity_type');
    await answer((await link(id)).url, 'document');
    const account = await read(id);
    expect([statusOf(account), dueOf(account)]).toEqual(['restricted', ['identity.individual.verification.document']]);
  });

  test('works once, and not for long', async () => {
    const { id } = await make();
    const { url } = await link(id);
    expect((await open(url)).status).toBe(200);
    expect((await open(url)).headers.get('location')).toBe(urls.refresh_url);
    const late = await link(id);
    time += 11 * 60_000;
    expect((await open(late.url)).headers.get('location')).toBe(urls.refresh_url);
    expect((await open(`${service.url}/onboarding/acctlnk_none`)).status).toBe(404);
  });

  test('is only answered by who opened it', async () => {
    const { id } = await make();
    const { url } = await link(id);
    expect((await answer(url, 'finish', { session: 'ses_other' })).status).toBe(403);
    expect(dueOf(await read(id))).not.toEqual([]);
  });

  test('needs addresses', async () => {
    const { id } = await make();
    const wrong = stripe.v2.core.accountLinks.create({
      account: id,
      use_case: { type: 'account_onboarding', account_onboarding: { refresh_url: 'javascript:alert(1)' } },
    });
    expect(await refusal(wrong)).toMatchObject({ code: 'url_invalid' });
    expect(await refusal(link('acct_none'))).toMatchObject({ statusCode: 404 });
  });
});

describe('the pages', () => {
  test('are framed by nobody else', async () => {
    const policyOf = async (path: string) =>
      (await fetch(`${service.url}${path}`)).headers.get('content-security-policy') ?? '';
    expect(await policyOf('/')).toContain("frame-ancestors 'none'");
    expect(await policyOf('/fields?origin=http://127.0.0.1:3000')).toContain('frame-ancestors http://127.0.0.1:3000');
    for (const origin of ['', 'https://elsewhere.example', 'http://127.0.0.1:3000/path', 'http://127.0.0.1.example'])
      expect((await fetch(`${service.url}/fields?origin=${encodeURIComponent(origin)}`)).status).toBe(400);
  });

  test('have their files', async () => {
    for (const name of ['sandbox.css', 'control.css', 'control.js', 'fields.css', 'fields.js', 'card.js', 'done.js'])
      expect([name, (await fetch(`${service.url}/assets/${name}`)).status]).toEqual([name, 200]);
  });
});
