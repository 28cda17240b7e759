import { holds } from '@folkmoot/contract/core/permission-rules.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import * as api from '@folkmoot/contract/home/api.ts';
import { refusals, TEXTS } from '@folkmoot/contract/home/schema.ts';
import { needOwner } from '../accounts/owner-actions.ts';
import { assertFound, refuse } from '../core/http/errors.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import { membersIn, visibleHome } from './actions.ts';
import { answerReport, insertReport, listReports } from './reports-store.ts';

/** Reports of homes, which the installation's owner answers: a community's own people made the page. */
export function homeReportHandlers(): Binding[] {
  return [
    handle(api.reportHome, async ({ tx, me, params, body, now }) => {
      const { home, member } = await visibleHome(tx, membersIn(tx), params.serverId, me);
      if (member && holds(member.permissions, ['MANAGE_HOME'])) refuse(refusals.ownHome);
      await insertReport(tx, { serverId: home.serverId, reporterId: me.userId, ...body }, now);
      return { message: TEXTS.reported };
    }),

    handle(api.listHomeReports, async ({ tx, me, query }) => {
      await needOwner(tx, me.userId, refusals.ownerOnly);
      return listReports(tx, query);
    }),

    handle(api.dismissHomeReport, async ({ tx, me, params, now }) => {
      await needOwner(tx, me.userId, refusals.ownerOnly);
      assertFound(await answerReport(tx, params.reportId, me.userId, now), core.notFound);
      return { message: TEXTS.dismissed };
    }),
  ];
}
