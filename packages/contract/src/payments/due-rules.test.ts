import { expect, test } from 'vitest';
import { dueInWords } from './due-rules.ts';

test.each([
  ['identity.individual.date_of_birth', 'Date of birth'],
  ['identity.individual.given_name', 'First name'],
  ['identity.individual.address.line1', 'Address'],
  ['identity.attestations.terms_of_service', 'Agreement to Stripe’s terms'],
  ['configuration.merchant.support.phone', 'Phone'],
  ['Proof of address', 'Proof of address'],
  ['', ''],
])('what Stripe asks for is written in words: %s', (description, words) => {
  expect(dueInWords(description)).toBe(words);
});
