import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import * as api from '@folkmoot/contract/communities/api.ts';
import { canActOn, lengthWords, ROLES } from '@folkmoot/contract/communities/rules.ts';
import type { MemberView } from '@folkmoot/contract/communities/schema.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import type { CommandContext } from '../core/command.ts';
import { assertAllowed, assertFound } from '../core/http/errors.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import { rooms } from '../core/live/live.ts';
import type { Me, Member } from '../core/security/session.ts';
import { type AuditEntry, audit, type CommunityHooks, leave, tellManagers } from './actions.ts';
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
      if (body.deleted !== 'none') {
        await hooks.removeWritten(call, { serverId, userId: named.id, since: since(now, body.deleted), by: me.userId });
        await audit(call, {
          serverId,
          actorId: me.userId,
          action: 'member.written-deleted',
          subjectId: named.id,
          before: {},
          after: { length: body.deleted },
        });
      }
      if (present)
        await leave(call, hooks, { serverId, memberId: present.memberId, userId: named.id }, me.userId, true);
      else await hooks.banned(call, serverId, named.id);
      if (await withdrawRequests(tx, serverId, named.id, now)) await tellManagers(call, api.requestsChanged, serverId);
      await tellManagers(call, api.bansChanged, serverId);
      const deletes = body.deleted === 'none' ? '' : ' Their messages are being deleted.';
      return { message: `Member banned.${deletes}` };
    }),

    handle(api.countWritten, async ({ tx, member, params, now }) => {
      const subject = assertFound(await findMemberView(tx, member.serverId, params.memberId), core.notFound);
      const times = await hooks.written(tx, member.serverId, subject.id, since(now, 'week'));
      const after = (moment: Date) => times.filter((at) => at >= moment).length;
      return { data: { hour: after(since(now, 'hour')), day: after(since(now, 'day')), week: times.length } };
    }),

    handle(api.timeOutMember, async (call) => {
      const { tx, me, member, params, body, now } = call;
      const { serverId } = member;
      const subject = assertFound(await findMemberView(tx, serverId, params.memberId, true), core.notFound);
      assertAllowed(canActOn(member, subject));
      const until = new Date(now.getTime() + body.minutes * MINUTE);
      await store.putTimeout(tx, serverId, { userId: subject.id, until, reason: body.reason, by: me.userId }, now);
      await noteTimeout(call, subject, {
        action: 'member.timed-out',
        before: {},
        after: { length: lengthWords(body.minutes) },
      });
      return { message: `${fullName(subject)} is timed out.`, data: await again(call, subject) };
    }),

    handle(api.endTimeout, async (call) => {
      const { tx, member, params, now } = call;
      const subject = assertFound(await findMemberView(tx, member.serverId, params.memberId, true), core.notFound);
      assertAllowed(canActOn(member, subject));
      if (await store.deleteTimeout(tx, member.serverId, subject.id, now))
        await noteTimeout(call, subject, { action: 'member.timeout-ended' });
      return { message: `${fullName(subject)} can write again.`, data: await again(call, subject) };
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

const MINUTE = 60_000;
const BACK = { hour: 60, day: 24 * 60, week: 7 * 24 * 60 } as const;

const since = (now: Date, stretch: keyof typeof BACK): Date => new Date(now.getTime() - BACK[stretch] * MINUTE);

type Noting = CommandContext & { me: Me; member: Member };

const again = async ({ tx, member }: Noting, { memberId }: MemberView): Promise<MemberView> =>
  assertFound(await findMemberView(tx, member.serverId, memberId), core.notFound);

/** A time-out began or ended: it is in the log, and the person's screens and the lists of members show it at once. */
async function noteTimeout(
  command: Noting,
  { id, memberId, roleType }: MemberView,
  entry: Pick<AuditEntry, 'action' | 'before' | 'after'>,
): Promise<void> {
  const { serverId } = command.member;
  await audit(command, { serverId, actorId: command.me.userId, subjectId: id, ...entry });
  const viewer = { memberId, roleType, permissions: [...ROLES[roleType].permissions] };
  command.publish(api.permissionsChanged, { serverId, member: viewer }, [rooms.user(id)]);
  command.publish(api.memberChanged, { serverId, memberId, userId: id }, [rooms.editors(serverId)]);
}
