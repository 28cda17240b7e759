import * as api from '@folkmoot/contract/channels/api.ts';
import { canJoin, canLeave } from '@folkmoot/contract/channels/rules.ts';
import { refusals } from '@folkmoot/contract/channels/schema.ts';
import { JOINS } from '@folkmoot/contract/communities/schema.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { audit } from '../communities/actions.ts';
import { findMember } from '../communities/store.ts';
import { joinConversations, type Moves } from '../conversations/actions.ts';
import { unreadInServer } from '../conversations/read-state-store.ts';
import { findConversationFacts } from '../conversations/store.ts';
import { type CommandContext, inTransaction } from '../core/command.ts';
import type { Db } from '../core/db/db.ts';
import { assertAllowed, assertFound } from '../core/http/errors.ts';
import { type Binding, handle, RawJson } from '../core/http/handle.ts';
import { rooms } from '../core/live/live.ts';
import type { Member } from '../core/security/session.ts';
import { visibleChannel } from './actions.ts';
import { listCategories } from './categories-store.ts';
import * as store from './store.ts';

/** Calls that look at channels, and those that join and leave them. */
export function channelHandlers(moves: Moves): Binding[] {
  return [
    handle(api.browseChannels, async ({ tx, member, query }) => new RawJson(await store.browse(tx, member, query))),

    handle(api.listSidebar, async ({ tx, member }) => {
      const unread = await unreadInServer(tx, member.serverId, member.userId);
      const channels = await store.listJoined(tx, member.serverId, member.userId);
      const used = new Set(channels.map((channel) => channel.categoryId));
      const categories = await listCategories(tx, member.serverId, member.userId, false, { by: 'position' });
      return {
        channels: channels.map((channel) => ({ ...channel, ...pickUnread(unread.get(channel.conversationId)) })),
        categories: categories
          .filter((category) => used.has(category.id) || member.permissions.includes('CREATE_CHANNEL'))
          .map(({ id, name }) => ({ id, name })),
      };
    }),

    handle(api.listMyChannels, async ({ tx, me }) => ({ data: await store.listJoinedChannels(tx, me.userId) })),

    handle(api.listArchivedChannels, async ({ tx, member, now }) => ({
      data: await store.listArchived(tx, member.serverId, member, now),
    })),

    handle(api.getChannel, async ({ tx, member, params }) => detail(tx, params.channelId, member)),

    handle(api.listJoins, async ({ tx, member, params, now }) => {
      const channel = await visibleChannel(tx, params.channelId, member);
      const server = await store.findServer(tx, member.serverId, channel.id);
      const since = new Date(now.getTime() - JOINS.days * 86_400_000);
      return { data: server?.tellsJoins ? await store.listJoins(tx, member, since) : [] };
    }),

    handle(api.resolveChannel, async ({ tx, me, params }) => {
      const channel = assertFound(await store.findChannel(tx, params.channelId, me.userId), core.notFound);
      const member = assertFound(await findMember(tx, channel.serverId, me.userId), core.notFound);
      return detail(tx, params.channelId, member);
    }),

    // One statement writes, unless the channel is private and the audit log must record it too.
    handle(
      api.joinChannel,
      async (call) => {
        const { tx, member, body } = call;
        const channel = await visibleChannel(tx, body.channelId, member);
        if (channel.joined) return channel;
        assertAllowed(canJoin(channel, member));
        const count = await (channel.mode === 'private'
          ? inTransaction(call, (inside) => joinPrivate(inside, channel, member))
          : moves.enter(call, channel.conversation.id, member.userId));
        tellChannelMembership(call, channel, member, true);
        return { ...channel, joined: true, memberCount: count ?? channel.memberCount };
      },
      { transaction: false },
    ),

    handle(
      api.leaveChannel,
      async (call) => {
        const { tx, member, body } = call;
        const channel = await visibleChannel(tx, body.channelId, member);
        const decision = canLeave(channel, member);
        if (!decision.ok && decision.refusal === refusals.notJoined) return channel;
        assertAllowed(decision);
        const count = await moves.leave(call, channel.conversation.id, member.userId);
        tellChannelMembership(call, channel, member, false);
        return { ...channel, joined: false, memberCount: count ?? channel.memberCount };
      },
      { transaction: false },
    ),
  ];
}

function pickUnread(unread: { version: number; unread: number; mentions: number } | undefined) {
  return { version: unread?.version ?? 0, unread: unread?.unread ?? 0, mentions: unread?.mentions ?? 0 };
}

async function detail(tx: Db, channelId: string, member: Member) {
  const channel = await visibleChannel(tx, channelId, member);
  const facts = assertFound(await findConversationFacts(tx, channel.conversation.id, member.userId), core.notFound);
  const found = assertFound(await store.findServer(tx, member.serverId, channelId), core.notFound);
  const { tellsJoins, ...server } = found;
  return {
    ...channel,
    facts,
    server,
    tellsJoins,
    viewer: { memberId: member.memberId, roleType: member.roleType, permissions: member.permissions },
  };
}

/** Editors may add themselves to a private channel: allowed, and audited. */
async function joinPrivate(
  command: CommandContext,
  channel: store.Channel,
  member: Member,
): Promise<number | undefined> {
  await audit(command, {
    serverId: member.serverId,
    actorId: member.userId,
    action: 'channel.joined-private',
    subjectId: channel.id,
  });
  const [joined] = await joinConversations(command, [channel.conversation.id], [member.userId]);
  return joined?.count;
}

function tellChannelMembership(command: CommandContext, channel: store.Channel, member: Member, joined: boolean): void {
  command.publish(
    api.channelMembershipChanged,
    { serverId: member.serverId, channelId: channel.id, conversationId: channel.conversation.id, joined },
    [rooms.user(member.userId)],
  );
}
