import { accountShape, createAccount, finishAccount } from './accounts/accounts.ts';
import { idOf } from './payments/charges.ts';
import { confirmIntent } from './payments/confirm.ts';
import { openDispute } from './payments/disputes.ts';
import { confirmShape, createShape } from './payments/intent-shapes.ts';
import { createIntent } from './payments/intents.ts';
import { createRefund } from './payments/refunds.ts';
import { invalid } from './wire/errors.ts';
import type { Fields, Value } from './wire/form.ts';
import { flag, ignored, integer, metadata, type Read, readParameters, required, text } from './wire/parameters.ts';
import type { World } from './world.ts';

const factsOfAccount = {
  id: required(text),
  display_name: text,
  contact_email: text,
  country: required(text),
  currency: required(text),
  created: integer,
};
const factsOfPayment = {
  ...{
    key: required(text),
    account: required(text),
    amount: required(integer),
    currency: required(text),
    created: required(integer),
  },
  ...{
    application_fee_amount: integer,
    description: text,
    metadata,
    payment_method: text,
    refunds: ignored,
    dispute: ignored,
  },
};
const factsOfRefund = { amount: integer, created: required(integer), refund_application_fee: flag, metadata };
const factsOfDispute = { reason: text, created: required(integer) };

/** What came of an imported payment. */
export type Imported = {
  key: string;
  payment_intent: string;
  charge: string | null;
  application_fee: string | null;
  refunds: string[];
  dispute: string | null;
};

function listOf(value: Value | undefined, name: string): Fields[] {
  if (value === undefined) return [];
  const isList =
    Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null && !Array.isArray(item));
  if (!isList) throw invalid('Invalid array', undefined, name);
  return value as Fields[];
}

/**
 * Puts accounts and payments of the past in, with their refunds and disputes, silently: no event is sent. Ids follow from `key`,
 * so the same facts give the same objects, and what is there already stays as it is.
 *
 * @returns the ids that were given out, in the order of the payments.
 */
export function importFacts(
  world: World,
  facts: { accounts?: Value | undefined; payments?: Value | undefined },
): { payments: Imported[] } {
  for (const item of listOf(facts.accounts, 'accounts')) importAccount(world, readParameters(factsOfAccount, item));
  return {
    payments: listOf(facts.payments, 'payments').map((item) =>
      importPayment(world, readParameters(factsOfPayment, item)),
    ),
  };
}

function importAccount(
  world: World,
  { id, created, country, currency, display_name, contact_email }: Read<typeof factsOfAccount>,
): void {
  if (!/^acct_\w{4,}$/.test(id)) throw invalid(`Invalid account id: ${id}`, undefined, 'id');
  if (world.get('account', id)) return;
  const configuration = { merchant: { capabilities: { card_payments: { requested: true } } } };
  const named = {
    ...(display_name !== undefined && { display_name }),
    ...(contact_email !== undefined && { contact_email }),
  };
  world.asAt((created ?? world.seconds) * 1000, id, () => {
    createAccount(world, readParameters(accountShape, { ...named, configuration }), id);
    finishAccount(world, id, { country, currency });
  });
}

function importPayment(world: World, given: Read<typeof factsOfPayment>): Imported {
  const { key, account, created, amount, currency, application_fee_amount, description, metadata: kept } = given;
  const [at, seed] = [created * 1000, `payment ${key}`];
  const id = world.asAt(at, seed, () => world.newId('pi_3'));
  if (!world.get('payment_intent', id)) {
    world.asAt(at, seed, () => {
      const method = { payment_method: given.payment_method ?? 'pm_card_visa', return_url: 'http://127.0.0.1/' };
      const fields = {
        amount,
        currency,
        application_fee_amount: application_fee_amount ?? null,
        description: description ?? null,
        metadata: kept ?? {},
      };
      createIntent(world, account, readParameters(createShape, fields));
      confirmIntent(world, account, id, readParameters(confirmShape, method), false, () => '');
    });
    const charge = idOf(world.get('payment_intent', id)?.latest_charge) ?? '';
    for (const [place, item] of listOf(given.refunds, 'refunds').entries()) {
      const refund = readParameters(factsOfRefund, item);
      world.asAt(refund.created * 1000, `refund ${place} of ${key}`, () =>
        createRefund(world, account, { ...refund, charge, payment_intent: undefined, reason: 'requested_by_customer' }),
      );
    }
    for (const item of listOf(given.dispute === undefined ? [] : [given.dispute], 'dispute')) {
      const dispute = readParameters(factsOfDispute, item);
      world.asAt(dispute.created * 1000, `dispute of ${key}`, () =>
        openDispute(world, account, charge, dispute.reason ?? 'fraudulent'),
      );
    }
  }
  return outcomeOf(world, key, id);
}

function outcomeOf(world: World, key: string, id: string): Imported {
  const account = world.accountOf('payment_intent', id);
  const charge = world.get('charge', idOf(world.get('payment_intent', id)?.latest_charge) ?? '');
  const refunds = world.all('refund', account).filter((refund) => refund.charge === charge?.id);
  const dispute = world.all('dispute', account).find((one) => one.charge === charge?.id);
  return {
    ...{ key, payment_intent: id, charge: charge?.id ?? null, application_fee: idOf(charge?.application_fee) },
    ...{ refunds: refunds.map((refund) => refund.id), dispute: dispute?.id ?? null },
  };
}
