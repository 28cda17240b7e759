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
import { violates } from '../core/db/db.ts';
import { assertAllowed, assertFound, refuse } from '../core/http/errors.ts';
import { newId } from '../core/id.ts';
import { rooms } from '../core/live/live.ts';
import { claim } from '../media/actions.ts';
import { readable, type Told, tellMessage } from './actions.ts';
import { mentionsAnybody, NOTICE_QUEUE } from './notices-store.ts';
import { insertReply } from './replies-store.ts';
import * as store from './store.ts';
import { type Draft, insertMessage } from './write-store.ts';

type Body = z.output<typeof NewMessage>;
type Text = Pick<Body, 'text'> & Partial<Pick<Body, 'clientId' | 'replyTo'>>;

/** A draft, and the facts of its conversation where they had to be read for it. */
export type Prepared = { draft: Draft; facts: ConversationFacts | null };

/** A message ready to be written, with the people it mentions looked up. `@channel` counts if the author may use it. */
export async function prepare(
  { tx, now }: Pick<CommandContext, 'tx' | 'now'>,
  conversationId: string,
  authorId: string,
  { text, clientId = '', replyTo = null }: Text,
): Promise<Prepared> {
  const [names, all] = [mentionedNames(text), namesAll(text)];
  const named = all || names.length > 0 ? await store.findNamed(tx, conversationId, names, authorId) : undefined;
  const { facts, mentions } = named ?? { facts: null, mentions: [] };
  const mentionsAll = all && facts !== null && canNameAll(facts);
  const draft = { id: newId(), clientId, text, authorId, mentions, mentionsAll, replyTo, attachments: [], now };
  return { draft, facts };
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
  if (facts.type !== 'channel' || mentionsAnybody(draft)) command.wake(NOTICE_QUEUE);
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

/**
 * A message that needs more than its own statement, such as one with files: all in one transaction, with the
 * conversation locked first.
 */
export async function sendLocked(command: CommandContext, sending: Sending): Promise<MessageView> {
  const { conversationId, userId } = sending;
  const facts = await readable(command.tx, conversationId, userId);
  assertAllowed(canSend(facts, command.now));
  return inTransaction(command, async (inside) => {
    await store.lockConversation(inside.tx, facts);
    const known = await sentBefore(inside, facts, sending);
    if (known) {
      if (facts.parentId !== null) await tellRoot(inside, facts, userId);
      return known;
    }
    const draft = await claiming(inside, facts, sending);
    if (facts.parentId === null) return write(inside, facts, sending, draft);
    const reply = await sendReply(inside, sending, draft);
    if (!sending.body.alsoToChannel) return reply;
    const copy = { ...draft, id: newId(), replyTo: null, copyOf: { threadId: conversationId, messageId: reply.id } };
    await write(inside, parentOf(facts, facts.parentId), { ...sending, conversationId: facts.parentId }, copy);
    return reply;
  });
}

/** The draft of a message with files; they belong to it from here on. */
async function claiming(
  command: CommandContext,
  { serverId }: ConversationFacts,
  { conversationId, userId, body }: Sending,
): Promise<Draft> {
  const { draft } = await prepare(command, conversationId, userId, body);
  if (body.attachments.length === 0) return draft;
  const what = { ids: body.attachments, ownerId: userId, conversationId, serverId, messageId: draft.id };
  return { ...draft, attachments: await claim(command, what) };
}

/** Writes a message, and announces it. Not in a thread. */
async function write(command: CommandContext, told: Told, sending: Sending, draft: Draft): Promise<MessageView> {
  const sent = assertFound(await insertMessage(command.tx, sending.conversationId, draft), core.notFound);
  assertAllowed(canSend(sent.facts, command.now));
  if (sent.seq === null) return whyUnwritten(command, told, sending);
  return announce(command, sent.facts, draft, sent.seq, sent.author);
}

/**
 * A reply in a thread, by one statement and one look at what it changed. The thread is created with its first reply;
 * people who reply, are mentioned, or wrote the first message follow it from then on.
 */
export async function sendReply(command: CommandContext, sending: Sending, draft: Draft): Promise<MessageView> {
  const { conversationId: threadId, userId } = sending;
  const sent = await unlessSent(insertReply(command.tx, threadId, draft));
  if (sent === undefined) refuse(core.notFound);
  // If nothing was written, the first message may have been deleted in the meantime.
  const facts = sent && sent.seq !== null ? sent.facts : await readable(command.tx, threadId, userId);
  assertAllowed(canSend(facts, command.now));
  const parentId = assertFound(facts.parentId ?? undefined, core.notFound);
  if (sent === null || sent.seq === null) {
    const known = await whyUnwritten(command, facts, sending);
    await tellRoot(command, facts, userId);
    return known;
  }
  const fresh = sent.followers.filter((follower) => follower !== userId || !facts.following);
  for (const follower of fresh) command.joinRooms(follower, [rooms.members(threadId)]);
  const asked = draft.replyTo === null ? [threadId] : [threadId, draft.id];
  const written = await store.findMessages(command.tx, parentId, asked, userId);
  const reply = written.get(draft.id) ?? { message: plainMessage(threadId, draft, sent.seq), author: sent.author };
  tellMessage(command, api.messageSent, facts, reply);
  command.wake(NOTICE_QUEUE);
  tellMessage(command, api.messageEdited, parentOf(facts, parentId), assertFound(written.get(threadId), core.notFound));
  return reply.message;
}

/** What a message's statement answered; null if the same message was written by another call at the same moment. */
export async function unlessSent<Answer>(writing: Promise<Answer>): Promise<Answer | null> {
  return writing.catch((error) => {
    if (violates(error, 'messages_client')) return null;
    throw error;
  });
}

/** A thread's parent has the same readers. */
const parentOf = ({ openTo, serverId }: Told, parentId: string): Told & { id: string } => ({
  id: parentId,
  parentId: null,
  openTo,
  serverId,
});

/** The first message of a thread shows its count and its avatars. */
export async function tellRoot(
  command: CommandContext,
  thread: Told & Pick<ConversationFacts, 'id'>,
  userId: string,
): Promise<void> {
  const parent = parentOf(thread, assertFound(thread.parentId ?? undefined, core.notFound));
  const root = assertFound(await store.findMessage(command.tx, parent.id, thread.id, userId), core.notFound);
  tellMessage(command, api.messageEdited, parent, root);
}
