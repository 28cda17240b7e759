import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import * as api from '@folkmoot/contract/invitations/messages-api.ts';
import { MESSAGES, refusals } from '@folkmoot/contract/invitations/messages-schema.ts';
import { GRACE } from '@folkmoot/contract/mailings/schema.ts';
import type { Config } from '../../core/config.ts';
import { refuse } from '../../core/http/errors.ts';
import { type Binding, handle } from '../../core/http/handle.ts';
import { auditEvent, lockedEvent, managed } from '../../events/actions.ts';
import { queueMailing, scheduleMailing } from '../../mailings/actions.ts';
import { findMailingView } from '../../mailings/store.ts';
import { tellHosts } from '../../participations/actions.ts';
import { invitingOf, type LetterConfig, leavesSaid, writtenOf } from '../actions.ts';
import { digestOf } from '../selection-actions.ts';
import { lettersTo, sendMessageCopy } from './message-actions.ts';
import { countMessages, countReaders, listMessageViews, listReaders } from './message-store.ts';

const DAY = 86_400;

type App = LetterConfig & { config: Pick<Config, 'invitesPerDay' | 'authSecret'> };

/** Calls with which hosts write to guests of an event, now or later. */
export function messageHandlers(app: App): Binding[] {
  const { config } = app;
  return [
    handle(api.listGuestMessages, async ({ tx, me, params }) => {
      const event = await managed(tx, params.eventId, me.userId);
      return { data: await listMessageViews(tx, event.id) };
    }),

    handle(api.previewGuestMessage, async ({ tx, me, params, body, now }) => {
      const event = await managed(tx, params.eventId, me.userId);
      const writing = { eventId: event.id, serverId: event.serverId, senderId: me.userId, to: body.to, now };
      const { count, skipped, leftOut, checkedIn, digest } = await countReaders(tx, writing);
      const named = digestOf(config.authSecret, digest, 'message', invitingOf(event, me.userId, false, now));
      return { count, skipped, leftOut, checkedIn, digest: named };
    }),

    handle(api.testGuestMessage, async (call) => {
      const { tx, me, params, body } = call;
      const event = await managed(tx, params.eventId, me.userId);
      const written = writtenOf(body.emailContent);
      await sendMessageCopy(call, { eventId: event.id, senderId: me.userId, ...written }, app);
      return { message: 'A test email is on its way to you.' };
    }),

    handle(api.sendGuestMessage, async (call) => {
      const { tx, me, params, body, now } = call;
      const event = await lockedEvent(tx, params.eventId, me.userId);
      const known = await findMailingView(tx, { eventId: event.id }, body.id);
      if (known) {
        const count = known.counts.queued + known.counts.sent + known.counts.failed;
        return answered(count, body.id, known.starts_epoc, body.send_at != null, now);
      }
      if (event.status === 'draft') refuse(refusals.draft);
      const seconds = Math.floor(now.getTime() / 1000);
      if (body.send_at != null && body.send_at <= seconds) refuse(refusals.past);
      if (body.send_at != null && body.send_at > seconds + MESSAGES.ahead * DAY) refuse(refusals.far);
      if ((await countMessages(tx, event.id, new Date(now.getTime() - DAY * 1000))) >= MESSAGES.day)
        refuse(refusals.manyMessages);
      const written = writtenOf(body.emailContent);
      const about = { id: body.id, kind: 'guest_message', eventId: event.id, senderId: me.userId } as const;
      const mailing = { ...about, ...written, note: { to: body.to } };
      const writing = { eventId: event.id, serverId: event.serverId, senderId: me.userId, to: body.to, now };
      const { count, digest } = await countReaders(tx, writing);
      if (body.send_at == null) {
        const named = digestOf(config.authSecret, digest, 'message', invitingOf(event, me.userId, false, now));
        if (body.digest !== undefined && body.digest !== named) refuse(refusals.readersChanged);
        if (count === 0) refuse(refusals.noReaders);
        const readers = await listReaders(tx, writing);
        const queued = await queueMailing(call, mailing, () => lettersTo(call, writing, readers, config.invitesPerDay));
        // Another event has a mailing with this id.
        if (queued === undefined) refuse(core.notFound);
      } else if (!(await scheduleMailing(call, { ...mailing, startsAt: new Date(body.send_at * 1000) })))
        refuse(core.notFound);
      await auditEvent(call, event, me.userId, 'event.messaged', { after: { count } });
      await tellHosts(call, event);
      return answered(count, body.id, body.send_at ?? seconds + GRACE, body.send_at != null, now);
    }),
  ];
}

function answered(count: number, mailingId: string, startsAt: number, later: boolean, now: Date) {
  const what = `The message to ${count === 1 ? '1 guest' : `${count.toLocaleString('en')} guests`} is`;
  const message = later ? 'Message scheduled.' : leavesSaid(what, startsAt, now);
  return { message, data: { mailingId, count, startsAt } };
}
