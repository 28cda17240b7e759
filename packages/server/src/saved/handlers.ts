import { canRead } from '@folkmoot/contract/conversations/rules.ts';
import { refusals as conversations } from '@folkmoot/contract/conversations/schema.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import * as api from '@folkmoot/contract/saved/api.ts';
import { refusals } from '@folkmoot/contract/saved/schema.ts';
import { readable } from '../conversations/actions.ts';
import { findMessage } from '../conversations/store.ts';
import type { CommandContext } from '../core/command.ts';
import { assertFound, refuse } from '../core/http/errors.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import { rooms } from '../core/live/live.ts';
import { findPeopleIn } from '../inbox/store.ts';
import * as store from './store.ts';

/** Calls about the messages that a person has saved. */
export function savedHandlers(): Binding[] {
  return [
    handle(api.listSaved, async ({ tx, me, query }) => {
      const page = await store.listSaved(tx, me.userId, query.cursor);
      const data = page.data.map(({ shown, ...one }) => {
        if (!shown || !canRead(shown.facts).ok) return { ...one, shown: null };
        return { ...one, shown: { origin: shown.origin, message: shown.message } };
      });
      const people = await findPeopleIn(
        tx,
        data.flatMap(({ shown }) => (shown ? [shown.message] : [])),
      );
      return { data, nextCursor: page.nextCursor, people };
    }),

    handle(api.listSavedIds, async ({ tx, me }) => ({ data: await store.listIds(tx, me.userId) }), {
      transaction: false,
    }),

    // One statement writes, and what it reads before cannot make it wrong.
    handle(
      api.saveMessage,
      async (call) => {
        const { tx, me, params, now } = call;
        await readable(tx, params.conversationId, me.userId);
        const found = await findMessage(tx, params.conversationId, params.messageId, me.userId);
        const { message } = assertFound(found, core.notFound);
        if (message.deletedAt !== null || message.hidden) refuse(conversations.deleted);
        if (!(await store.insertSaved(tx, me.userId, params, now))) refuse(refusals.tooMany);
        tell(call, me.userId, params.messageId, true);
        return { message: 'Saved. Only you can see it.' };
      },
      { transaction: false },
    ),

    handle(
      api.unsaveMessage,
      async (call) => {
        await store.deleteSaved(call.tx, call.me.userId, call.params.messageId);
        tell(call, call.me.userId, call.params.messageId, false);
        return { message: 'Removed from your saved messages.' };
      },
      { transaction: false },
    ),
  ];
}

function tell(command: Pick<CommandContext, 'publish'>, userId: string, messageId: string, saved: boolean): void {
  command.publish(api.savedChanged, { messageId, saved }, [rooms.user(userId)]);
}
