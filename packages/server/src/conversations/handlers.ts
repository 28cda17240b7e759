import * as api from '@folkmoot/contract/conversations/api.ts';
import {
  canDelete,
  canEdit,
  canReact,
  canRead,
  canSend,
  mentionedNames,
} from '@folkmoot/contract/conversations/rules.ts';
import { type AuthorView, type MessageView, refusals } from '@folkmoot/contract/conversations/schema.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import type { Command } from '../core/command.ts';
import { violates } from '../core/db.ts';
import { type Binding, handle, JsonText } from '../core/handle.ts';
import { newId } from '../core/id.ts';
import { rooms } from '../core/live.ts';
import { found, need, refuse } from '../core/refuse.ts';
import { readable, tellMessage } from './actions.ts';
import * as reactions from './reactions-store.ts';
import { setReadMark } from './reads-store.ts';
import * as store from './store.ts';

/** Calls about messages, reactions and read marks. */
export function conversationHandlers(): Binding[] {
  return [
    handle(api.listMessages, async ({ tx, me, params, query }) => {
      const page = found(await store.readPage(tx, params.conversationId, me.userId, query), core.notFound);
      need(canRead(page.facts));
      return new JsonText(page.body);
    }),

    handle(api.listChanges, async ({ tx, me, params, query }) => {
      const changes = found(await store.readChanges(tx, params.conversationId, me.userId, query.since), core.notFound);
      need(canRead(changes.facts));
      return new JsonText(changes.body);
    }),

    // One statement, so it needs no transaction; naming people takes one more to find them.
    handle(
      api.sendMessage,
      async (call) => {
        const { tx, me, params, body, now } = call;
        const mentions = await store.findMentioned(tx, params.conversationId, mentionedNames(body.text));
        const draft = { id: newId(), ...body, authorId: me.userId, mentions, now };
        const sent = await store.insertMessage(tx, params.conversationId, draft).catch((error) => {
          if (violates(error, 'messages_client')) return null;
          throw error;
        });
        if (sent !== null) {
          const { facts, author, seq } = found(sent, core.notFound);
          need(canSend(facts));
          if (seq !== null) return announce(call, params.conversationId, draft, seq, author);
        }
        // It had been sent before: a retry, or two at once.
        const known = await store.findSent(tx, params.conversationId, me.userId, body.clientId);
        return found(known, core.conflict).message;
      },
      { transaction: false },
    ),

    handle(api.editMessage, async (call) => {
      const { tx, me, params, body, now } = call;
      const { facts, message } = await load(call, params, me.userId);
      need(canEdit(facts, message, me.userId));
      if (message.text === body.text) return message;
      const mentions = await store.findMentioned(tx, params.conversationId, mentionedNames(body.text));
      await store.updateText(tx, params.conversationId, params.messageId, body.text, mentions, now);
      const edited = found(
        await store.findMessage(tx, params.conversationId, params.messageId, me.userId),
        core.notFound,
      );
      tellMessage(call, api.messageEdited, edited);
      return edited.message;
    }),

    handle(api.deleteMessage, async (call) => {
      const { tx, me, params, now } = call;
      const { facts, message } = await load(call, params, me.userId);
      need(canDelete(facts, message, me.userId));
      if (message.deletedAt) return message;
      await store.markDeleted(tx, params.conversationId, params.messageId, now);
      const deleted = found(
        await store.findMessage(tx, params.conversationId, params.messageId, me.userId),
        core.notFound,
      );
      tellMessage(call, api.messageDeleted, deleted);
      return deleted.message;
    }),

    handle(api.addReaction, async (call) => {
      const { facts, message } = await load(call, call.params, call.me.userId);
      const already = message.reactions.some((one) => one.emoji === call.params.emoji);
      need(canReact(facts, message, already, message.reactions.length));
      return react(call, call.params, call.me.userId, true);
    }),

    handle(api.removeReaction, async (call) => {
      const { facts } = await load(call, call.params, call.me.userId);
      if (facts.archived) refuse(refusals.archived);
      return react(call, call.params, call.me.userId, false);
    }),

    handle(
      api.markRead,
      async ({ tx, me, params, body, tell }) => {
        await readable(tx, params.conversationId, me.userId);
        const mark = await setReadMark(tx, params.conversationId, me.userId, body.seq);
        if (!mark) return { readSeq: 0, unread: 0, mentions: 0 };
        tell(api.readMoved, { conversationId: params.conversationId, ...mark }, [rooms.user(me.userId)]);
        return mark;
      },
      { transaction: false },
    ),

    handle(api.listDistinctReactions, async ({ tx, me, query }) => {
      const target = found(await reactions.findTarget(tx, query.id), core.notFound);
      await readable(tx, target.conversationId, me.userId);
      return reactions.listDistinct(tx, target, query.page);
    }),

    handle(api.listReactionUsers, async ({ tx, me, query }) => {
      const target = found(await reactions.findTarget(tx, query.id), core.notFound);
      await readable(tx, target.conversationId, me.userId);
      return reactions.listUsers(tx, target, query.emoji, query.page);
    }),
  ];
}

/** A message as it now stands, told to everyone who may read it. */
function announce(
  command: Command,
  conversationId: string,
  draft: store.NewMessage,
  seq: number,
  author: AuthorView,
): MessageView {
  const { id, authorId, text, mentions, now } = draft;
  const message = {
    id,
    conversationId,
    seq,
    version: seq,
    authorId,
    text,
    mentions,
    reactions: [],
    createdAt: now.toISOString(),
    editedAt: null,
    deletedAt: null,
  };
  tellMessage(command, api.messageSent, { message, author });
  return message;
}

type Path = { conversationId: string; messageId: string };

/** A message that the person may read, with the conversation locked until the command ends. */
async function load({ tx }: Command, { conversationId, messageId }: Path, userId: string) {
  const facts = await readable(tx, conversationId, userId);
  const { message } = found(await store.findMessage(tx, conversationId, messageId, userId, true), core.notFound);
  return { facts, message };
}

async function react(command: Command, target: Path & { emoji: string }, userId: string, added: boolean) {
  const changed = await reactions.setReaction(command.tx, target, userId, target.emoji, added, command.now);
  const { message } = found(
    await store.findMessage(command.tx, target.conversationId, target.messageId, userId),
    core.notFound,
  );
  if (changed) {
    const counts = message.reactions.map(({ emoji, count }) => ({ emoji, count }));
    const told = {
      conversationId: target.conversationId,
      messageId: message.id,
      version: message.version,
      by: userId,
      emoji: target.emoji,
      added,
      reactions: counts,
    };
    command.tell(api.reactionChanged, told, [rooms.conversation(target.conversationId)]);
  }
  return message;
}
