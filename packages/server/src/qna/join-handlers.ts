import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { canSee } from '@folkmoot/contract/events/rules.ts';
import * as api from '@folkmoot/contract/qna/api.ts';
import * as hostingApi from '@folkmoot/contract/qna/hosting-api.ts';
import { refusals, TOASTS } from '@folkmoot/contract/qna/refusals-schema.ts';
import { closesAt } from '@folkmoot/contract/qna/rules.ts';
import { DEFAULTS, LIMITS } from '@folkmoot/contract/qna/schema.ts';
import type { Db } from '../core/db/db.ts';
import { refuse } from '../core/http/errors.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import { newId } from '../core/id.ts';
import type { Me } from '../core/security/session.ts';
import type { AppContext } from '../core/slice.ts';
import { auditEvent } from '../events/actions.ts';
import { enterAsHost, type Keys, seconds } from './actions.ts';
import { readCode } from './join-actions.ts';
import { tellQuestions, tellVotes } from './live-actions.ts';
import { insertGuest, listByCode, removeByCode } from './people-store.ts';
import { findByCode, findQna, type QnaRow } from './store.ts';

/** Wrong codes in ten minutes, from one person or one browser. Nobody else behind the same address is counted with them. */
export const WRONG = { most: 20, ms: 600_000 } as const;
/** Passes for one event: to one browser, which may be handed around, and to all that are signed out behind one address. */
export const PASSES = {
  browser: { most: 5, ms: 3_600_000 },
  minute: { most: 600, ms: 60_000 },
  tenMinutes: { most: 2000, ms: 600_000 },
} as const;

/** Who tries a code: somebody who is signed in, or a browser that has been here before. */
type Guesser = { me: Me | undefined; browser: string | undefined };

type Parts = Pick<AppContext, 'counts' | 'config'> & { keys: Keys };

/** The way in by a code. */
export function joinHandlers({ keys, counts, config }: Parts): Binding[] {
  /** The event that a code opens for this caller: it shows nothing that the event hides, unless people may join by it. */
  const opened = async (tx: Db, typed: string, { me, browser }: Guesser): Promise<QnaRow> => {
    const guesser = me?.userId ?? browser;
    const name = `qna wrong ${guesser}`;
    if (config.rateLimits && guesser !== undefined && (await counts.look(name)) >= WRONG.most) refuse(core.slowDown);
    const found = await findByCode(tx, readCode(typed));
    const event = found && (await findQna(tx, found.eventId, { userId: me?.userId }));
    const isOpen = event !== undefined && event.status !== 'draft' && (found?.joinByCode || canSee(event).ok);
    if (event && isOpen) return event;
    if (guesser !== undefined) await counts.add(name, WRONG.ms);
    return refuse(refusals.wrongCode);
  };
  /** Counts a pass for an event. */
  const spend = async (eventId: string, { me, browser }: Guesser, caller: string): Promise<void> => {
    if (!config.rateLimits) return;
    const over = async (of: string, { most, ms }: { most: number; ms: number }) =>
      (await counts.add(`qna pass ${eventId} ${of} ${ms}`, ms)).current > most;
    const own = me?.userId ?? browser;
    if (own !== undefined && (await over(own, PASSES.browser))) refuse(refusals.tooManyPasses);
    if (me === undefined)
      for (const pace of [PASSES.minute, PASSES.tenMinutes]) if (await over(caller, pace)) refuse(core.slowDown);
  };
  return [
    handle(api.getJoin, async ({ tx, me, browser, params }) => {
      const { id, alias, name, start_epoc, settings } = await opened(tx, params.code, { me, browser });
      const { joinByCode, allowAnonymousQuestions } = settings ?? DEFAULTS;
      return { data: { eventId: id, alias, name, start_epoc, joinByCode, allowAnonymousQuestions } };
    }),

    handle(
      api.joinQna,
      async ({ tx, me, browser, params, body, caller, now }) => {
        const event = await opened(tx, params.code, { me, browser });
        if (!event.settings?.joinByCode) refuse(refusals.notByCode);
        if (event.status === 'cancelled') refuse(refusals.cancelled);
        const closes = closesAt(event);
        if (closes !== null && closes <= seconds(now)) refuse(refusals.over);
        await spend(event.id, { me, browser }, caller);
        const guest = { eventId: event.id, id: newId(), name: body.name, most: LIMITS.guests };
        if (!(await insertGuest(tx, guest, now))) refuse(refusals.tooManyGuests);
        const token = keys.passes.give({ eventId: event.id, guestId: guest.id });
        return { message: TOASTS.joined, data: { token, eventId: event.id, alias: event.alias } };
      },
      { transaction: false },
    ),

    handle(hostingApi.listCodeGuests, async ({ tx, me, params, query }) => {
      const { eventId } = await enterAsHost(tx, keys, params.eventId, me);
      return listByCode(tx, eventId, query);
    }),

    handle(hostingApi.removeCodeGuests, async (call) => {
      const { tx, me, params, body } = call;
      const { eventId, event } = await enterAsHost(tx, keys, params.eventId, me);
      const whom = body.guestId === undefined ? { which: body.which ?? 'quiet' } : { guestId: body.guestId };
      const { done, asked, votes } = await removeByCode(tx, eventId, whom);
      if (done > 0) {
        await tellQuestions(call, eventId, new Map(asked.map((one) => [one.id, one])));
        for (const one of votes) tellVotes(call, eventId, one);
        call.attendAgain(eventId);
        await auditEvent(call, event, me.userId, 'event.qna-guests-removed');
      }
      return { message: done === 1 ? '1 person removed.' : `${done} people removed.`, data: { done } };
    }),
  ];
}
