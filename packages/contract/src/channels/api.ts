import { z } from 'zod';
import { JOINS, JoinLine } from '../communities/schema.ts';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/ids.ts';
import { liveEvent } from '../core/live.ts';
import { Done, doneWith, PAGE } from '../core/page.ts';
import {
  BrowseQuery,
  BrowseView,
  CategoryFields,
  ChannelDetail,
  ChannelFields,
  ChannelView,
  NewChannel,
  refusals,
  SidebarView,
} from './schema.ts';

export const browseChannels = endpoint('GET /api/v1/:serverId/channels/browse', {
  who: 'member',
  needs: ['VIEW_CHANNEL'],
  perMinute: 300,
  summary: 'Every channel you can see: uncategorised ones, then categories.',
  query: BrowseQuery,
  returns: BrowseView,
});

export const listSidebar = endpoint('GET /api/v1/:serverId/channels', {
  who: 'member',
  perMinute: 300,
  summary: 'The sidebar: the channels you have joined, with unread counts.',
  returns: SidebarView,
});

export const listMyChannels = endpoint('GET /api/v1/channels', {
  who: 'signedIn',
  summary: 'Every channel you have joined, in all communities, to jump to.',
  returns: z.object({
    data: z.array(
      z.object({
        id: Id,
        conversationId: Id,
        name: z.string(),
        avatar: z.string().nullable(),
        serverId: Id,
        serverName: z.string(),
      }),
    ),
  }),
});

export const listArchivedChannels = endpoint('GET /api/v1/:serverId/channels/archived', {
  who: 'member',
  needs: ['DELETE_CHANNEL'],
  summary: `Archived channels that can still be restored, the newest ${PAGE}.`,
  returns: z.object({ data: z.array(ChannelView) }),
});

export const getChannel = endpoint('GET /api/v1/:serverId/channels/:channelId', {
  who: 'member',
  summary: 'A channel. 404 if you may not see it.',
  returns: ChannelDetail,
});

export const listJoins = endpoint('GET /api/v1/:serverId/channels/:channelId/joins', {
  who: 'member',
  perMinute: 300,
  summary: `Who has joined the community in the last ${JOINS.days} days, for the channel that newcomers land in; nothing in others. Newest first.`,
  returns: z.object({ data: z.array(JoinLine) }),
});

export const resolveChannel = endpoint('GET /api/v1/channels/:channelId', {
  who: 'signedIn',
  summary: 'A channel by its id alone, with the community it belongs to.',
  returns: ChannelDetail,
});

export const createChannel = endpoint('POST /api/v1/:serverId/channels', {
  who: 'member',
  needs: ['CREATE_CHANNEL'],
  perMinute: 30,
  summary: 'Create a channel. You join it automatically.',
  body: NewChannel,
  returns: doneWith(ChannelView),
  refuses: [refusals.nameTaken, refusals.noSuchCategory],
});

export const updateChannel = endpoint('PATCH /api/v1/:serverId/channels/:channelId', {
  who: 'member',
  needs: ['EDIT_CHANNEL'],
  summary: 'Change a channel.',
  body: ChannelFields.partial(),
  returns: doneWith(ChannelView),
  refuses: [refusals.nameTaken, refusals.noSuchCategory, refusals.defaultOnlyPublic, refusals.archived],
});

export const moveChannel = endpoint('PUT /api/v1/:serverId/channels/:channelId', {
  who: 'member',
  summary:
    'Move a channel to a category, or out of its category with null. Needs EDIT_CHANNEL; for a category that is still empty, CREATE_CHANNEL and CREATE_CATEGORY are enough.',
  body: z.object({ categoryId: Id.nullable() }),
  returns: doneWith(ChannelView),
  refuses: [refusals.noSuchCategory, refusals.archived],
});

export const orderChannel = endpoint('PUT /api/v1/:serverId/channels/order', {
  who: 'member',
  needs: ['EDIT_CHANNEL'],
  perMinute: 120,
  summary: 'Move a channel before another one in a category, or to its end with null.',
  body: z.object({ channelId: Id, categoryId: Id.nullable(), before: Id.nullable() }),
  returns: Done,
  refuses: [refusals.noSuchCategory, refusals.orderChanged, refusals.archived],
});

export const orderCategory = endpoint('PUT /api/v1/:serverId/categories/order', {
  who: 'member',
  needs: ['EDIT_CATEGORY'],
  perMinute: 120,
  summary: 'Move a category before another one, or to the end with null.',
  body: z.object({ categoryId: Id, before: Id.nullable() }),
  returns: Done,
  refuses: [refusals.orderChanged],
});

export const markDefault = endpoint('PATCH /api/v1/:serverId/channels/mark-default/:channelId', {
  who: 'member',
  needs: ['EDIT_CHANNEL'],
  summary: 'Set or remove the default flag. People who are already members are not added.',
  body: z
    .object({ isDefault: z.boolean() })
    .and(ChannelFields.pick({ name: true, description: true, mode: true, avatar: true }).partial()),
  returns: doneWith(ChannelView),
  refuses: [refusals.defaultOnlyPublic, refusals.archived],
});

export const joinChannel = endpoint('POST /api/v1/:serverId/channels/join-member', {
  who: 'member',
  needs: ['VIEW_CHANNEL'],
  perMinute: 120,
  summary: 'Join a channel. Idempotent.',
  body: z.object({ channelId: Id }),
  returns: ChannelView,
  refuses: [refusals.archived],
});

export const leaveChannel = endpoint('POST /api/v1/:serverId/channels/leave-member', {
  who: 'member',
  perMinute: 120,
  summary: 'Leave a channel. Idempotent.',
  body: z.object({ channelId: Id }),
  returns: ChannelView,
  refuses: [refusals.roleCannotLeave, refusals.archived],
});

export const archiveChannel = endpoint('POST /api/v1/:serverId/channels/:channelId/archive', {
  who: 'member',
  needs: ['DELETE_CHANNEL'],
  summary: 'Archive a channel: read-only, hidden, restorable for 30 days.',
  returns: Done,
});

export const restoreChannel = endpoint('POST /api/v1/:serverId/channels/:channelId/restore', {
  who: 'member',
  needs: ['DELETE_CHANNEL'],
  summary: 'Restore an archived channel.',
  returns: doneWith(ChannelView),
  refuses: [refusals.tooLate, refusals.nameTaken],
});

export const listCategories = endpoint('GET /api/v1/:serverId/categories', {
  who: 'member',
  needs: ['VIEW_CHANNEL'],
  summary: 'Categories by name, with how many channels you can see in each.',
  query: z.object({
    search: z.string().max(100).default(''),
    filter: z.enum(['all', 'empty', 'used']).default('all'),
    sort: z.enum(['alphabetical']).default('alphabetical'),
  }),
  returns: z.object({ data: z.array(z.object({ id: Id, name: z.string(), channelCount: z.int() })), count: z.int() }),
});

export const createCategory = endpoint('POST /api/v1/:serverId/categories', {
  who: 'member',
  needs: ['CREATE_CATEGORY'],
  perMinute: 30,
  summary: 'Create a category.',
  body: CategoryFields,
  returns: doneWith(z.object({ categoryId: Id })),
  refuses: [refusals.categoryTaken],
});

export const renameCategory = endpoint('PATCH /api/v1/:serverId/categories/:categoryId', {
  who: 'member',
  needs: ['EDIT_CATEGORY'],
  summary: 'Rename a category.',
  body: CategoryFields,
  returns: Done,
  refuses: [refusals.categoryTaken],
});

export const deleteCategory = endpoint('DELETE /api/v1/:serverId/categories/:categoryId', {
  who: 'member',
  needs: ['EDIT_CATEGORY'],
  summary: 'Delete a category; its channels stay and become uncategorised.',
  returns: Done,
});

/* Live, to everybody who can see the channel: hints to ask again. */
export const channelChanged = liveEvent('channel.changed', z.object({ serverId: Id, channelId: Id }));
/** To the person alone, on all devices: they joined or left. */
export const channelMembershipChanged = liveEvent(
  'channel.membership',
  z.object({ serverId: Id, channelId: Id, conversationId: Id, joined: z.boolean() }),
);
export const categoriesChanged = liveEvent('channel.categories', z.object({ serverId: Id }));
