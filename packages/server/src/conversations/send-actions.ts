import * as api from '@folkmoot/contract/conversations/api.ts';
import { canNameAll, canSend, mentionedNames, namesAll } from '@folkmoot/contract/conversations/rules.ts';
import {
  type AuthorView,
  type ConversationFacts,
  type MessageView,
  type NewMessage,
  refusals,
} from '@folkmoot/contract/conversations/schema.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import type { z } from 'zod';
import { type CommandContext, inTransaction } from '../core/command.ts';
import type { Db } from '../core/db/db.ts';
import { assertAllowed, assertFound, refuse } from '../core/http/errors.ts';
import { newId } from '../core/id.ts';
import { rooms } from '../core/live/live.ts';
import { claim } from '../media/actions.ts';
import { readable, type Told, tellMessage } from './actions.ts';
import * as store from './store.ts';
import { countReply, insertFollowers, openThread } from './threads-store.ts';
import { type Draft, insertMessage } from './write-store.ts';

type Body = z.output<typeof NewMessage>;
type Text = Pick<Body, 'text'> & Partial<Pick<Body, 'clientId' | 'replyTo'>>;

/** A message ready to be written, with the people it mentions looked up. `@channel` counts if the author may use it. */
export async function prepare(
  { tx, now }: Pick<CommandContext, 'tx' | 'now'>,
  conversationId: string,
  authorId: string,
  { text, clientId = '', replyTo = null }: Text,
): Promise<Draft> {
  const mentions = await store.findMentioned(tx, conversationId, mentionedNames(text), authorId);
  const mentionsAll = namesAll(text) && (await mayNameAll(tx, conversationId, authorId));
  return { id: newId(), clientId, text, authorId, mentions, mentionsAll, replyTo, attachments: [], now };
}

async function mayNameAll(tx: Db, conversationId: string, authorId: string): Promise<boolean> {
  const facts = await store.findConversationFacts(tx, conversationId, authorId);
  return facts !== undefined && canNameAll(facts);
}

/**
 * A message written by one statement, sent in its current state to everyone who may read it. A quote is read from the
 * database.
 */
export async function announce(
  command: CommandContext,
  facts: ConversationFacts,
  draft: Draft,
  seq: number,
  author: AuthorView,
): Promise<MessageView> {
  const plain = draft.replyTo === null && draft.copyOf === undefined;
  const written = plain
    ? { message: plainMessage(facts.id, draft, seq), author }
    : assertFound(await store.findMessage(command.tx, facts.id, draft.id, draft.authorId), core.notFound);
  tellMessage(command, api.messageSent, facts, written);
  return written.message;
}

function plainMessage(conversationId: string, draft: Draft, seq: number): MessageView {
  const { id, authorId, text, mentions, mentionsAll, attachments, now } = draft;
  return {
    id,
    conversationId,
    seq,
    version: seq,
    authorId,
    text,
    mentions,
    mentionsAll,
    reactions: [],
    attachments,
    replyTo: null,
    thread: null,
    copyOf: null,
    pinnedAt: null,
    hidden: false,
    createdAt: now.toISOString(),
    editedAt: null,
    deletedAt: null,
  };
}

type Sending = { conversationId: string; userId: string; body: Body };

/** Why a message was not written although it was allowed: it had been sent before, or what it replies to is gone. */
export async function whyUnwritten(command: CommandContext, facts: Told, sending: Sending): Promise<MessageView> {
  const known = await sentBefore(command, facts, sending);
  return known ?? refuse(sending.body.replyTo === null ? core.conflict : refusals.noSuchMessage);
}

/**
 * A message that was sent before, announced once more: the process that wrote it may have died before it could
 * announce it. Clients that already have it recognise it by its version.
 */
async function sentBefore(
  command: CommandContext,
  facts: Told,
  { conversationId, userId, body }: Sending,
): Promise<MessageView | undefined> {
  const known = await store.findSent(command.tx, conversationId, userId, body.clientId);
  if (known && known.message.version === known.message.seq) tellMessage(command, api.messageSent, facts, known);
  return known?.message;
}

/** A message with files, which are attached in the same transaction. */
export async function sendWithFiles(command: CommandContext, sending: Sending): Promise<MessageView> {
  const facts = await readable(command.tx, sending.conversationId, sending.userId);
  assertAllowed(canSend(facts));
  if (facts.type === 'thread') return sendReply(command, sending);
  return inTransaction(command, async (inside) => {
    await store.lockConversation(inside.tx, facts);
    const known = await sentBefore(inside, facts, sending);
    if (known) return known;
    return write(inside, facts, sending, await claiming(inside, facts, sending));
  });
}

/** The draft of a message with files; they belong to it from here on. */
async function claiming(
  command: CommandContext,
  { serverId }: ConversationFacts,
  { conversationId, userId, body }: Sending,
): Promise<Draft> {
  const draft = await prepare(command, conversationId, userId, body);
  if (body.attachments.length === 0) return draft;
  const what = { ids: body.attachments, ownerId: userId, conversationId, serverId, messageId: draft.id };
  return { ...draft, attachments: await claim(command, what) };
}

/** Writes a message in a conversation that is already locked, and announces it. */
async function write(
  command: CommandContext,
  { type }: ConversationFacts,
  sending: Sending,
  draft: Draft,
): Promise<MessageView> {
  const sent = assertFound(
    await insertMessage(command.tx, sending.conversationId, draft, type === 'thread'),
    core.notFound,
  );
  assertAllowed(canSend(sent.facts));
  if (sent.seq === null) return whyUnwritten(command, sent.facts, sending);
  return announce(command, sent.facts, draft, sent.seq, sent.author);
}

/**
 * A reply in a thread. The parent conversation is locked first; the thread is created with its first reply; people
 * who reply, are mentioned, or wrote the first message follow it from then on. If requested, the reply is shown in
 * the parent conversation as well.
 */
export async function sendReply(command: CommandContext, sending: Sending): Promise<MessageView> {
  const { conversationId: threadId, userId, body } = sending;
  const facts = await readable(command.tx, threadId, userId);
  assertAllowed(canSend(facts));
  const parent = await readable(command.tx, assertFound(facts.parentId ?? undefined, core.notFound), userId);
  return inTransaction(command, async (inside) => {
    await store.lockConversation(inside.tx, parent);
    const known = await sentBefore(inside, facts, sending);
    if (known) {
      await tellRoot(inside, parent, threadId, userId);
      return known;
    }
    const first = await openThread(inside.tx, threadId, inside.now);
    const draft = await claiming(inside, facts, sending);
    const others = await insertFollowers(inside.tx, threadId, [userId, ...draft.mentions], inside.now);
    for (const follower of [...first, ...others]) inside.joinRooms(follower, [rooms.members(threadId)]);
    const reply = await write(inside, facts, sending, draft);
    await countReply(inside.tx, threadId, userId, inside.now);
    await tellRoot(inside, parent, threadId, userId);
    if (body.alsoToChannel) {
      const copy = { ...draft, id: newId(), replyTo: null, copyOf: { threadId, messageId: reply.id } };
      await write(inside, parent, { ...sending, conversationId: parent.id }, copy);
    }
    return reply;
  });
}

/** The parent message of a thread shows its count and its avatars. */
export async function tellRoot(
  command: CommandContext,
  parent: ConversationFacts,
  threadId: string,
  userId: string,
): Promise<void> {
  const root = assertFound(await store.findMessage(command.tx, parent.id, threadId, userId), core.notFound);
  tellMessage(command, api.messageEdited, parent, root);
}
