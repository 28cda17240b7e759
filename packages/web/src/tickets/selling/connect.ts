import { createAccount, createAccountLink } from '@folkmoot/contract/payments/api.ts';
import { call } from '../../core/api-client.ts';
import { absolute } from '../../core/paths.ts';
import { refreshSelling } from './useSelling.ts';

/** The page to which Stripe returns you. @param alias the event's. */
const backTo = (alias: string) => absolute(`/events/manage/${alias}?tab=tickets`);

/**
 * Connects your account, and makes it if you have none.
 *
 * @param alias of the event to whose tickets you return.
 * @returns the page of Stripe on which you go on; undefined if Stripe needs nothing more.
 */
export async function connect(alias: string): Promise<string | undefined> {
  const { data } = await call(createAccount, {});
  refreshSelling();
  return data.state === 'ready' ? undefined : linkToStripe(alias);
}

/** The page of Stripe on which your account is finished. */
export async function linkToStripe(alias: string): Promise<string> {
  const back = backTo(alias);
  return (await call(createAccountLink, { refresh_url: back, return_url: back })).data.url;
}
