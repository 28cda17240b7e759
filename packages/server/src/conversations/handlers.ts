import * as api from '@folkmoot/contract/conversations/api.ts';
import { canDelete, canEdit, canPin, canRead, canSend } from '@folkmoot/contract/conversations/rules.ts';
import { type ConversationFacts, LIMITS, refusals } from '@folkmoot/contract/conversations/schema.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { allMembers, suggestPeople } from '../communities/members-store.ts';
import { assertAllowed, assertFound, refuse } from '../core/http/errors.ts';
import { type Binding, handle, RawJson } from '../core/http/handle.ts';
import { readable } from './actions.ts';
import { announce, prepare, sendLocked, sendReply, unlessSent, whyUnwritten } from './send-actions.ts';
import * as store from './store.ts';
import { type Changing, change, lockMessage, removeMessage, tellMessageChanged } from './update-actions.ts';
import { insertMessage, setPin, type Target, updateText } from './write-store.ts';

/** Calls about messages: reading, sending, changing, pinning. */
export function conversationHandlers(): Binding[] {
  return [
    handle(api.listMessages, async ({ tx, me, params, query }) => {
      const page = await store.readPage(tx, params.conversationId, me.userId, query);
      // A thread without replies.
      if (!page) return emptyPage(await readable(tx, params.conversationId, me.userId));
      assertAllowed(canRead(page.facts));
      return new RawJson(page.body);
    }),

    handle(api.listChanges, async ({ tx, me, params, query }) => {
      const changes = await store.readChanges(tx, params.conversationId, me.userId, query.since);
      if (!changes) {
        await readable(tx, params.conversationId, me.userId);
        return { data: [], people: [], version: 0, hasMore: false };
      }
      assertAllowed(canRead(changes.facts));
      return new RawJson(changes.body);
    }),

    handle(api.suggestMentions, async ({ tx, me, params, query }) => {
      const { id, parentId, serverId, openTo } = await readable(tx, params.conversationId, me.userId);
      const people =
        serverId !== null && openTo === 'community' ? allMembers(serverId) : store.peopleInside(parentId ?? id).people;
      return suggestPeople(tx, people, me.userId, query.search, id);
    }),

    // One statement, so it needs no transaction; mentions take one more to find the people. In a thread it is that of
    // the reply, and one that reads what else changed.
    handle(
      api.sendMessage,
      async (call) => {
        const { tx, me, params, body } = call;
        const sending = { conversationId: params.conversationId, userId: me.userId, body };
        if (body.attachments.length > 0 || body.alsoToChannel) return sendLocked(call, sending);
        const { draft, facts: known } = await prepare(call, params.conversationId, me.userId, body);
        if (known?.type === 'thread') return sendReply(call, sending, draft);
        const sent = await unlessSent(insertMessage(tx, params.conversationId, draft));
        // There is no such conversation yet, or it is a thread's.
        if (sent === undefined || sent?.facts.type === 'thread') return sendReply(call, sending, draft);
        const facts = sent?.facts ?? (await readable(tx, params.conversationId, me.userId));
        assertAllowed(canSend(facts, call.now));
        if (sent && sent.seq !== null) return announce(call, facts, draft, sent.seq, sent.author);
        return whyUnwritten(call, facts, sending);
      },
      { transaction: false },
    ),

    handle(api.editMessage, async (call) => {
      const { tx, me, params, body, now } = call;
      const { facts, message } = await load(call, params);
      assertAllowed(canEdit(facts, message, me.userId, now));
      if (message.text === body.text) return message;
      return change(call, facts, message, api.messageEdited, async (target) => {
        const { draft } = await prepare(call, target.conversationId, me.userId, body);
        await updateText(tx, target, draft, now);
      });
    }),

    handle(api.deleteMessage, async (call) => {
      const { facts, message } = await load(call, call.params);
      assertAllowed(canDelete(facts, message, call.me.userId));
      return removeMessage(call, facts, message);
    }),

    handle(api.listEdits, async ({ tx, me, params }) => {
      const facts = await readable(tx, params.conversationId, me.userId);
      const { message } = assertFound(
        await store.findMessage(tx, params.conversationId, params.messageId, me.userId),
        core.notFound,
      );
      if (message.authorId !== me.userId && !facts.permissions.includes('MANAGE_MESSAGES')) refuse(refusals.notYours);
      return { data: await store.listEdits(tx, params.conversationId, params.messageId) };
    }),

    handle(api.listPins, async ({ tx, me, params }) => {
      await readable(tx, params.conversationId, me.userId);
      return new RawJson(await store.readPins(tx, params.conversationId, me.userId));
    }),

    handle(api.pinMessage, async (call) => {
      const { tx, me, params, now } = call;
      const { facts, message } = await load(call, params);
      assertAllowed(canPin(facts, message));
      if (message.pinnedAt) return message;
      if ((await store.countPins(tx, params.conversationId)) >= LIMITS.pins) refuse(refusals.tooManyPins);
      await setPin(tx, params, me.userId, now);
      return tellMessageChanged(call, facts, params, api.messageEdited);
    }),

    handle(api.unpinMessage, async (call) => {
      const { tx, params, now } = call;
      const { facts, message } = await load(call, params);
      assertAllowed(canPin(facts, { deletedAt: null }));
      if (!message.pinnedAt) return message;
      await setPin(tx, params, null, now);
      return tellMessageChanged(call, facts, params, api.messageEdited);
    }),
  ];
}

function emptyPage({ version, readSeq }: ConversationFacts) {
  return { data: [], people: [], hasBefore: false, hasAfter: false, version, readSeq };
}

/** A message that the person may read, with its conversation locked until the command ends. */
async function load(command: Changing, { conversationId, messageId }: Target) {
  const facts = await readable(command.tx, conversationId, command.me.userId);
  return { facts, message: await lockMessage(command, facts, messageId) };
}
