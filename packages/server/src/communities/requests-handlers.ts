import * as api from '@folkmoot/contract/communities/api.ts';
import { canAnswerRequest, canAskToJoin } from '@folkmoot/contract/communities/rules.ts';
import { ASK_AGAIN_DAYS, type CommunityView, refusals } from '@folkmoot/contract/communities/schema.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import type { CommandContext } from '../core/command.ts';
import type { Db } from '../core/db/db.ts';
import { assertAllowed, assertFound, onConflict, refuse } from '../core/http/errors.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import { rooms } from '../core/live/live.ts';
import { audit, type CommunityHooks, join, tellManagers } from './actions.ts';
import { approvedMail, rejectedMail } from './mail.ts';
import * as store from './requests-store.ts';
import { findCommunity } from './store.ts';

/** What emails say about the product itself. */
export type Sender = { product: string; origin: () => string };

const open = onConflict('join_requests_open', refusals.alreadyAsked);

/** Calls about requests to join, and about answering them. */
export function requestHandlers(hooks: CommunityHooks, sender: Sender): Binding[] {
  return [
    handle(api.askToJoin, async (call) => {
      const { tx, me, params, body, now } = call;
      await store.lockPerson(tx, me.userId);
      const server = await atTheDoor(tx, params.serverId, me.userId);
      assertAllowed(canAskToJoin({ ...server, joined: server.viewer !== null, request: lastOf(server) }, now));
      await store.insertRequest(tx, server.id, me.userId, body.note, now).catch(open);
      const managers = await tellManagers(call, api.requestsChanged, server.id);
      await hooks.asked(call, { serverId: server.id, personId: me.userId, managers });
      return {
        message: 'Request sent. We’ll email you the answer.',
        data: await view(tx, server.id, me.userId),
      };
    }),

    handle(api.withdrawRequest, async (call) => {
      const { tx, me, params, now } = call;
      await store.lockPerson(tx, me.userId);
      const server = await atTheDoor(tx, params.serverId, me.userId);
      if (await store.withdrawRequests(tx, server.id, me.userId, now))
        await tellManagers(call, api.requestsChanged, server.id);
      return { message: 'Request withdrawn.', data: await view(tx, server.id, me.userId) };
    }),

    handle(api.listJoinRequests, async ({ tx, member, query }) =>
      store.listRequests(tx, member.serverId, query.cursor),
    ),

    handle(api.approveRequest, async (call) => {
      const { tx, me, member, params, now } = call;
      const { serverId } = member;
      const request = await waiting(tx, serverId, params.requestId);
      await store.answerRequest(tx, serverId, request.id, { status: 'approved', by: me.userId }, now);
      await join(call, hooks, serverId, request.userId, 'MEMBER', request.userId, request.id, call.me.userId);
      await audit(call, { serverId, actorId: me.userId, action: 'member.request-approved', subjectId: request.userId });
      const server = await tellAnswer(call, serverId, request.userId, 'approved');
      const to = await store.findAddress(tx, request.userId);
      if (to) await call.sendMail(approvedMail({ ...parts(sender, server), to }));
      return { message: 'Request approved.' };
    }),

    handle(api.rejectMember, async (call) => {
      const { tx, me, member, body, now } = call;
      const { serverId } = member;
      const { selectedReason, reason } = body;
      const request = await waiting(tx, serverId, body.memberId);
      await store.answerRequest(
        tx,
        serverId,
        request.id,
        { status: 'rejected', by: me.userId, selectedReason, reason },
        now,
      );
      await audit(call, {
        serverId,
        actorId: me.userId,
        action: 'member.request-rejected',
        subjectId: request.userId,
        after: { selectedReason, reason },
      });
      const server = await tellAnswer(call, serverId, request.userId, 'rejected');
      const to = await store.findAddress(tx, request.userId);
      if (to) await call.sendMail(rejectedMail({ ...parts(sender, server), to, reason, days: ASK_AGAIN_DAYS }));
      return { message: 'Request rejected.' };
    }),
  ];
}

/** A community as people outside may know it; secret ones do not exist for them. */
async function atTheDoor(tx: Db, serverId: string, userId: string): Promise<CommunityView> {
  const server = await view(tx, serverId, userId);
  if (server.visibility === 'secret' && !server.viewer) refuse(core.notFound);
  return server;
}

async function view(tx: Db, serverId: string, userId: string): Promise<CommunityView> {
  return assertFound(await findCommunity(tx, serverId, userId), core.notFound);
}

function lastOf({ request }: CommunityView) {
  return request && { status: request.status, answeredAt: request.answeredAt ? new Date(request.answeredAt) : null };
}

/** An unanswered request, locked. Its person is locked before it, as everywhere else. */
async function waiting(tx: Db, serverId: string, requestId: string): Promise<store.JoinRequest> {
  const { userId } = assertFound(await store.findRequest(tx, serverId, requestId), core.notFound);
  await store.lockPerson(tx, userId);
  const request = assertFound(await store.findRequest(tx, serverId, requestId, true), core.notFound);
  assertAllowed(canAnswerRequest(request));
  return request;
}

/** Notifies the applicant, and the people who answer requests. */
async function tellAnswer(command: CommandContext, serverId: string, userId: string, status: 'approved' | 'rejected') {
  const server = await view(command.tx, serverId, userId);
  command.publish(api.requestAnswered, { serverId, name: server.name, status }, [rooms.user(userId)]);
  await tellManagers(command, api.requestsChanged, serverId);
  return server;
}

function parts(sender: Sender, community: CommunityView) {
  return { product: sender.product, origin: sender.origin(), community };
}
