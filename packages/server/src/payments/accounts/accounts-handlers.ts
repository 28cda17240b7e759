import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import * as api from '@folkmoot/contract/payments/api.ts';
import { type AccountView, refusals, TOASTS } from '@folkmoot/contract/payments/schema.ts';
import { findProfile } from '../../accounts/store.ts';
import type { Db } from '../../core/db/db.ts';
import { assertFound, refuse } from '../../core/http/errors.ts';
import { type Binding, handle } from '../../core/http/handle.ts';
import { continueSeller } from '../papers/papers-store.ts';
import { asked, type StripeGateway } from '../stripe-actions.ts';
import { readAccount } from './accounts-actions.ts';
import * as store from './accounts-store.ts';

type Parts = {
  /** Undefined if payments are not set up. */
  stripe: StripeGateway | undefined;
  live: boolean;
  appUrl: () => string;
};

/** Another service is asked, so nothing is locked meanwhile. */
const OUTSIDE = { transaction: false, outside: true };

/** Calls of people who connect their account at Stripe. */
export function accountHandlers({ stripe, live, appUrl }: Parts): Binding[] {
  const gateway = () => stripe ?? refuse(refusals.notSetUp);

  /** Reads an account at Stripe, and writes down what it says. */
  const readAgain = async (db: Db, stripeId: string, now: Date): Promise<AccountView> =>
    assertFound(await asked(readAccount(db, gateway(), stripeId, now)), refusals.noAccount);

  return [
    handle(
      api.getAccount,
      async ({ tx, me, now }) => {
        if (!stripe) return { data: null };
        const account = await store.findAccountOf(tx, me.userId, live);
        if (!account?.stripeId || account.disconnected) return { data: null };
        return { data: await readAgain(tx, account.stripeId, now) };
      },
      { outside: true },
    ),

    handle(
      api.createAccount,
      async ({ tx, me, now }) => {
        const ours = gateway();
        const person = assertFound(await findProfile(tx, me.userId, me.userId), core.signedOut);
        const name = `${person.firstName} ${person.lastName}`.trim();
        const connect = async (): Promise<AccountView> => {
          const account = await store.reserveAccount(tx, me.userId, live, now);
          if (account.stripeId !== null) return readAgain(tx, account.stripeId, now);
          await continueSeller(tx, account.id);
          const stripeId = await asked(ours.makeAccount({ email: person.email ?? '', name }, account.id));
          await store.setStripeId(tx, account.id, stripeId);
          return readAgain(tx, stripeId, now);
        };
        let data = await connect();
        if (data.state === 'lost') {
          await store.leaveLost(tx, me.userId, data.id);
          data = await connect();
        }
        return { statusCode: 201 as const, message: TOASTS.accountMade, data };
      },
      OUTSIDE,
    ),

    handle(
      api.createAccountLink,
      async ({ tx, me, body }) => {
        const ours = gateway();
        const { origin } = new URL(appUrl());
        if (URL.parse(body.return_url)?.origin !== origin) refuse(refusals.elsewhere);
        if (URL.parse(body.refresh_url)?.origin !== origin)
          refuse(refusals.elsewhere, { refresh_url: refusals.elsewhere.message });
        const account = await store.findAccountOf(tx, me.userId, live);
        if (!account?.stripeId || account.disconnected) return refuse(refusals.noAccount);
        const urls = { refresh: body.refresh_url, back: body.return_url };
        return { data: { url: await asked(ours.linkToOnboarding(account.stripeId, urls)) } };
      },
      OUTSIDE,
    ),

    handle(api.disconnectAccount, async ({ tx, me, now }) => {
      await store.disconnect(tx, me.userId, live, now);
      return { message: TOASTS.disconnected };
    }),
  ];
}
