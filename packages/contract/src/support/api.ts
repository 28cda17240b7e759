import { endpoint } from '../core/endpoint.ts';
import { refusals, SupportIdentity, SupportView } from './schema.ts';

/* Help from the people who run the installation (docs/decisions/059). */

export const getSupport = endpoint('GET /api/v1/support', {
  who: 'signedIn',
  summary: 'Where to get help: a chat page, an email address, both or neither.',
  returns: SupportView,
});

export const introduceToSupport = endpoint('POST /api/v1/support/identity', {
  who: 'signedIn',
  summary:
    'The caller’s name and email address in the form the chat expects. Call it only once they have agreed to share them.',
  returns: SupportIdentity,
  refuses: [refusals.noChat],
  perMinute: 20,
});
