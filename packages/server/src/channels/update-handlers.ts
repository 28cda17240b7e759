import * as api from '@folkmoot/contract/channels/api.ts';
import { canBeDefault, canMove, canRestore } from '@folkmoot/contract/channels/rules.ts';
import { type ChannelView, refusals } from '@folkmoot/contract/channels/schema.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { audit } from '../communities/actions.ts';
import { closeConversation, joinConversations, openConversation } from '../conversations/actions.ts';
import { updateConversation } from '../conversations/members-store.ts';
import type { CommandContext } from '../core/command.ts';
import { assertAllowed, assertFound, onConflict, refuse } from '../core/http/errors.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import { rooms } from '../core/live/live.ts';
import type { Me, Member } from '../core/security/session.ts';
import { addChannel, channelRooms, openTo, posting, visibleChannel } from './actions.ts';
import { findCategory, isEmpty } from './categories-store.ts';
import * as store from './store.ts';

const taken = onConflict('channels_name', refusals.nameTaken);

/** Calls that make, change, archive and restore channels. */
export function channelUpdateHandlers(): Binding[] {
  return [
    handle(api.createChannel, async (call) => {
      const { me, member, body } = call;
      await needCategory(call, body.categoryId);
      const { channelId, conversationId } = await addChannel(call, member.serverId, me.userId, body).catch(taken);
      await joinConversations(call, [conversationId], [me.userId]);
      return finish(call, channelId, 'Channel created.');
    }),

    handle(api.updateChannel, async (call) => {
      const channel = await editable(call);
      await needCategory(call, call.body.categoryId);
      await change(call, channel, call.body);
      return finish(call, channel.id, 'Channel saved.');
    }),

    handle(api.moveChannel, async (call) => {
      const { tx, member, body } = call;
      const channel = await editable(call);
      await needCategory(call, body.categoryId);
      assertAllowed(canMove(member, body.categoryId !== null && (await isEmpty(tx, body.categoryId))));
      await change(call, channel, call.body);
      return finish(
        call,
        channel.id,
        call.body.categoryId === null ? 'Channel removed successfully!' : 'Channel moved successfully!',
      );
    }),

    handle(api.markDefault, async (call) => {
      const channel = await editable(call);
      await change(call, channel, call.body);
      return finish(
        call,
        channel.id,
        call.body.isDefault
          ? 'New members will join this channel. No one here was added.'
          : 'New members will no longer join this channel.',
      );
    }),

    handle(api.archiveChannel, async (call) => {
      const { tx, me, member, params, now, publish } = call;
      const channel = await visibleChannel(tx, params.channelId, member, true);
      if (!channel.archivedAt) {
        await store.updateChannel(tx, member.serverId, channel.id, { archived_at: now });
        await updateConversation(tx, channel.conversation.id, { archived_at: now });
        await audit(call, {
          serverId: member.serverId,
          actorId: me.userId,
          action: 'channel.archived',
          subjectId: channel.id,
        });
        publish(api.channelChanged, { serverId: member.serverId, channelId: channel.id }, channelRooms(channel));
      }
      return { message: 'Channel archived. It can be restored for 30 days.' };
    }),

    handle(api.restoreChannel, async (call) => {
      const { tx, me, member, params, now } = call;
      const channel = await visibleChannel(tx, params.channelId, member, true);
      assertAllowed(canRestore({ archivedAt: channel.archivedAt === null ? null : new Date(channel.archivedAt) }, now));
      await store.updateChannel(tx, member.serverId, channel.id, { archived_at: null }).catch(taken);
      await updateConversation(tx, channel.conversation.id, { archived_at: null });
      await audit(call, {
        serverId: member.serverId,
        actorId: me.userId,
        action: 'channel.restored',
        subjectId: channel.id,
      });
      return finish(call, channel.id, 'Channel restored.');
    }),
  ];
}

type Editing = CommandContext & { me: Me; member: Member };

/** The channel, locked, unless it is archived. */
async function editable({ tx, member, params }: Editing & { params: { channelId: string } }): Promise<store.Channel> {
  const channel = await visibleChannel(tx, params.channelId, member, true);
  if (channel.archivedAt) refuse(refusals.archived);
  return channel;
}

async function needCategory({ tx, member }: Editing, categoryId: string | null | undefined): Promise<void> {
  if (typeof categoryId === 'string' && !(await findCategory(tx, member.serverId, categoryId)))
    refuse(refusals.noSuchCategory);
}

type Fields = Partial<
  Pick<ChannelView, 'name' | 'description' | 'avatar' | 'mode' | 'type' | 'isDefault' | 'categoryId'>
>;

/** Writes the fields that were sent; the conversation follows the channel's mode and type. */
async function change(
  command: Editing,
  channel: store.Channel,
  fields: { [Key in keyof Fields]?: Fields[Key] | undefined },
): Promise<void> {
  const { tx, me, member } = command;
  const mode = fields.mode ?? channel.mode;
  assertAllowed(canBeDefault({ mode, isDefault: fields.isDefault ?? channel.isDefault }));
  const columns = {
    name: fields.name,
    description: fields.description,
    avatar: fields.avatar,
    mode: fields.mode,
    type: fields.type,
    is_default: fields.isDefault,
    category_id: fields.categoryId,
  };
  const sent = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
  // In its new category it goes to the end, until it is moved.
  const moved = fields.categoryId !== undefined && fields.categoryId !== channel.categoryId;
  await store
    .updateChannel(tx, member.serverId, channel.id, { ...sent, ...(moved ? { position: null } : {}) })
    .catch(taken);
  // Its threads follow too, of which there may be many: only if something changes for them.
  const type = fields.type ?? channel.type;
  await updateConversation(tx, channel.conversation.id, {
    ...(mode !== channel.mode && { open_to: openTo(mode) }),
    ...(type !== channel.type && { posting: posting(type) }),
  });
  await audit(command, {
    serverId: member.serverId,
    actorId: me.userId,
    action: 'channel.changed',
    subjectId: channel.id,
    before: channel,
    after: sent,
  });
  if (channel.mode === 'public' && mode === 'private') {
    command.publish(api.channelChanged, { serverId: member.serverId, channelId: channel.id }, [
      rooms.server(member.serverId),
    ]);
    closeConversation(command, channel.conversation.id);
  }
  if (channel.mode === 'private' && mode === 'public') openConversation(command, channel.conversation.id);
}

async function finish(command: Editing, channelId: string, message: string) {
  const channel = assertFound(
    await store.findChannel(command.tx, channelId, command.me.userId, command.member.serverId),
    core.notFound,
  );
  command.publish(api.channelChanged, { serverId: command.member.serverId, channelId }, channelRooms(channel));
  return { message, data: channel };
}
