import * as api from '@folkmoot/contract/communities/api.ts';
import {
  canBeAlias,
  canChangeAddress,
  canDeleteCommunity,
  canJoinFreely,
  canLeaveCommunity,
} from '@folkmoot/contract/communities/rules.ts';
import { ADDRESS_CHANGES, refusals } from '@folkmoot/contract/communities/schema.ts';
import type { Permission } from '@folkmoot/contract/core/permissions.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import type { CommandContext } from '../core/command.ts';
import type { Db } from '../core/db/db.ts';
import { assertAllowed, assertFound, onConflict, refuse } from '../core/http/errors.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import { rooms } from '../core/live/live.ts';
import { replacePicture } from '../media/pictures-actions.ts';
import { audit, type CommunityHooks, join, leave } from './actions.ts';
import { findAlias } from './aliases-store.ts';
import { removeCommunity } from './leaving/leaving-actions.ts';
import { findMemberView } from './members-store.ts';
import { countRequests, lockPerson } from './requests-store.ts';
import * as store from './store.ts';

const DAY = 86_400_000;
const taken = onConflict('aliases_pkey', refusals.slugTaken);

/** Calls about communities themselves. */
export function communityHandlers(hooks: CommunityHooks): Binding[] {
  return [
    handle(api.createCommunity, async (call) => {
      const { tx, me, now } = call;
      const { general, ...body } = call.body;
      assertAllowed(canBeAlias(body.slug));
      const bare = { ...body, logo: null, cover: null };
      const serverId = await store.insertCommunity(tx, me.userId, bare, now).catch(taken);
      const pictures = await replacePictures(call, me.userId, { id: serverId, logo: null, cover: null }, body);
      if (Object.keys(pictures).length > 0) await store.updateCommunity(tx, serverId, pictures);
      await audit(call, { serverId, actorId: me.userId, action: 'server.created', subjectId: serverId, after: body });
      await hooks.founded(call, {
        id: serverId,
        slug: bare.slug,
        name: bare.name,
        isPublic: bare.visibility === 'public',
        creatorId: me.userId,
      });
      if (general) await hooks.created(call, serverId, me.userId);
      await join(call, hooks, serverId, me.userId, 'CREATOR', me.userId);
      return { message: 'Community created.', data: await view(tx, serverId, me.userId) };
    }),

    handle(api.listMyCommunities, async ({ tx, me, now }) => {
      const unread = await hooks.unread(tx, me.userId, now);
      const first = await hooks.firstChannels(tx, me.userId);
      const mine = await store.listJoinedCommunities(tx, me.userId);
      const waiting = await waitingFor(tx, hooks, mine);
      const nothing = { unread: 0, mentions: 0 };
      return {
        data: mine.map((server) => ({
          ...server,
          ...(unread.get(server.id) ?? nothing),
          ...waiting(server.id),
          firstChannelId: first.get(server.id) ?? null,
        })),
      };
    }),

    handle(api.discoverCommunities, async ({ tx, me, query }) =>
      store.listPublic(tx, me?.userId, query.search, query.cursor),
    ),

    handle(api.getCommunity, async ({ tx, me, params }) => {
      const server = assertFound(await store.findCommunity(tx, params.serverId, me?.userId), core.notFound);
      if (server.visibility === 'secret' && !server.viewer) refuse(core.notFound);
      return server;
    }),

    handle(api.updateCommunity, async (call) => {
      const { tx, me, member, body, now, publish } = call;
      const { serverId } = member;
      const before = await view(tx, serverId, me.userId);
      if (body.slug !== undefined && body.slug !== before.slug) {
        assertAllowed(canBeAlias(body.slug));
        await store.renameAlias(tx, serverId, body.slug, now).catch(taken);
        const since = new Date(now.getTime() - ADDRESS_CHANGES.days * DAY);
        assertAllowed(canChangeAddress(await store.countAddressChange(tx, serverId, since, now)));
      }
      const pictures = await replacePictures(call, me.userId, before, body);
      await store.updateCommunity(tx, serverId, { ...given(body), ...pictures });
      await audit(call, {
        serverId,
        actorId: me.userId,
        action: 'server.changed',
        subjectId: serverId,
        before: pick(before, body),
        after: body,
      });
      publish(api.serverChanged, { serverId }, [rooms.server(serverId)]);
      return { message: 'Community saved.', data: await view(tx, serverId, me.userId) };
    }),

    handle(api.deleteCommunity, async (call) => {
      const { tx, member, body } = call;
      assertAllowed(canDeleteCommunity(member));
      const server = await view(tx, member.serverId, member.userId);
      if (body.name.trim() !== server.name) refuse(refusals.nameDiffers);
      await removeCommunity(call, hooks, member.serverId);
      return { message: 'Community deleted.' };
    }),

    handle(api.joinCommunity, async (call) => {
      const { tx, me, params } = call;
      await lockPerson(tx, me.userId);
      const server = assertFound(await store.findCommunity(tx, params.serverId, me.userId), core.notFound);
      if (server.visibility === 'secret' && !server.viewer) refuse(core.notFound);
      if (!server.viewer) {
        if (server.banned) refuse(refusals.banned);
        assertAllowed(canJoinFreely(server));
        await join(call, hooks, server.id, me.userId, 'MEMBER', me.userId);
      }
      return { message: `Welcome to ${server.name}.`, data: await view(tx, server.id, me.userId) };
    }),

    handle(api.leaveCommunity, async (call) => {
      // Read again under a lock: a community may be transferred to a member who is leaving at that moment.
      const present = await findMemberView(call.tx, call.member.serverId, call.member.memberId, true);
      if (present) assertAllowed(canLeaveCommunity(present));
      await leave(call, hooks, call.member, call.me.userId);
      return { message: 'You have left the community.' };
    }),

    handle(api.isSlugFree, async ({ tx, query }) => {
      const decision = canBeAlias(query.alias);
      if (!decision.ok) return { available: false, reason: decision.refusal.message };
      const holder = await findAlias(tx, query.alias);
      const free = holder === undefined || holder.resource_id === query.serverId;
      return { available: free, reason: free ? null : refusals.slugTaken.message };
    }),

    handle(api.resolveAlias, async ({ tx, me, params, query }) => {
      const named = assertFound(await findAlias(tx, params.alias), core.notFound);
      if (named.resource_type === 'event') {
        if (!(await hooks.eventIsThere(tx, named.resource_id, me, query.token))) refuse(core.notFound);
        return { data: named };
      }
      if (named.resource_type === 'calendar') {
        if (!(await hooks.calendarIsThere(tx, named.resource_id, me))) refuse(core.notFound);
        return { data: named };
      }
      const server = await store.findCommunity(tx, named.resource_id, me?.userId);
      if (!server || (server.visibility === 'secret' && !server.viewer)) refuse(core.notFound);
      return { data: { ...named, visibility: server.visibility } };
    }),

    handle(api.listCommunitiesOf, async ({ tx, me, query }) => store.listOf(tx, query.userId, me.userId, query.cursor)),
  ];
}

async function view(tx: Db, serverId: string, userId: string) {
  return assertFound(await store.findCommunity(tx, serverId, userId), core.notFound);
}

type Pictures = { logo?: string | null | undefined; cover?: string | null | undefined };

/** Claims a new logo and cover, and releases those they replace. Returns the addresses to store. */
async function replacePictures(
  command: CommandContext,
  ownerId: string,
  before: { id: string; logo: string | null; cover: string | null },
  after: Pictures,
): Promise<{ logo?: string | null; cover?: string | null }> {
  const kept: { logo?: string | null; cover?: string | null } = {};
  for (const purpose of ['logo', 'cover'] as const) {
    if (after[purpose] === undefined) continue;
    const target = { ownerId, purpose, usedBy: before.id, field: purpose };
    const next = await replacePicture(command, before[purpose], after[purpose], target);
    kept[purpose] = next ? next.url : before[purpose];
  }
  return kept;
}

/** Only what was sent: an absent field stays as it is. */
function given<Body extends object>(body: Body): { [Key in keyof Body]: Exclude<Body[Key], undefined> } {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as never;
}

function pick(from: Record<string, unknown>, like: object): Record<string, unknown> {
  return Object.fromEntries(Object.keys(like).map((key) => [key, from[key]]));
}

/** What waits for an answer in each of these communities, as far as the viewer may give it. */
async function waitingFor(
  tx: Db,
  hooks: CommunityHooks,
  mine: readonly store.RailRow[],
): Promise<(serverId: string) => { requests: number; reports: number }> {
  const holding = (permission: Permission) =>
    mine.filter(({ viewer }) => viewer.permissions.includes(permission)).map(({ id }) => id);
  const [managed, moderated] = [holding('MANAGE_MEMBERS'), holding('MANAGE_MESSAGES')];
  const none = new Map<string, number>();
  const requests = managed.length > 0 ? await countRequests(tx, managed) : none;
  const reports = moderated.length > 0 ? await hooks.openReports(tx, moderated) : none;
  const ofEvents = moderated.length > 0 ? await hooks.openEventReports(tx, moderated) : none;
  return (id) => ({
    requests: requests.get(id) ?? 0,
    reports: (reports.get(id) ?? 0) + (ofEvents.get(id) ?? 0),
  });
}
