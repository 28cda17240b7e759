import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { doneWith } from '../core/page.ts';
import { TokenQuery } from '../events/api.ts';
import { BoughtOrder, CompanyDetails, SellerDetails } from './papers-schema.ts';
import { refusals } from './schema.ts';

export const getSellerDetails = endpoint('GET /api/v1/accounts/details', {
  who: 'signedIn',
  backend: 'payments',
  perMinute: 60,
  summary: 'What is on the invoices of what you sell; null while you have entered nothing.',
  returns: z.object({ data: SellerDetails.nullable() }),
});

export const setSellerDetails = endpoint('PUT /api/v1/accounts/details', {
  who: 'signedIn',
  backend: 'payments',
  perMinute: 20,
  summary:
    'Change what is on your invoices from now on, and on those that were issued before you had entered anything.',
  body: SellerDetails,
  returns: doneWith(SellerDetails),
  refuses: [refusals.noAccount],
});

export const getBoughtOrder = endpoint('GET /api/v1/orders/:orderId', {
  who: 'public',
  backend: 'payments',
  perMinute: 120,
  summary:
    "What you have bought, with its invoice and credit notes. Signed in, or by the token of an email's link. `…/invoice` and `…/credit-notes/:refundId` are the papers as PDF, for hosts too.",
  query: TokenQuery,
  returns: z.object({ data: BoughtOrder }),
});

export const setCompany = endpoint('PUT /api/v1/orders/:orderId/company', {
  who: 'public',
  backend: 'payments',
  perMinute: 20,
  summary: 'Add the company for which you bought to the papers of an order. They keep their numbers.',
  query: TokenQuery,
  body: CompanyDetails,
  returns: doneWith(BoughtOrder),
});
