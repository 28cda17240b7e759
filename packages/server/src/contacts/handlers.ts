import * as api from '@folkmoot/contract/contacts/api.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import type { Contacts } from './actions.ts';

/** Calls with which somebody connects their Google contacts and chooses from them. */
export function contactHandlers(contacts: Contacts): Binding[] {
  return [
    handle(api.getContactsConnection, async (call) => ({
      available: contacts.isAvailable,
      connected: await contacts.isConnected(call),
    })),

    handle(api.connectContacts, async (call) => ({ url: await contacts.begin(call) }), { transaction: false }),

    handle(api.disconnectContacts, async (call) => {
      await contacts.disconnect(call);
      return { message: 'Your Google contacts are disconnected.' };
    }),

    handle(api.listContacts, (call) => contacts.list(call, call.query.limit, call.query.pageToken), { outside: true }),

    handle(api.searchContacts, (call) => contacts.search(call, call.query.query), { outside: true }),
  ];
}
