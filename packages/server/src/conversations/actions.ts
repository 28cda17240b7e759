import * as api from '@folkmoot/contract/conversations/api.ts';
import { canRead } from '@folkmoot/contract/conversations/rules.ts';
import type { ConversationFacts, MembershipView } from '@folkmoot/contract/conversations/schema.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import type { AttachmentView } from '@folkmoot/contract/media/schema.ts';
import type { CommandContext } from '../core/command.ts';
import type { Db } from '../core/db/db.ts';
import { createBatchedBy } from '../core/grouped.ts';
import { assertAllowed, assertFound } from '../core/http/errors.ts';
import { NOBODY } from '../core/id.ts';
import type { Audience } from '../core/live/hub-hooks.ts';
import { rooms } from '../core/live/live.ts';
import type { AppContext } from '../core/slice.ts';
import type { ConversationKeys } from './conversation-keys-actions.ts';
import * as members from './members-store.ts';
import { findConversationFacts, findCounterpart, findMessage, lockConversation, type Written } from './store.ts';
import { touchRoot } from './threads-store.ts';
import { markDeleted, setAttachments, type Target } from './write-store.ts';

/** The facts of a conversation that this person may read; to anyone else it does not exist. */
export async function readable(tx: Db, conversationId: string, userId: string): Promise<ConversationFacts> {
  const facts = assertFound(await findConversationFacts(tx, conversationId, userId), core.notFound);
  assertAllowed(canRead(facts));
  return facts;
}

/**
 * The room in which members get a conversation's events without asking: everything of an open one; of a closed one,
 * only that something happened.
 */
const ownRoom = (membership: { conversationId: string; openTo: 'community' | 'members' }) =>
  membership.openTo === 'community'
    ? rooms.conversation(membership.conversationId)
    : rooms.members(membership.conversationId);

/** Adds people to conversations. Returns who is new, and the member count of each conversation. */
export async function joinConversations(command: CommandContext, conversationIds: string[], userIds: string[]) {
  const added = await members.insertMemberships(command.tx, conversationIds, userIds, command.now);
  // One person joins several, or several join one.
  if (userIds.length === 1) {
    if (added.length > 0) command.joinRooms(userIds, added.map(ownRoom));
  } else
    for (const id of conversationIds) {
      const [first, ...others] = added.filter(({ conversationId }) => conversationId === id);
      if (first)
        command.joinRooms(
          [first, ...others].map(({ userId }) => userId),
          [ownRoom(first)],
        );
    }
  return added;
}

/** Removes a person from a conversation. Returns how many stay, or undefined if they were not inside. */
export async function leaveConversation(
  command: CommandContext,
  conversationId: string,
  userId: string,
): Promise<number | undefined> {
  const [parted] = await leaveConversations(command, [conversationId], [userId]);
  return parted?.count;
}

/** Removes people from conversations, in one statement. Returns who was inside. */
export async function leaveConversations(
  command: CommandContext,
  conversationIds: string[],
  userIds: string[],
): Promise<members.Parted[]> {
  const parted = await members.deleteMembershipsIn(command.tx, conversationIds, userIds);
  for (const id of conversationIds) {
    const gone = parted.filter(({ conversationId }) => conversationId === id);
    if (gone.length > 0)
      command.leaveRooms(
        gone.map(({ userId }) => userId),
        roomsOf(id, new Set(gone.flatMap((one) => one.threads))),
      );
  }
  return parted;
}

/** The rooms of a conversation and of threads in it. */
const roomsOf = (conversationId: string, threads: Iterable<string>) => [
  rooms.conversation(conversationId),
  ...[conversationId, ...threads].map(rooms.members),
];

/** One person enters or leaves one conversation. Each returns how many are inside then, or undefined if nothing changed. */
export type Moves = {
  enter(command: CommandContext, conversationId: string, userId: string): Promise<number | undefined>;
  leave(command: CommandContext, conversationId: string, userId: string): Promise<number | undefined>;
};

/**
 * For commands that write nothing else, and so need no transaction: people who enter a conversation while others are being written into
 * it are written together, in one statement. A community that has just been sent to a channel waits for its counter once, and not once
 * for each person.
 */
export function createMoves({ db, services }: Pick<AppContext, 'db' | 'services'>): Moves {
  type Move = { conversationId: string; userId: string };
  const together = <Row extends { userId: string }>(
    write: (conversationIds: string[], userIds: string[]) => Promise<Row[]>,
  ) =>
    createBatchedBy<Move, Row | undefined>(
      ({ conversationId }) => conversationId,
      async (moves) => {
        const userIds = [...new Set(moves.map(({ userId }) => userId))];
        const rows = await write(
          moves.slice(0, 1).map(({ conversationId }) => conversationId),
          userIds,
        );
        const found = new Map(rows.map((row) => [row.userId, row]));
        return moves.map(({ userId }) => found.get(userId));
      },
    );
  const enter = together((at, userIds) => members.insertMemberships(db, at, userIds, services.clock.now()));
  const leave = together((at, userIds) => members.deleteMembershipsIn(db, at, userIds));
  return {
    async enter(command, conversationId, userId) {
      const entered = await enter({ conversationId, userId });
      if (entered) command.joinRooms(userId, [ownRoom(entered)]);
      return entered?.count;
    },
    async leave(command, conversationId, userId) {
      const parted = await leave({ conversationId, userId });
      if (parted) command.leaveRooms(userId, roomsOf(conversationId, parted.threads));
      return parted?.count;
    },
  };
}

/** Ends a person's membership of everything in a community. Returns every room they might still be listening in. */
export async function exitAll(command: CommandContext, serverId: string, userId: string): Promise<string[]> {
  await members.lockMemberships(command.tx, serverId, userId);
  const left = await members.deleteMemberships(command.tx, serverId, userId);
  return [...(await conversationRooms(command.tx, serverId)), ...left.map(rooms.members)];
}

/** The rooms that carry the events of a community's conversations. */
export async function conversationRooms(tx: Db, serverId: string): Promise<string[]> {
  return (await members.listIds(tx, serverId)).map(rooms.conversation);
}

/**
 * A conversation that everyone could read was closed: people who were only reading are removed, members ask with its
 * key.
 */
export function closeConversation(command: CommandContext, conversationId: string): void {
  command.joinFrom(rooms.conversation(conversationId), rooms.members(conversationId));
  command.clearRooms([rooms.conversation(conversationId)]);
}

/** A closed conversation was opened: its members get everything automatically. */
export function openConversation(command: CommandContext, conversationId: string): void {
  command.joinFrom(rooms.members(conversationId), rooms.conversation(conversationId));
}

/** Which rooms a person's sockets belong to, and whose events they never get. */
export async function audienceOf(tx: Db, userId: string): Promise<Audience> {
  const audience = await members.findAudience(tx, userId);
  if (!audience) return { rooms: [], hidden: [], apart: [], unseen: true };
  const { servers, editing, open, closed, hidden, apart, unseen } = audience;
  const own = [
    ...servers.map(rooms.server),
    ...editing.map(rooms.editors),
    ...open.map(rooms.conversation),
    ...closed.map(rooms.members),
  ];
  return { rooms: own, hidden, apart, unseen };
}

/** Whether a person may get a conversation's messages live: in a closed one, members who have its key. */
export async function mayFollow(
  tx: Db,
  keys: ConversationKeys,
  userId: string,
  conversationId: string,
  key: string | undefined,
): Promise<'member' | 'visitor' | undefined> {
  const facts = await findConversationFacts(tx, conversationId, userId);
  if (!facts || facts.parentId !== null || !canRead(facts).ok) return undefined;
  if (facts.openTo === 'community') return facts.joined ? 'member' : 'visitor';
  const version = await members.findKeyVersion(tx, conversationId);
  return version !== undefined && keys.fits(key, conversationId, version) ? 'member' : undefined;
}

type MessageEvent = typeof api.messageSent | typeof api.messageEdited | typeof api.messageDeleted;
/** The facts of a conversation that decide who is notified. */
export type Told = Pick<ConversationFacts, 'parentId' | 'openTo' | 'serverId'>;

/**
 * Notifies all readers of a message, and of a new one in a closed conversation or a thread the people it concerns.
 * Reactions go out without "mine": each reader knows which are theirs.
 */
export function tellMessage(
  command: CommandContext,
  event: MessageEvent,
  facts: Told,
  { message, author }: Written,
): void {
  const forAll = { ...message, reactions: message.reactions.map((reaction) => ({ ...reaction, mine: false })) };
  const by = [message.authorId, message.replyTo?.authorId].filter((id) => typeof id === 'string');
  const { conversationId, version, authorId, mentions, mentionsAll } = message;
  // Those who look after the community see everybody.
  const despite = facts.serverId === null ? undefined : rooms.editors(facts.serverId);
  command.publish(
    event,
    { message: forAll, author },
    [rooms.conversation(facts.parentId ?? conversationId)],
    by,
    despite,
  );
  if (event !== api.messageSent || (facts.parentId === null && facts.openTo === 'community')) return;
  const hint = {
    conversationId,
    parentId: facts.parentId,
    serverId: facts.serverId,
    version,
    authorId,
    mentions,
    mentionsAll,
  };
  command.publish(api.conversationActive, hint, [rooms.members(conversationId)], by, despite);
}

/** Sends a person's membership to their own sockets. */
export function tellMembership(
  command: CommandContext,
  conversationId: string,
  userId: string,
  membership: MembershipView,
): void {
  command.publish(api.readMoved, { conversationId, ...membership }, [rooms.user(userId)]);
}

/** Locks a conversation until the command ends; for a thread, its parent first. */
export async function lockById(tx: Db, conversationId: string): Promise<void> {
  const facts = await findConversationFacts(tx, conversationId, NOBODY);
  if (facts) await lockConversation(tx, facts);
}

/**
 * A message's files are ready, or some were removed: the message shows this wherever it appears, and its readers are
 * notified.
 */
export async function showAttachments(
  command: CommandContext,
  target: Target,
  attachments: AttachmentView[],
): Promise<void> {
  const counterpart = await findCounterpart(command.tx, { id: target.messageId, copyOf: null });
  await showIn(command, target, attachments);
  if (counterpart) await showIn(command, counterpart, attachments);
}

async function showIn(command: CommandContext, target: Target, attachments: AttachmentView[]): Promise<void> {
  const { tx, now } = command;
  const facts = await findConversationFacts(tx, target.conversationId, NOBODY);
  if (!facts) return;
  await lockConversation(tx, facts);
  const known = await findMessage(tx, target.conversationId, target.messageId, NOBODY);
  if (!known || known.message.deletedAt !== null) return;
  // Without text or files nothing is left of it.
  const empty = attachments.length === 0 && known.message.text === '';
  if (empty) await markDeleted(tx, target, now);
  else await setAttachments(tx, target, attachments);
  const changed = await findMessage(tx, target.conversationId, target.messageId, NOBODY);
  if (changed) tellMessage(command, empty ? api.messageDeleted : api.messageEdited, facts, changed);
  if (!empty || facts.parentId === null) return;
  const parent = await findConversationFacts(tx, facts.parentId, NOBODY);
  await touchRoot(tx, facts.id);
  const root = await findMessage(tx, facts.parentId, facts.id, NOBODY);
  if (parent && root) tellMessage(command, api.messageEdited, parent, root);
}
