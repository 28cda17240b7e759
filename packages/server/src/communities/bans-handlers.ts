import * as api from '@folkmoot/contract/communities/api.ts';
import { canActOn } from '@folkmoot/contract/communities/rules.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { assertAllowed, assertFound } from '../core/http/errors.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import { audit, type CommunityHooks, leave, tellManagers } from './actions.ts';
import * as store from './bans-store.ts';
import { findMemberOf, findMemberView } from './members-store.ts';
import { lockPerson, withdrawRequests } from './requests-store.ts';

/** Calls about banned people. */
export function banHandlers(hooks: CommunityHooks): Binding[] {
  return [
    handle(api.banMember, async (call) => {
      const { tx, me, member, params, body, now } = call;
      const { serverId } = member;
      const named = assertFound(await findMemberView(tx, serverId, params.memberId), core.notFound);
      await lockPerson(tx, named.id);
      // They may have left, or left and come back, since: it is the person who is banned.
      const present = await findMemberOf(tx, serverId, named.id);
      assertAllowed(canActOn(member, present ?? named));
      if (await store.insertBan(tx, serverId, { userId: named.id, reason: body.reason, by: me.userId }, now))
        await audit(call, {
          serverId,
          actorId: me.userId,
          action: 'member.banned',
          subjectId: named.id,
          after: { reason: body.reason },
        });
      if (present)
        await leave(call, hooks, { serverId, memberId: present.memberId, userId: named.id }, me.userId, true);
      else await hooks.banned(call, serverId, named.id);
      if (await withdrawRequests(tx, serverId, named.id, now)) await tellManagers(call, api.requestsChanged, serverId);
      await tellManagers(call, api.bansChanged, serverId);
      return { message: 'Member banned.' };
    }),

    handle(api.listBans, async ({ tx, member, query }) => store.listBans(tx, member.serverId, query.cursor)),

    handle(api.liftBan, async (call) => {
      const { tx, me, member, params } = call;
      const { serverId } = member;
      if (await store.deleteBan(tx, serverId, params.userId)) {
        await audit(call, { serverId, actorId: me.userId, action: 'member.unbanned', subjectId: params.userId });
        await tellManagers(call, api.bansChanged, serverId);
      }
      return { message: 'Ban lifted.' };
    }),
  ];
}
