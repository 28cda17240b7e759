import type { Stripe } from 'stripe';
import type { World } from '../world.ts';

/** Registers a domain on which wallets may be offered; again gives the same one. */
export function createDomain(world: World, account: string, name: string, enabled = true): Stripe.PaymentMethodDomain {
  const known = world.all('domain', account).find(({ domain_name }) => domain_name === name);
  if (known) return known;
  const status = { status: 'active' as const };
  const domain: Stripe.PaymentMethodDomain = {
    ...{ id: world.newId('pmd_1'), object: 'payment_method_domain' as const, amazon_pay: status, apple_pay: status },
    ...{
      created: world.seconds,
      domain_name: name,
      enabled,
      google_pay: status,
      klarna: status,
      link: status,
      livemode: false,
    },
    paypal: status,
  };
  return world.put('domain', account, domain.id, domain);
}
