import {
  emptyable,
  flag,
  group,
  ignored,
  integer,
  integerOrEmpty,
  metadata,
  oneOf,
  paging,
  range,
  required,
  text,
  texts,
} from '../wire/parameters.ts';

/* The parameters of the calls about PaymentIntents: those of Stripe's that have a meaning here. Others are refused as unknown. */

const methodData = group({
  type: required(oneOf('card', 'sepa_debit')),
  card: group({ number: required(text), exp_month: required(integer), exp_year: required(integer), cvc: text }),
  sepa_debit: group({ iban: required(text) }),
  billing_details: group({ name: emptyable, email: emptyable, phone: emptyable, address: ignored }),
  allow_redisplay: text,
  metadata,
});

const confirming = {
  payment_method: text,
  payment_method_data: methodData,
  payment_method_options: ignored,
  mandate_data: ignored,
  return_url: text,
  use_stripe_sdk: flag,
  error_on_requires_action: flag,
};

export const createShape = {
  amount: required(integer),
  currency: required(text),
  application_fee_amount: integer,
  automatic_payment_methods: group({ enabled: required(flag), allow_redirects: oneOf('always', 'never') }),
  payment_method_types: texts,
  capture_method: oneOf('automatic', 'automatic_async'),
  description: text,
  metadata,
  receipt_email: text,
  statement_descriptor: text,
  statement_descriptor_suffix: text,
  confirm: flag,
  ...confirming,
  expand: texts,
};

export const updateShape = {
  amount: integer,
  currency: text,
  application_fee_amount: integerOrEmpty,
  description: emptyable,
  receipt_email: emptyable,
  metadata,
  expand: texts,
};

export const confirmShape = {
  ...confirming,
  receipt_email: emptyable,
  /** From browsers only: with a publishable key. */
  client_secret: text,
  expand: texts,
};

export const retrieveShape = { client_secret: text, expand: texts };
export const cancelShape = {
  cancellation_reason: oneOf('abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'),
  expand: texts,
};
export const listShape = { ...paging, created: range };
