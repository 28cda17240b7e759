import * as api from '@folkmoot/contract/conversations/api.ts';
import { canReact } from '@folkmoot/contract/conversations/rules.ts';
import { type ConversationFacts, type MessageView, refusals } from '@folkmoot/contract/conversations/schema.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import type { CommandContext } from '../core/command.ts';
import type { Db } from '../core/db/db.ts';
import { assertAllowed, assertFound, refuse } from '../core/http/errors.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import { rooms } from '../core/live/live.ts';
import { readable } from './actions.ts';
import * as reactions from './reactions-store.ts';
import { findConversationOf, findMessage, lockConversation } from './store.ts';
import type { Target } from './write-store.ts';

/** Calls about the emoji under messages, in threads as elsewhere. */
export function reactionHandlers(): Binding[] {
  return [
    handle(api.addReaction, async (call) => {
      const { facts, message } = await load(call, call.params, call.me.userId);
      const already = message.reactions.some((one) => one.emoji === call.params.emoji);
      assertAllowed(canReact(facts, message, already, message.reactions.length, call.now));
      return react(call, facts, call.params, call.me.userId, true);
    }),

    handle(api.removeReaction, async (call) => {
      const { facts } = await load(call, call.params, call.me.userId);
      if (facts.archived) refuse(refusals.archived);
      return react(call, facts, call.params, call.me.userId, false);
    }),

    handle(api.listDistinctReactions, async ({ tx, me, query }) =>
      reactions.listDistinct(tx, await target(tx, me.userId, query), query.page),
    ),

    handle(api.listReactionUsers, async ({ tx, me, query }) =>
      reactions.listUsers(tx, await target(tx, me.userId, query), me.userId, query.emoji, query.page),
    ),
  ];
}

/** The message a call means: of the kind it says, and one that the person may read. */
async function target(
  tx: Db,
  userId: string,
  { id, type }: { id: string; type: 'message' | 'thread' },
): Promise<Target> {
  const conversationId = assertFound(await findConversationOf(tx, id), core.notFound);
  const facts = await readable(tx, conversationId, userId);
  if ((facts.type === 'thread') !== (type === 'thread')) refuse(core.notFound);
  return { conversationId, messageId: id };
}

async function load({ tx }: CommandContext, { conversationId, messageId }: Target, userId: string) {
  const facts = await readable(tx, conversationId, userId);
  await lockConversation(tx, facts);
  const { message } = assertFound(await findMessage(tx, conversationId, messageId, userId), core.notFound);
  if (message.hidden) refuse(core.notFound);
  return { facts, message };
}

async function react(
  command: CommandContext,
  facts: ConversationFacts,
  { conversationId, messageId, emoji }: Target & { emoji: string },
  userId: string,
  added: boolean,
): Promise<MessageView> {
  const changed = await reactions.setReaction(
    command.tx,
    { conversationId, messageId },
    userId,
    emoji,
    added,
    command.now,
  );
  const { message } = assertFound(await findMessage(command.tx, conversationId, messageId, userId), core.notFound);
  if (!changed) return message;
  const counts = message.reactions.map((reaction) => ({ emoji: reaction.emoji, count: reaction.count }));
  const told = { conversationId, messageId, version: message.version, by: userId, emoji, added, reactions: counts };
  command.publish(api.reactionChanged, told, [rooms.conversation(facts.parentId ?? conversationId)], [userId]);
  return message;
}
