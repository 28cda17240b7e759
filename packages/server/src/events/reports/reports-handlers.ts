import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import * as api from '@folkmoot/contract/events/reports-api.ts';
import { refusals } from '@folkmoot/contract/events/reports-schema.ts';
import { needOwner } from '../../accounts/owner-actions.ts';
import { audit } from '../../communities/actions.ts';
import { assertFound } from '../../core/http/errors.ts';
import { type Binding, handle } from '../../core/http/handle.ts';
import { answerReport, listEventReports } from './reports-store.ts';

const ANSWERED = { message: 'Report dismissed.' };

/** Reports of events: a community's moderators answer theirs, the installation's owner those of no community. */
export function eventReportHandlers(): Binding[] {
  return [
    handle(api.listEventReports, async ({ tx, member, query }) => listEventReports(tx, member.serverId, query)),

    handle(api.dismissEventReport, async (call) => {
      const { tx, me, member, params, now } = call;
      const { eventId, name } = assertFound(
        await answerReport(tx, member.serverId, params.reportId, me.userId, now),
        core.notFound,
      );
      await audit(call, {
        serverId: member.serverId,
        actorId: me.userId,
        action: 'report.event-answered',
        subjectId: eventId,
        after: { name },
      });
      return ANSWERED;
    }),

    handle(api.listOwnerReports, async ({ tx, me, query }) => {
      await needOwner(tx, me.userId, refusals.ownerOnly);
      return listEventReports(tx, null, query);
    }),

    handle(api.dismissOwnerReport, async ({ tx, me, params, now }) => {
      await needOwner(tx, me.userId, refusals.ownerOnly);
      assertFound(await answerReport(tx, null, params.reportId, me.userId, now), core.notFound);
      return ANSWERED;
    }),
  ];
}
