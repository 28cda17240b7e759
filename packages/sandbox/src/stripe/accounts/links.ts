import type { Stripe } from 'stripe';
import { invalid } from '../wire/errors.ts';
import { group, ignored, oneOf, type Read, required, text, texts } from '../wire/parameters.ts';
import type { AccountLink, World } from '../world.ts';
import { findAccount } from './accounts.ts';

const MINUTES = 10;

const useCase = group({
  configurations: texts,
  refresh_url: required(text),
  return_url: text,
  collection_options: ignored,
});

export const linkShape = {
  account: required(text),
  use_case: required(
    group({
      type: required(oneOf('account_onboarding', 'account_update')),
      account_onboarding: useCase,
      account_update: useCase,
    }),
  ),
};

/** Makes an address at which a host tells Stripe about themselves. It works once. */
export function createLink(world: World, given: Read<typeof linkShape>, origin: string): Stripe.V2.Core.AccountLink {
  findAccount(world, given.account);
  const { type } = given.use_case;
  const use = given.use_case[type];
  if (!use) throw invalid(`Missing required param: use_case.${type}.`, 'parameter_missing', `use_case.${type}`);
  for (const [name, url] of [
    ['refresh_url', use.refresh_url],
    ['return_url', use.return_url],
  ] as const)
    if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
      throw invalid('Not a valid URL', 'url_invalid', `use_case.${type}.${name}`);
  const id = world.newId('acctlnk_');
  const expiresAt = world.ms + MINUTES * 60_000;
  const returnUrl = use.return_url ?? use.refresh_url;
  const link: AccountLink = {
    account: given.account,
    expiresAt,
    usedAt: null,
    session: world.newId('ses_'),
    refreshUrl: use.refresh_url,
    returnUrl,
  };
  world.put('account_link', given.account, id, link);
  const kept = { refresh_url: use.refresh_url, ...(use.return_url !== undefined && { return_url: use.return_url }) };
  return {
    ...{ object: 'v2.core.account_link' as const, account: given.account, created: new Date(world.ms).toISOString() },
    ...{ expires_at: new Date(expiresAt).toISOString(), livemode: false, url: `${origin}/onboarding/${id}` },
    use_case: { type, [type]: kept },
  };
}

/** Opens a link. @returns undefined if it has been opened before, or is too old: then the host goes to `refresh_url`. */
export function openLink(world: World, id: string): { link: AccountLink; isGood: boolean } | undefined {
  const link = world.get('account_link', id);
  if (!link) return undefined;
  if (link.usedAt !== null || link.expiresAt < world.ms) return { link, isGood: false };
  world.put('account_link', link.account, id, { ...link, usedAt: world.ms });
  return { link, isGood: true };
}
