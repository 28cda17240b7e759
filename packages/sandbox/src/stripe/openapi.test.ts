import { readFileSync } from 'node:fs';
import type { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROUTES } from './routes.ts';
import { type StripeService, startStripe } from './start.ts';
import { act, clientOf, json, pay, readyAccount } from './testing.ts';

/*
 * Answers and parameters judged by Stripe's own description of its API, which is not part of this project:
 *
 *   STRIPE_OPENAPI=/path/to/spec3.json npm test -- unit stripe/openapi
 */

type Schema = {
  $ref?: string;
  type?: string;
  nullable?: boolean;
  enum?: unknown[];
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
};
type Operation = {
  parameters?: { name: string; in: string }[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
};
type Description = {
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

const path = process.env.STRIPE_OPENAPI ?? '';

describe.runIf(path !== '')('by the description of Stripe’s API', () => {
  let description: Description;
  let service: StripeService;
  let stripe: Stripe;
  let account: string;
  beforeAll(async () => {
    description = JSON.parse(readFileSync(path, 'utf8'));
    service = await startStripe();
    stripe = clientOf(service);
    account = await readyAccount(service);
  });
  afterAll(() => service?.stop());

  const resolve = (schema: Schema): Schema => {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : resolve(description.components.schemas[name] ?? {});
  };

  /** What is wrong with a value, by its paths. */
  function faults(value: unknown, given: Schema, at: string): string[] {
    const schema = resolve(given);
    if (value === null)
      return schema.nullable || schema.anyOf?.some((one) => resolve(one).nullable) ? [] : [`${at} is null`];
    if (schema.anyOf) {
      const tried = schema.anyOf.map((one) => faults(value, one, at));
      return tried.some((found) => found.length === 0)
        ? []
        : (tried.sort((one, other) => one.length - other.length)[0] ?? []);
    }
    if (schema.enum && !schema.enum.includes(value)) return [`${at} is ${JSON.stringify(value)}`];
    if (schema.type === 'array')
      return Array.isArray(value)
        ? value.flatMap((item, place) => faults(item, schema.items ?? {}, `${at}[${place}]`))
        : [`${at} is no array`];
    if (schema.type === 'object') {
      if (typeof value !== 'object' || Array.isArray(value)) return [`${at} is no object`];
      const fields = value as Record<string, unknown>;
      const absent = (schema.required ?? [])
        .filter((name) => !(name in fields))
        .map((name) => `${at}.${name} is missing`);
      const inner = Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
        fields[name] === undefined ? [] : faults(fields[name], one, `${at}.${name}`),
      );
      return [...absent, ...inner];
    }
    if (schema.type === 'integer') return Number.isInteger(value) ? [] : [`${at} is no integer`];
    if (schema.type === 'string' || schema.type === 'boolean')
      return typeof value === schema.type ? [] : [`${at} is no ${schema.type}`];
    return [];
  }

  const judge = (name: string, object: unknown) => faults(object, { $ref: `#/components/schemas/${name}` }, name);

  test('each object has the shape of its schema', async () => {
    const on = { stripeAccount: account };
    const paid = await pay(stripe, account, {
      payment_method: 'pm_card_createDispute',
      expand: ['latest_charge.balance_transaction', 'payment_method'],
    });
    const other = await pay(stripe, account);
    const refund = await stripe.refunds.create({ payment_intent: other.id, refund_application_fee: true }, on);
    service.hurry();
    const charge = await stripe.charges.retrieve(refund.charge as string, {}, on);
    const fee = await stripe.applicationFees.retrieve(charge.application_fee as string);
    const endpoint = await stripe.webhookEndpoints.create({ url: 'http://127.0.0.1:9/', enabled_events: ['*'] });
    const [event] = (await stripe.events.list({ types: ['payment_intent.succeeded'] }, on)).data;
    const [dispute] = (await stripe.disputes.list({}, on)).data;
    const declined = await json<{ error: unknown }>(
      await fetch(`${service.url}/v1/refunds`, {
        method: 'POST',
        body: 'colour=red',
        headers: { authorization: `Bearer ${service.secretKey}` },
      }),
    );
    const judged: [string, unknown][] = [
      ...([
        ['payment_intent', paid],
        ['charge', charge],
        ['refund', refund],
        ['dispute', dispute],
        ['application_fee', fee],
      ] as [string, unknown][]),
      ...([
        ['fee_refund', fee.refunds.data[0]],
        ['webhook_endpoint', endpoint],
        ['event', event],
        ['error', declined],
      ] as [string, unknown][]),
      ['balance_transaction', (paid.latest_charge as Stripe.Charge).balance_transaction],
      ['payment_method', paid.payment_method],
      ['payment_method_domain', await stripe.paymentMethodDomains.create({ domain_name: 'meet.example' }, on)],
      [
        'payment_intent',
        await stripe.paymentIntents.cancel(
          (await stripe.paymentIntents.create({ amount: 500, currency: 'gbp' }, on)).id,
          {},
          on,
        ),
      ],
      ['charge', await act(service, `charges/${charge.id}/dispute`).catch(() => charge)],
    ];
    const found = judged.flatMap(([name, object]) => judge(name, JSON.parse(JSON.stringify(object ?? {}))));
    expect([...new Set(found)], description.info.version).toEqual([]);
  });

  test('each parameter of v1 is one of Stripe’s', () => {
    const foreign = ROUTES.filter(({ pattern }) => !pattern.source.includes('v2')).flatMap(
      ({ method, pattern, shape }) => {
        const named = Object.keys(description.paths).find(
          (one) => `^${one.replace(/\{\w+\}/g, '([^/]+)')}$` === pattern.source.replaceAll('\\/', '/'),
        );
        const operation = description.paths[named ?? '']?.[method.toLowerCase()];
        if (!operation) return [`${method} ${pattern.source}`];
        const inQuery = operation.parameters?.map(({ name }) => name) ?? [];
        const body = operation.requestBody?.content?.['application/x-www-form-urlencoded']?.schema?.properties ?? {};
        const names = new Set([...inQuery, ...Object.keys(body)]);
        return Object.keys(shape)
          .filter((name) => !names.has(name))
          .map((name) => `${method} ${pattern.source} ${name}`);
      },
    );
    expect(foreign, description.info.version).toEqual([]);
  });
});
