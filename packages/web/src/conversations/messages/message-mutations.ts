import * as api from '@folkmoot/contract/conversations/api.ts';
import type { MessageView } from '@folkmoot/contract/conversations/schema.ts';
import { call } from '../../core/api-client.ts';
import { toast } from '../../core/toasts/toast.ts';
import { type Timeline, toggled, withChanges } from '../timeline/timeline.ts';

type Change = (next: (timeline: Timeline) => Timeline) => void;

/** Adds or removes your own reaction: shown at once, and rolled back with a toast if the server refuses. */
export async function react(change: Change, message: MessageView, emoji: string): Promise<void> {
  const on = !message.reactions.some((reaction) => reaction.emoji === emoji && reaction.mine);
  const path = { conversationId: message.conversationId, messageId: message.id, emoji };
  change((timeline) => patched(timeline, message.id, { reactions: toggled(message.reactions, emoji) }));
  try {
    const after = await (on ? call(api.addReaction, path) : call(api.removeReaction, path));
    change((timeline) => withChanges(timeline, [after]));
  } catch (error) {
    change((timeline) => patched(timeline, message.id, { reactions: message.reactions }));
    toast.failed(error, { again: () => void react(change, message, emoji) });
  }
}

/** Saves a changed text. @returns the sentence that says why not, or undefined when it is saved. */
export async function edit(change: Change, message: MessageView, text: string): Promise<string | undefined> {
  try {
    const after = await call(api.editMessage, { conversationId: message.conversationId, messageId: message.id, text });
    change((timeline) => withChanges(timeline, [after]));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : 'Not saved.';
  }
}

/** Saves a changed text that was not typed, so that only a toast can say why not. */
export async function rewrite(change: Change, message: MessageView, text: string): Promise<void> {
  const problem = await edit(change, message, text);
  if (problem !== undefined) toast.failed(undefined, { fallback: problem });
}

/** Deletes a message and leaves a tombstone. */
export async function remove(change: Change, message: MessageView): Promise<void> {
  try {
    const after = await call(api.deleteMessage, { conversationId: message.conversationId, messageId: message.id });
    change((timeline) => withChanges(timeline, [after]));
  } catch (error) {
    toast.failed(error, { again: () => void remove(change, message) });
  }
}

/** Pins or unpins a message. */
export async function pin(change: Change, message: MessageView): Promise<void> {
  const path = { conversationId: message.conversationId, messageId: message.id };
  try {
    const after = await (message.pinnedAt ? call(api.unpinMessage, path) : call(api.pinMessage, path));
    change((timeline) => withChanges(timeline, [after]));
    toast.done(after.pinnedAt ? 'Pinned.' : 'Unpinned.');
  } catch (error) {
    toast.failed(error, { again: () => void pin(change, message) });
  }
}

function patched(timeline: Timeline, messageId: string, patch: Partial<MessageView>): Timeline {
  return {
    ...timeline,
    messages: timeline.messages.map((message) => (message.id === messageId ? { ...message, ...patch } : message)),
  };
}
