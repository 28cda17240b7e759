import { WRITTEN_COUNTED } from '@folkmoot/contract/communities/schema.ts';
import * as api from '@folkmoot/contract/conversations/api.ts';
import { accountHooks } from '../accounts/slice.ts';
import { blockHooks } from '../blocks/slice.ts';
import { rename } from '../communities/actions.ts';
import { communityHooks } from '../communities/slice.ts';
import type { CommandContext } from '../core/command.ts';
import { defineHooks } from '../core/hooks.ts';
import { liveHooks } from '../core/live/create-live.ts';
import { encode } from '../core/live/live.ts';
import { defineSlice } from '../core/slice.ts';
import { type AttachedFile, attachmentsOf } from '../media/actions.ts';
import { mediaHooks } from '../media/slice.ts';
import { audienceOf, conversationRooms, lockById, mayFollow, readable, showAttachments } from './actions.ts';
import { createConversationKeys } from './conversation-keys-actions.ts';
import { conversationHandlers } from './handlers.ts';
import { leavingConversations } from './leaving/leaving-actions.ts';
import { personalData } from './leaving/personal-data.ts';
import { type ConversationHooks, conversationMemberHandlers } from './members-handlers.ts';
import { forgetMentions, onlyVisible, renameInside } from './members-store.ts';
import { membershipHandlers } from './membership-handlers.ts';
import { reactionHandlers } from './reactions-handlers.ts';
import { unreadByServer } from './read-state-store.ts';
import { REMOVING_QUEUE, type Removing, removingQueue } from './removing/jobs.ts';
import { listWritten } from './removing/removing-store.ts';
import { findSeqs, isMessageOf, outsideOf } from './store.ts';

export const conversationHooks = defineHooks<ConversationHooks>('conversations', { added: true });

/** Messages, threads, reactions, read marks, and who is inside a conversation. */
export const conversations = defineSlice({
  name: 'conversations',
  personalData,
  endpoints: [api],
  build(app) {
    const { db, config } = app;
    const keys = createConversationKeys(config.authSecret);
    return {
      handlers: [
        ...conversationHandlers(),
        ...reactionHandlers(),
        ...membershipHandlers(keys),
        ...conversationMemberHandlers(app.hooks.of(conversationHooks)),
      ],
      queues: [removingQueue(app)],
      leaving: leavingConversations,
      offers: [
        accountHooks.offer({ renamed: renameEverywhere }),
        blockHooks.offer({ blocked: (command, one, other) => forgetMentions(command.tx, one, other) }),
        mediaHooks.offer({
          readable,
          lock: lockById,
          seqs: findSeqs,
          removeFromMessage: showFiles,
          changed: showFiles,
        }),
        communityHooks.offer({
          deleting: (command, serverId) => conversationRooms(command.tx, serverId),
          unread: unreadByServer,
          written: async (tx, serverId, userId, since) =>
            (await listWritten(tx, serverId, userId, since, WRITTEN_COUNTED)).map(({ at }) => at),
          removeWritten: (command, { since, ...what }) =>
            command.enqueue(REMOVING_QUEUE, { ...what, since: since.toISOString() } satisfies Removing),
          couldBeAdded: async (tx, conversationId, viewer) =>
            outsideOf(await readable(tx, conversationId, viewer.userId)),
        }),
        liveHooks.offer({
          audienceOf: (userId) => audienceOf(db, userId),
          mayFollow: (userId, conversationId, key) => mayFollow(db, keys, userId, conversationId, key),
          mayWatch: (userId, others) => onlyVisible(db, userId, others),
          isThread: (conversationId, threadId) => isMessageOf(db, conversationId, threadId),
          typing: (conversationId, userId) => encode(api.typing, { conversationId, userId }),
        }),
      ],
    };
  },
});

/**
 * A person's name has changed. The account is written first, then the communities, then the conversations: a person who
 * is just joining has locked one of the earlier, and takes the name from there.
 */
async function renameEverywhere(command: CommandContext, userId: string, searchText: string): Promise<void> {
  await rename(command, userId, searchText);
  await renameInside(command.tx, userId, searchText);
}

/** A message shows the current state of its files. */
async function showFiles(command: CommandContext, { conversationId, messageId }: AttachedFile): Promise<void> {
  await showAttachments(command, { conversationId, messageId }, await attachmentsOf(command.tx, messageId));
}
