import type * as api from '@folkmoot/contract/conversations/api.ts';
import { canRead } from '@folkmoot/contract/conversations/rules.ts';
import type { ConversationFacts } from '@folkmoot/contract/conversations/schema.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import type { Command } from '../core/command.ts';
import type { Db } from '../core/db.ts';
import { rooms } from '../core/live.ts';
import { found, need } from '../core/refuse.ts';
import { deletePlace, deletePlaces, findAudience, insertPlaces, listIds } from './members-store.ts';
import { findFacts, type Written } from './store.ts';

/** The facts of a conversation that this person may read; to anyone else it does not exist. */
export async function readable(tx: Db, conversationId: string, userId: string): Promise<ConversationFacts> {
  const facts = found(await findFacts(tx, conversationId, userId), core.notFound);
  need(canRead(facts));
  return facts;
}

/** Puts people into conversations. Answers who is new, and the member count of each conversation. */
export async function enter(command: Command, conversationIds: string[], userIds: string[]) {
  const added = await insertPlaces(command.tx, conversationIds, userIds, command.now);
  for (const place of added) command.admit(place.userId, [rooms.conversation(place.conversationId)]);
  return added;
}

/** Takes a person out of a conversation. Answers how many stay, or undefined where they were not inside. */
export async function exit(command: Command, conversationId: string, userId: string): Promise<number | undefined> {
  const count = await deletePlace(command.tx, conversationId, userId);
  if (count !== undefined) command.drop(userId, [rooms.conversation(conversationId)]);
  return count;
}

/** Ends a person's place in everything of a community. Answers every room they might still be listening in. */
export async function exitAll(command: Command, serverId: string, userId: string): Promise<string[]> {
  await deletePlaces(command.tx, serverId, userId);
  return conversationRooms(command.tx, serverId);
}

/** The rooms of all conversations of a community. */
export async function conversationRooms(tx: Db, serverId: string): Promise<string[]> {
  return (await listIds(tx, serverId)).map(rooms.conversation);
}

/** Every room that a person's sockets may hear. */
export async function roomsOf(tx: Db, userId: string): Promise<string[]> {
  const audience = await findAudience(tx, userId);
  return [
    ...audience.servers.map(rooms.server),
    ...audience.editing.map(rooms.editors),
    ...audience.conversations.map(rooms.conversation),
  ];
}

type MessageEvent = typeof api.messageSent | typeof api.messageEdited | typeof api.messageDeleted;

/** Tells all readers of a message. Reactions go out as nobody's own: each reader knows which are theirs. */
export function tellMessage(command: Command, event: MessageEvent, { message, author }: Written): void {
  const forAll = { ...message, reactions: message.reactions.map((reaction) => ({ ...reaction, mine: false })) };
  command.tell(event, { message: forAll, author }, [rooms.conversation(message.conversationId)]);
}
