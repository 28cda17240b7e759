/** Names that do not explain themselves once their path is gone. */
const NAMES: Readonly<Record<string, string>> = {
  entity_type: 'Kind of business',
  given_name: 'First name',
  surname: 'Last name',
  line1: 'Address',
  id_numbers: 'Identity number',
  default_outbound_destination: 'Bank account for payouts',
  external_account: 'Bank account for payouts',
  terms_of_service: 'Agreement to Stripe’s terms',
  primary_verification: 'Proof of identity',
  document: 'Document',
};

/**
 * What Stripe asks of an account, in words. Stripe names fields by their path, such as `identity.individual.date_of_birth`; what it
 * says in a sentence stays as it is.
 *
 * Source: https://docs.stripe.com/api/v2/core/accounts/object#v2_account_object-requirements-entries-description
 */
export function dueInWords(description: string): string {
  if (!/^[\w.[\]]+$/.test(description)) return description;
  const last = description.split('.').findLast((part) => !/^\d*$/.test(part)) ?? description;
  const known = NAMES[last];
  if (known !== undefined) return known;
  const words = last.replaceAll('_', ' ').trim();
  return words === '' ? description : `${words[0]?.toUpperCase()}${words.slice(1)}`;
}
