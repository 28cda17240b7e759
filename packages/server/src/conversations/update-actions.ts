import * as api from '@folkmoot/contract/conversations/api.ts';
import type { ConversationFacts, MessageView } from '@folkmoot/contract/conversations/schema.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import type { CommandContext } from '../core/command.ts';
import { assertFound } from '../core/http/errors.ts';
import type { Me } from '../core/security/session.ts';
import { release } from '../media/actions.ts';
import { tellMessage } from './actions.ts';
import { tellRoot } from './send-actions.ts';
import * as store from './store.ts';
import { touchRoot } from './threads-store.ts';
import { markDeleted, type Target } from './write-store.ts';

export type Changing = CommandContext & { me: Pick<Me, 'userId'> };
type Changed = typeof api.messageEdited | typeof api.messageDeleted;

/** A message with its conversation locked until the command ends. The caller checks who may do what with it. */
export async function lockMessage(
  { tx, me }: Changing,
  facts: ConversationFacts,
  messageId: string,
): Promise<MessageView> {
  await store.lockConversation(tx, facts);
  return assertFound(await store.findMessage(tx, facts.id, messageId, me.userId), core.notFound).message;
}

/**
 * Changes a locked message, and with it its copy if a thread reply is shown in the channel as well. A thread's count
 * is recounted when a reply is deleted.
 */
export async function change(
  command: Changing,
  facts: ConversationFacts,
  message: MessageView,
  event: Changed,
  write: (target: Target) => Promise<void>,
): Promise<MessageView> {
  const { tx, me } = command;
  const own = { conversationId: message.conversationId, messageId: message.id };
  await write(own);
  const counterpart = await store.findCounterpart(tx, message);
  if (counterpart) {
    const other = assertFound(
      await store.findConversationFacts(tx, counterpart.conversationId, me.userId),
      core.notFound,
    );
    await store.lockConversation(tx, other);
    await write(counterpart);
    await tellMessageChanged(command, other, counterpart, event);
  }
  const threadId = message.copyOf?.threadId ?? (facts.parentId === null ? undefined : facts.id);
  if (event === api.messageDeleted && threadId !== undefined) {
    await touchRoot(tx, threadId);
    await tellRoot(command, { ...facts, id: threadId, parentId: facts.parentId ?? facts.id }, me.userId);
  }
  return tellMessageChanged(command, facts, own, event);
}

/** Sends a message in its current state. */
export async function tellMessageChanged(
  command: Changing,
  facts: ConversationFacts,
  { conversationId, messageId }: Target,
  event: Changed,
): Promise<MessageView> {
  const changed = assertFound(
    await store.findMessage(command.tx, conversationId, messageId, command.me.userId),
    core.notFound,
  );
  tellMessage(command, event, facts, changed);
  return changed.message;
}

/** Deletes a locked message: a tombstone stays, its files go. Idempotent. */
export async function removeMessage(
  command: Changing,
  facts: ConversationFacts,
  message: MessageView,
): Promise<MessageView> {
  if (message.deletedAt !== null) return message;
  await release(command, message.copyOf?.messageId ?? message.id);
  return change(command, facts, message, api.messageDeleted, (target) => markDeleted(command.tx, target, command.now));
}

/** Deletes what was reported, for a moderator, who need not be inside the conversation. */
export async function removeReported(command: Changing, target: Target): Promise<void> {
  const facts = await store.findConversationFacts(command.tx, target.conversationId, command.me.userId);
  if (facts) await removeMessage(command, facts, await lockMessage(command, facts, target.messageId));
}
