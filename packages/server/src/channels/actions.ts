import * as api from '@folkmoot/contract/channels/api.ts';
import { canSee } from '@folkmoot/contract/channels/rules.ts';
import { type ChannelView, GENERAL } from '@folkmoot/contract/channels/schema.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { audit } from '../communities/actions.ts';
import { joinConversations, readable } from '../conversations/actions.ts';
import { insertConversation } from '../conversations/members-store.ts';
import { peopleInside } from '../conversations/store.ts';
import type { CommandContext } from '../core/command.ts';
import type { Db } from '../core/db/db.ts';
import { assertAllowed, assertFound } from '../core/http/errors.ts';
import { rooms } from '../core/live/live.ts';
import type { Me, Member } from '../core/security/session.ts';
import { type Channel, findByConversation, findChannel, insertChannel, listDefaultConversations } from './store.ts';

/** A channel that this member can see; to anyone else it does not exist. */
export async function visibleChannel(tx: Db, channelId: string, viewer: Member, lock = false): Promise<Channel> {
  const channel = assertFound(await findChannel(tx, channelId, viewer.userId, viewer.serverId, lock), core.notFound);
  assertAllowed(canSee(channel, viewer));
  return channel;
}

/** The conversation of a channel that this person can see; refuses with 404 if they cannot. */
export async function visibleConversation(tx: Db, channelId: string, userId: string): Promise<string> {
  return assertFound(await findChannel(tx, channelId, userId), core.notFound).conversation.id;
}

/** People inside a conversation that the viewer may read, by its own or its channel's id; of a thread, of its parent. */
export async function insideChannel(
  tx: Db,
  { channelId, conversationId }: { channelId?: string | undefined; conversationId?: string | undefined },
  viewer: Me,
): Promise<ReturnType<typeof peopleInside> | undefined> {
  const id = channelId === undefined ? conversationId : await visibleConversation(tx, channelId, viewer.userId);
  if (id === undefined) return undefined;
  const facts = await readable(tx, id, viewer.userId);
  return peopleInside(facts.parentId ?? facts.id);
}

/** People who can see a channel, as rooms: for a private one, its members and the holders of EDIT_CHANNEL. */
export function channelRooms(channel: { mode: string; serverId: string; conversation: { id: string } }): string[] {
  if (channel.mode === 'public') return [rooms.server(channel.serverId)];
  return [rooms.members(channel.conversation.id), rooms.editors(channel.serverId)];
}

/** Who may read a channel without being in it. */
export const openTo = (mode: ChannelView['mode']) =>
  mode === 'public' ? ('community' as const) : ('members' as const);

/** Who may write in it. */
export const posting = (type: ChannelView['type']) =>
  type === 'announcement' ? ('editors' as const) : ('everyone' as const);

/** Adds a channel that nobody is in yet. Violates `channels_name` when the name is taken. */
export async function addChannel(
  command: CommandContext,
  serverId: string,
  creatorId: string,
  fields: Pick<ChannelView, 'name' | 'description' | 'avatar' | 'mode' | 'type' | 'isDefault' | 'categoryId'>,
): Promise<{ channelId: string; conversationId: string }> {
  const { tx, now } = command;
  const { name, description, avatar, mode, type, isDefault, categoryId } = fields;
  const conversation = { serverId, type: 'channel' as const, openTo: openTo(mode), posting: posting(type) };
  const conversationId = await insertConversation(tx, conversation, now);
  const columns = { name, description, avatar, mode, type, is_default: isDefault, category_id: categoryId };
  const channelId = await insertChannel(tx, serverId, conversationId, columns, creatorId, now);
  await audit(command, {
    serverId,
    actorId: creatorId,
    action: 'channel.created',
    subjectId: channelId,
    after: fields,
  });
  return { channelId, conversationId };
}

/** A new community has a place to talk, and so do the first people who join it. */
export async function addGeneral(command: CommandContext, serverId: string, creatorId: string): Promise<void> {
  await addChannel(command, serverId, creatorId, GENERAL);
}

/** Everyone who joins the community joins its default channels. */
export async function joinDefaults(command: CommandContext, serverId: string, userId: string): Promise<void> {
  const conversations = await listDefaultConversations(command.tx, serverId);
  if (conversations.length > 0) await joinConversations(command, conversations, [userId]);
}

/** People were added to a conversation: if it is a channel's, they are notified and the audit log records it. */
export async function tellAdded(
  command: CommandContext,
  conversation: { conversationId: string },
  added: string[],
  by: string,
): Promise<void> {
  const channel = await findByConversation(command.tx, conversation.conversationId);
  if (!channel || added.length === 0) return;
  const serverId = channel.server_id;
  command.publish(
    api.channelMembershipChanged,
    { serverId, channelId: channel.id, conversationId: conversation.conversationId, joined: true },
    added.map(rooms.user),
  );
  await audit(command, {
    serverId,
    actorId: by,
    action: 'channel.members-added',
    subjectId: channel.id,
    after: { users: added },
  });
}
