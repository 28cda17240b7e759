import * as api from '@folkmoot/contract/communities/api.ts';
import { canActOn, canGiveRole } from '@folkmoot/contract/communities/rules.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { type Binding, handle } from '../core/handle.ts';
import { rooms } from '../core/live.ts';
import { found, need } from '../core/refuse.ts';
import { audit, type CommunityHooks, leave } from './actions.ts';
import * as store from './members-store.ts';
import { findMember } from './store.ts';

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
        cursor: query.cursor,
        role: query.role,
        userId: query.informationOf,
        narrow: await hooks.inside(tx, query, me),
      }),
    ),

    handle(api.changeMemberRole, async (call) => {
      const { tx, me, member, params, body, tell } = call;
      const subject = found(await store.findMemberView(tx, member.serverId, params.memberId, true), core.notFound);
      need(canGiveRole(member, subject, body.roleType));
      await store.setRole(tx, member.serverId, params.memberId, body.roleType);
      await audit(call, {
        serverId: member.serverId,
        actorId: me.userId,
        action: 'member.role',
        subjectId: subject.id,
        before: { roleType: subject.roleType },
        after: body,
      });
      const after = found(await findMember(tx, member.serverId, subject.id), core.notFound);
      call.forget(subject.id);
      const editors = [rooms.editors(member.serverId)];
      if (after.permissions.includes('EDIT_CHANNEL')) call.admit(subject.id, editors);
      else call.drop(subject.id, editors);
      const viewer = { memberId: after.memberId, roleType: after.roleType, permissions: after.permissions };
      tell(api.permissionsChanged, { serverId: member.serverId, member: viewer }, [rooms.user(subject.id)]);
      tell(api.memberChanged, { serverId: member.serverId, memberId: subject.memberId, userId: subject.id }, [
        rooms.server(member.serverId),
      ]);
      return {
        message: 'Role changed.',
        data: found(await store.findMemberView(tx, member.serverId, params.memberId), core.notFound),
      };
    }),

    handle(api.removeMember, async (call) => {
      const { tx, me, member, params } = call;
      const subject = found(await store.findMemberView(tx, member.serverId, params.memberId, true), core.notFound);
      need(canActOn(member, subject));
      await leave(
        call,
        hooks,
        { serverId: member.serverId, memberId: subject.memberId, userId: subject.id },
        me.userId,
      );
      return { message: 'Member removed.' };
    }),

    handle(api.findPeople, async ({ tx, me, query }) => {
      const narrow =
        query.conversationId === undefined ? undefined : await hooks.couldBeAdded(tx, query.conversationId, me);
      return store.findPeople(tx, me.userId, query.search, query.cursor, narrow);
    }),
  ];
}
