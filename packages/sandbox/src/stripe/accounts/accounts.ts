import type { Stripe } from 'stripe';
import { emit, emitThin } from '../webhooks/events.ts';
import { invalid, Refusal } from '../wire/errors.ts';
import type { Fields } from '../wire/form.ts';
import { flag, group, ignored, metadata, oneOf, type Read, text, texts } from '../wire/parameters.ts';
import { APPLICATION, PLATFORM, type World } from '../world.ts';

type Account = Stripe.V2.Core.Account;
type Entry = Stripe.V2.Core.Account.Requirements.Entry;
type CardPayments = Stripe.V2.Core.Account.Configuration.Merchant.Capabilities.CardPayments;

const responsibilities = group({
  fees_collector: oneOf('stripe', 'application'),
  losses_collector: oneOf('stripe', 'application'),
});

const shape = {
  contact_email: text,
  contact_phone: text,
  display_name: text,
  dashboard: oneOf('express', 'full', 'none'),
  defaults: group({ currency: text, locales: texts, profile: ignored, responsibilities }),
  identity: group({
    country: text,
    entity_type: oneOf('company', 'government_entity', 'individual', 'non_profit'),
    business_details: ignored,
    individual: ignored,
  }),
  configuration: group({
    merchant: group({
      capabilities: group({
        card_payments: group({ requested: flag }),
        sepa_debit_payments: group({ requested: flag }),
        stripe_balance: ignored,
      }),
      ...{ mcc: text, support: ignored, statement_descriptor: ignored, branding: ignored, card_payments: ignored },
    }),
  }),
  include: texts,
  metadata,
};
export const accountShape = shape;
export const retrieveAccountShape = { include: texts };

/** What Stripe wants of a new account, by the names of its fields. */
const FIRST = [
  'identity.entity_type',
  'identity.individual.given_name',
  'identity.individual.date_of_birth',
  'identity.individual.address.line1',
  'identity.attestations.terms_of_service',
];
const DOCUMENT = ['identity.individual.verification.document'];

function entryOf(
  description: string,
  reason: 'routine_onboarding' | 'routine_verification',
  from: 'user' | 'stripe' = 'user',
): Entry {
  return {
    ...{ awaiting_action_from: from, description, errors: [] },
    impact: {
      restricts_capabilities: [
        { capability: 'card_payments', configuration: 'merchant', deadline: { status: 'currently_due' } },
      ],
    },
    ...{ minimum_deadline: { status: 'currently_due' }, requested_reasons: [{ code: reason }] },
  };
}

const requirementsOf = (entries: Entry[]): NonNullable<Account['requirements']> => ({
  entries,
  ...(entries.length > 0 && { summary: { minimum_deadline: { status: 'currently_due' as const } } }),
});

const ACTIVE: CardPayments = { status: 'active', status_details: [] };
const WANTING: CardPayments = {
  status: 'restricted',
  status_details: [{ code: 'requirements_past_due', resolution: 'provide_info' }],
};
const CHECKING: CardPayments = {
  status: 'pending',
  status_details: [{ code: 'determining_status', resolution: 'no_resolution' }],
};
const PAUSED: CardPayments = {
  status: 'restricted',
  status_details: [{ code: 'restricted_other', resolution: 'contact_stripe' }],
};

/** Makes an account that has told Stripe nothing yet. */
export function createAccount(world: World, given: Read<typeof shape>, id = world.newId('acct_1', 16)): Account {
  const country = given.identity?.country?.toLowerCase();
  if (country !== undefined && !/^[a-z]{2}$/.test(country))
    throw invalid(`'${given.identity?.country}' is not a valid country code.`, 'invalid_fields', 'identity.country');
  const { fees_collector = 'stripe', losses_collector = 'stripe' } = given.defaults?.responsibilities ?? {};
  const wants = given.configuration?.merchant?.capabilities?.card_payments?.requested === true;
  const account: Account = {
    ...{
      id,
      object: 'v2.core.account' as const,
      applied_configurations: given.configuration?.merchant ? ['merchant' as const] : [],
    },
    ...(given.configuration?.merchant && {
      configuration: { merchant: { applied: true, ...(wants && { capabilities: { card_payments: WANTING } }) } },
    }),
    ...(given.contact_email !== undefined && { contact_email: given.contact_email }),
    ...{ created: new Date(world.ms).toISOString(), closed: false, dashboard: given.dashboard ?? 'full' },
    defaults: {
      ...(given.defaults?.currency !== undefined && { currency: given.defaults.currency }),
      responsibilities: { fees_collector, losses_collector, requirements_collector: 'stripe' },
    },
    ...(given.display_name !== undefined && { display_name: given.display_name }),
    identity: {
      ...(country !== undefined && { country }),
      ...(given.identity?.entity_type && { entity_type: given.identity.entity_type }),
    },
    ...{
      livemode: false,
      metadata: given.metadata || {},
      requirements: requirementsOf(FIRST.map((name) => entryOf(name, 'routine_onboarding'))),
    },
  };
  world.put('account', id, id, account);
  emitThin(world, id, 'v2.core.account.created');
  return account;
}

/** @throws Refusal if the platform has no such account. */
export function findAccount(world: World, id: string): Account {
  const found = world.get('left', id) ? undefined : world.get('account', id);
  if (!found)
    throw new Refusal(404, { type: 'invalid_request_error', code: 'not_found', message: `No such account: '${id}'` });
  return found;
}

/** An account as v2 answers it: parts that were not asked for are null. */
export function viewAccount(account: Account, include: readonly string[] = []): object {
  const { configuration, defaults, identity, requirements, ...rest } = account;
  const merchant = include.includes('configuration.merchant') && configuration?.merchant;
  return {
    ...rest,
    configuration: merchant ? { customer: null, merchant, recipient: null } : null,
    defaults: include.includes('defaults') ? defaults : null,
    future_requirements: null,
    identity: include.includes('identity') ? identity : null,
    requirements: include.includes('requirements') ? { summary: { minimum_deadline: null }, ...requirements } : null,
  };
}

const statusOf = (account: Account | undefined) =>
  account?.configuration?.merchant?.capabilities?.card_payments?.status;

/** Whether an account may take payments now. */
export function canCharge(world: World, account: string): boolean {
  return account === PLATFORM || statusOf(world.get('account', account)) === 'active';
}

/** The account as API v1 shows it, for `account.updated`. */
function v1Of(account: Account): object {
  const isActive = statusOf(account) === 'active';
  const due = (account.requirements?.entries ?? []).map(({ description }) => description);
  return {
    ...{
      id: account.id,
      object: 'account',
      charges_enabled: isActive,
      payouts_enabled: isActive,
      details_submitted: due.length === 0,
    },
    ...{
      country: account.identity?.country?.toUpperCase() ?? null,
      default_currency: account.defaults?.currency ?? null,
    },
    ...{ email: account.contact_email ?? null, type: 'standard', metadata: account.metadata ?? {} },
    requirements: {
      currently_due: due,
      past_due: [],
      eventually_due: due,
      disabled_reason: isActive ? null : due.length > 0 ? 'requirements.past_due' : 'other',
    },
  };
}

type Change = { cardPayments: CardPayments; entries: Entry[]; country?: string; currency?: string };

function change(world: World, id: string, { cardPayments, entries, country, currency }: Change): Account {
  const account = findAccount(world, id);
  const changed: Account = {
    ...account,
    applied_configurations: ['merchant'],
    configuration: {
      merchant: { ...account.configuration?.merchant, applied: true, capabilities: { card_payments: cardPayments } },
    },
    identity: { ...account.identity, ...(country !== undefined && { country: country.toLowerCase() }) },
    defaults: {
      responsibilities: { requirements_collector: 'stripe' },
      ...account.defaults,
      ...(currency !== undefined && { currency: currency.toLowerCase() }),
    },
    requirements: requirementsOf(entries),
  };
  world.put('account', id, id, changed);
  emitThin(world, id, 'v2.core.account[requirements].updated');
  if (statusOf(account) !== cardPayments.status)
    emitThin(world, id, 'v2.core.account[configuration.merchant].capability_status_updated');
  emit(world, id, 'account.updated', v1Of(changed));
  return changed;
}

export type Answers = { country: string; currency: string };

/** The host has answered everything. */
export function finishAccount(world: World, id: string, answers?: Answers): Account {
  return change(world, id, { cardPayments: ACTIVE, entries: [], ...answers });
}

/** The host has answered, and Stripe wants to see a document. */
export function askDocument(world: World, id: string, answers?: Answers): Account {
  return change(world, id, {
    cardPayments: WANTING,
    entries: DOCUMENT.map((name) => entryOf(name, 'routine_verification')),
    ...answers,
  });
}

/** The host has answered everything, and Stripe looks at it. */
export function reviewAccount(world: World, id: string): Account {
  const entries = DOCUMENT.map((name) => entryOf(name, 'routine_verification', 'stripe'));
  return change(world, id, { cardPayments: CHECKING, entries });
}

/** Stripe does not let the account take payments for now. */
export function pauseAccount(world: World, id: string): Account {
  return change(world, id, { cardPayments: PAUSED, entries: [] });
}

/** The account leaves the platform, which can no longer use it. Its event is about the platform's application. */
export function leavePlatform(world: World, id: string): object {
  findAccount(world, id);
  emit(world, id, 'account.application.deauthorized', { id: APPLICATION, object: 'application', name: 'Sandbox' });
  return world.put('left', id, id, { account: id });
}

/** The account is connected to the platform again, as it was. */
export function comeBack(world: World, id: string): Account {
  world.remove('left', id);
  return findAccount(world, id);
}

/** Changes what an account is called. */
export function updateAccount(world: World, id: string, given: Read<typeof shape>): Account {
  const account = findAccount(world, id);
  const changed = {
    ...account,
    ...(given.display_name !== undefined && { display_name: given.display_name }),
    ...(given.contact_email !== undefined && { contact_email: given.contact_email }),
    ...(given.metadata !== undefined && { metadata: given.metadata || {} }),
  };
  world.put('account', id, id, changed);
  emitThin(world, id, 'v2.core.account.updated');
  return changed;
}

/** The account a call is for. @param header `Stripe-Account`, or `Stripe-Context`. @throws Refusal if the platform may not act for it. */
export function scopeOf(world: World, header: string | undefined, key: string): string {
  if (header === undefined || header === '' || header === PLATFORM) return PLATFORM;
  if (world.get('account', header) && !world.get('left', header)) return header;
  throw new Refusal(403, {
    ...{ type: 'invalid_request_error', code: 'account_invalid' },
    message: `The provided key '${key.slice(0, 8)}${'*'.repeat(20)}${key.slice(-4)}' does not have access to account '${header}' (or that account does not exist). Application access may have been revoked.`,
  });
}

/** The fields of a v2 query: `include[0]=a` and `include=a` alike. */
export function withIncludeList(fields: Fields): Fields {
  return typeof fields.include === 'string' ? { ...fields, include: [fields.include] } : fields;
}
