import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Done } from '../core/page.ts';
import { AccountView, refusals } from './schema.ts';

const failures = [refusals.notSetUp, refusals.away, refusals.stripeRefused];

export const getAccount = endpoint('GET /api/v1/accounts', {
  who: 'signedIn',
  backend: 'payments',
  perMinute: 60,
  summary: 'Your connected account at Stripe, read from Stripe; null if you have none.',
  returns: z.object({ data: AccountView.nullable() }),
  refuses: failures,
});

export const createAccount = endpoint('POST /api/v1/accounts', {
  who: 'signedIn',
  backend: 'payments',
  perMinute: 10,
  summary: 'Make your account at Stripe, or connect the one again that you had; a new one if that is lost. Idempotent.',
  body: z.object({}),
  returns: z.object({ statusCode: z.literal(201), message: z.string(), data: AccountView }),
  refuses: failures,
});

export const createAccountLink = endpoint('POST /api/v1/accounts/create-link', {
  who: 'signedIn',
  backend: 'payments',
  perMinute: 10,
  summary: 'A link, good for some minutes and for one visit, to the pages on which Stripe asks what it needs.',
  body: z.object({ refresh_url: z.url().max(500), return_url: z.url().max(500) }),
  returns: z.object({ data: z.object({ url: z.string() }) }),
  refuses: [...failures, refusals.noAccount, refusals.elsewhere],
});

export const disconnectAccount = endpoint('DELETE /api/v1/accounts/disconnect', {
  who: 'signedIn',
  backend: 'payments',
  perMinute: 10,
  summary: 'Stop selling with your account. Refunds still go through it. Idempotent.',
  body: z.object({}),
  returns: Done,
});
