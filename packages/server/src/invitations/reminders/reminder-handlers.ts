import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { OUTREACH } from '@folkmoot/contract/events/invitations-schema.ts';
import * as api from '@folkmoot/contract/invitations/api.ts';
import { canInvite } from '@folkmoot/contract/invitations/rules.ts';
import { RESEND_DAYS, refusals } from '@folkmoot/contract/invitations/schema.ts';
import { GRACE } from '@folkmoot/contract/mailings/schema.ts';
import type { Config } from '../../core/config.ts';
import { assertAllowed, refuse } from '../../core/http/errors.ts';
import { type Binding, handle } from '../../core/http/handle.ts';
import { auditEvent, lockedEvent, managed } from '../../events/actions.ts';
import type { EventFacts } from '../../events/store.ts';
import { queueMailing } from '../../mailings/actions.ts';
import { findMailingView } from '../../mailings/store.ts';
import { tellHosts } from '../../participations/actions.ts';
import { invitingOf, lettersFor, needAllowance, writtenOf } from '../actions.ts';
import { digestOf } from '../selection-actions.ts';
import { countSilent, markReminded, type Reminding } from './reminder-store.ts';

const DAY = 86_400_000;

/** Calls with which hosts remind people who were invited by email and have not answered. */
export function reminderHandlers({ config }: { config: Pick<Config, 'invitesPerDay' | 'authSecret'> }): Binding[] {
  const count = async (tx: Parameters<typeof countSilent>[0], event: EventFacts, reminding: Reminding) => {
    const counted = await countSilent(tx, reminding);
    const inviting = invitingOf(event, reminding.senderId, false, reminding.now);
    return { ...counted, digest: digestOf(config.authSecret, counted.digest, 'reminder', inviting) };
  };
  return [
    handle(api.previewReminder, async ({ tx, me, params, now }) => {
      const event = await managed(tx, params.eventId, me.userId);
      return count(tx, event, remindingOf(event, me.userId, now));
    }),

    handle(api.remindInvited, async (call) => {
      const { tx, me, params, body, now } = call;
      const event = await lockedEvent(tx, params.eventId, me.userId);
      const known = await findMailingView(tx, { eventId: event.id }, body.id);
      if (known)
        return answered(known.counts.queued + known.counts.sent + known.counts.failed, body.id, known.starts_epoc);
      const seconds = Math.floor(now.getTime() / 1000);
      assertAllowed(canInvite(event, seconds));
      const written = writtenOf(body.emailContent);
      const reminding = remindingOf(event, me.userId, now);
      const { count: some, digest } = await count(tx, event, reminding);
      if (body.digest !== undefined && body.digest !== digest) refuse(refusals.changed);
      if (some === 0) refuse(refusals.nobodySilent);
      await needAllowance(call, me.userId, some, { new: OUTREACH.new, later: config.invitesPerDay });
      const about = { id: body.id, kind: 'event_reminder', eventId: event.id, senderId: me.userId } as const;
      const reminded = await queueMailing(call, { ...about, ...written, note: {} }, async () =>
        lettersFor(await markReminded(tx, reminding)),
      );
      // Another event has a mailing with this id.
      if (reminded === undefined) return refuse(core.notFound);
      await auditEvent(call, event, me.userId, 'event.reminded', { after: { count: reminded } });
      await tellHosts(call, event);
      return answered(reminded, body.id, seconds + GRACE);
    }),
  ];
}

function remindingOf(event: EventFacts, senderId: string, now: Date): Reminding {
  const before = new Date(now.getTime() - RESEND_DAYS * DAY);
  return { eventId: event.id, serverId: event.serverId, senderId, now, before };
}

function answered(count: number, mailingId: string, startsAt: number) {
  const message = count === 1 ? '1 person reminded.' : `${count.toLocaleString('en')} people reminded.`;
  return { message, data: { mailingId, count, startsAt } };
}
