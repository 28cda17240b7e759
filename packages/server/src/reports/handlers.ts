import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import * as api from '@folkmoot/contract/reports/api.ts';
import { refusals } from '@folkmoot/contract/reports/schema.ts';
import { needOwner } from '../accounts/owner-actions.ts';
import { findInstallationOwner } from '../accounts/store.ts';
import { audit } from '../communities/actions.ts';
import { listHolders } from '../communities/requests-store.ts';
import { readable } from '../conversations/actions.ts';
import { findMessage } from '../conversations/store.ts';
import { removeReported } from '../conversations/update-actions.ts';
import { assertFound, refuse } from '../core/http/errors.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import { rooms } from '../core/live/live.ts';
import { notifyAndMail } from '../notifications/actions.ts';
import { insertPersonalReport, listPersonalReports, takePersonalReports } from './personal-store.ts';
import * as store from './store.ts';

/** Reports of messages, and the moderators' queue that answers them. */
export function reportHandlers(): Binding[] {
  return [
    handle(api.reportMessage, async (call) => {
      const { tx, me, params, body, now } = call;
      const facts = await readable(tx, params.conversationId, me.userId);
      const { message } = assertFound(
        await findMessage(tx, params.conversationId, params.messageId, me.userId),
        core.notFound,
      );
      if (message.authorId === me.userId) refuse(refusals.own);
      if (message.deletedAt !== null) refuse(core.notFound);
      const { authorId, text } = message;
      if (facts.serverId === null) {
        const said = { ...params, authorId, text, files: message.attachments.length, reporterId: me.userId };
        const isNew = await insertPersonalReport(tx, said, body, now);
        const owner = await findInstallationOwner(tx);
        if (isNew && owner !== undefined && owner !== me.userId)
          await notifyAndMail(call, { kind: 'report', subjectId: owner, userIds: [owner] });
        return { message: whoReads(owner, me.userId, authorId) };
      }
      const what = { ...params, serverId: facts.serverId, authorId, text, reporterId: me.userId };
      const isNew = await store.upsertReport(tx, what, body, now);
      call.publish(api.reportsChanged, { serverId: facts.serverId }, [rooms.editors(facts.serverId)]);
      const moderators = await listHolders(tx, facts.serverId, 'MANAGE_MESSAGES');
      const userIds = moderators.filter((userId) => userId !== me.userId);
      if (isNew) await notifyAndMail(call, { kind: 'report', subjectId: facts.serverId, userIds });
      if (userIds.some((userId) => userId !== authorId))
        return { message: 'Reported. The moderators will look at it.' };
      return {
        message: moderators.includes(me.userId)
          ? 'Reported. It is among the reports of your community.'
          : 'Reported. Only its author looks after this community.',
      };
    }),

    handle(api.listReports, async ({ tx, member, query }) => ({
      ...(await store.listReports(tx, member.serverId, query.state, query.cursor)),
      open: await store.countOpen(tx, member.serverId),
    })),

    handle(api.answerReport, async (call) => {
      const { tx, me, member, params, body, now } = call;
      const report = assertFound(await store.lockReport(tx, member.serverId, params.reportId), core.notFound);
      if (report.answer !== null) refuse(refusals.answered);
      if (body.answer === 'message-deleted') await removeReported(call, report);
      const count = await store.answerAll(tx, member.serverId, report.messageId, {
        answer: body.answer,
        by: me.userId,
        now,
      });
      await audit(call, {
        serverId: member.serverId,
        actorId: me.userId,
        action: 'report.answered',
        subjectId: report.messageId,
        after: { answer: body.answer, count },
      });
      call.publish(api.reportsChanged, { serverId: member.serverId }, [rooms.editors(member.serverId)]);
      return { message: SAID[body.answer] };
    }),

    handle(api.listPersonalReports, async ({ tx, me, query }) => {
      await needOwner(tx, me.userId, refusals.ownerOnly);
      return listPersonalReports(tx, query.cursor);
    }),

    handle(api.answerPersonalReport, async (call) => {
      const { tx, me, params, body } = call;
      await needOwner(tx, me.userId, refusals.ownerOnly);
      const target = assertFound(await takePersonalReports(tx, params.reportId), core.notFound);
      if (body.answer === 'message-deleted') await removeReported(call, target);
      return { message: SAID[body.answer] };
    }),
  ];
}

/** Who will look at a report of a message between people. */
function whoReads(owner: string | undefined, reporterId: string, authorId: string | null): string {
  if (owner === undefined) return 'Reported. This installation has no owner now; its next one will look at it.';
  if (owner === reporterId) return 'Reported. You find it in Settings, under Reported messages.';
  if (owner === authorId) return 'Reported. Its author owns this installation, and alone decides about reports.';
  return 'Reported. The owner of this installation will look at it.';
}

const SAID = {
  dismissed: 'Report dismissed.',
  'message-deleted': 'Message deleted, report closed.',
  resolved: 'Report closed.',
} as const;
