import * as api from '@folkmoot/contract/inbox/api.ts';
import { tellMembership } from '../conversations/actions.ts';
import { muteAll, readAll } from '../conversations/read-state-store.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import * as store from './store.ts';

/** Calls about everything that is new for the caller, in every conversation. */
export function inboxHandlers(): Binding[] {
  return [
    handle(api.listUnread, async ({ tx, me, query, now }) => {
      const page = await store.listUnread(tx, me.userId, now, query.cursor);
      const people = await store.findPeopleIn(
        tx,
        page.data.flatMap((one) => one.messages),
      );
      return { ...page, people };
    }),

    handle(api.listMentions, async ({ tx, me, query }) => {
      const page = await store.listMentions(tx, me.userId, query.cursor);
      const people = await store.findPeopleIn(
        tx,
        page.data.map((one) => one.message),
      );
      return { ...page, people };
    }),

    // One statement, so it needs no transaction.
    handle(
      api.readAll,
      async (call) => {
        const { tx, me, body } = call;
        for (const { conversationId, membership } of await readAll(tx, me.userId, body.serverId))
          tellMembership(call, conversationId, me.userId, membership);
        return { message: 'All conversations are marked as read.' };
      },
      { transaction: false },
    ),

    handle(
      api.muteCommunity,
      async (call) => {
        const { tx, me, body } = call;
        for (const { conversationId, membership } of await muteAll(tx, me.userId, body.serverId, body.mutedUntil))
          tellMembership(call, conversationId, me.userId, membership);
        return {
          message:
            body.mutedUntil === null ? 'Your channels here are no longer muted.' : 'Your channels here are muted.',
        };
      },
      { transaction: false },
    ),
  ];
}
