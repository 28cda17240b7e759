import * as api from '@folkmoot/contract/communities/api.ts';
import { canActOn, canGiveRole, canHandOver, looksAfter } from '@folkmoot/contract/communities/rules.ts';
import type { MemberView } from '@folkmoot/contract/communities/schema.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import type { CommandContext } from '../core/command.ts';
import { assertAllowed, assertFound } from '../core/http/errors.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import { rooms } from '../core/live/live.ts';
import type { Member } from '../core/security/session.ts';
import { audit, type CommunityHooks, leave } from './actions.ts';
import * as store from './members-store.ts';
import { findCommunity, findMember, setCreator } from './store.ts';

/** Calls about members and people. */
export function memberHandlers(hooks: CommunityHooks): Binding[] {
  return [
    handle(api.getMemberPermissions, async ({ member }) => ({
      data: member.permissions,
      member: { memberId: member.memberId, roleType: member.roleType, permissions: member.permissions },
    })),

    handle(api.listMembers, async ({ tx, me, member, query }) =>
      store.listMembers(tx, member.serverId, {
        search: query.search,
        viewerId: looksAfter(member) ? undefined : me.userId,
        cursor: query.cursor,
        role: query.role,
        userId: query.informationOf,
        inside: await hooks.inside(tx, query, me),
      }),
    ),

    handle(api.suggestMembers, async ({ tx, me, member, query }) =>
      store.suggestPeople(
        tx,
        store.allMembers(member.serverId),
        looksAfter(member) ? undefined : me.userId,
        query.search,
        undefined,
      ),
    ),

    handle(api.changeMemberRole, async (call) => {
      const { tx, me, member, params, body } = call;
      const subject = assertFound(
        await store.findMemberView(tx, member.serverId, params.memberId, true),
        core.notFound,
      );
      assertAllowed(canGiveRole(member, subject, body.roleType));
      await store.setRole(tx, member.serverId, params.memberId, body.roleType);
      await audit(call, {
        serverId: member.serverId,
        actorId: me.userId,
        action: 'member.role',
        subjectId: subject.id,
        before: { roleType: subject.roleType },
        after: body,
      });
      await tellRole(call, subject);
      return {
        message: 'Role changed.',
        data: assertFound(await store.findMemberView(tx, member.serverId, params.memberId), core.notFound),
      };
    }),

    handle(api.handOverCommunity, async (call) => {
      const { tx, me, member, body } = call;
      const { serverId } = member;
      // Both are locked and read again: if two transfers happen at once, the second one finds nothing left to
      // transfer.
      const both = await store.lockMembers(tx, serverId, [member.memberId, body.memberId]);
      const giver = assertFound(
        both.find(({ memberId }) => memberId === member.memberId),
        core.notFound,
      );
      const taker = assertFound(
        both.find(({ memberId }) => memberId === body.memberId),
        core.notFound,
      );
      assertAllowed(canHandOver(giver, taker));
      await store.setRole(tx, serverId, giver.memberId, 'ADMIN');
      await store.setRole(tx, serverId, taker.memberId, 'CREATOR');
      await setCreator(tx, serverId, taker.id);
      await audit(call, {
        serverId,
        actorId: me.userId,
        action: 'server.handed-over',
        subjectId: taker.id,
        before: { roleType: taker.roleType },
        after: { roleType: 'CREATOR' },
      });
      await tellRole(call, taker);
      await tellRole(call, giver);
      const name = `${taker.firstName} ${taker.lastName}`.trim();
      return {
        message: `The community now belongs to ${name}. You are now an admin.`,
        data: assertFound(await findCommunity(tx, serverId, me.userId), core.notFound),
      };
    }),

    handle(api.removeMember, async (call) => {
      const { tx, me, member, params } = call;
      const subject = assertFound(
        await store.findMemberView(tx, member.serverId, params.memberId, true),
        core.notFound,
      );
      assertAllowed(canActOn(member, subject));
      await leave(
        call,
        hooks,
        { serverId: member.serverId, memberId: subject.memberId, userId: subject.id },
        me.userId,
      );
      return { message: 'Member removed.' };
    }),

    handle(api.findPeople, async ({ tx, me, query }) => {
      const outside =
        query.conversationId === undefined ? undefined : await hooks.couldBeAdded(tx, query.conversationId, me);
      return store.findPeople(tx, me.userId, query.search, query.cursor, outside);
    }),
  ];
}

/** A role has changed: the person's permissions and rooms follow at once, and the others are notified. */
async function tellRole(command: CommandContext & { member: Member }, { memberId, id }: MemberView): Promise<void> {
  const { serverId } = command.member;
  const after = assertFound(await findMember(command.tx, serverId, id), core.notFound);
  command.invalidateSessions(id);
  const editors = [rooms.editors(serverId)];
  if (after.permissions.includes('EDIT_CHANNEL')) command.joinRooms(id, editors);
  else command.leaveRooms(id, editors);
  const viewer = { memberId: after.memberId, roleType: after.roleType, permissions: after.permissions };
  command.publish(api.permissionsChanged, { serverId, member: viewer }, [rooms.user(id)]);
  command.publish(api.memberChanged, { serverId, memberId, userId: id }, [rooms.server(serverId)]);
}
