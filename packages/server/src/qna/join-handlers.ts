import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { canSee } from '@folkmoot/contract/events/rules.ts';
import * as api from '@folkmoot/contract/qna/api.ts';
import { refusals, TOASTS } from '@folkmoot/contract/qna/refusals-schema.ts';
import { closesAt } from '@folkmoot/contract/qna/rules.ts';
import { LIMITS } from '@folkmoot/contract/qna/schema.ts';
import type { Db } from '../core/db/db.ts';
import { refuse } from '../core/http/errors.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import { newId } from '../core/id.ts';
import type { Me } from '../core/security/session.ts';
import type { AppContext } from '../core/slice.ts';
import { type Keys, seconds } from './actions.ts';
import { readCode } from './join-actions.ts';
import { insertGuest } from './people-store.ts';
import { findByCode, findQna, type QnaRow } from './store.ts';

/** Wrong codes from one address in ten minutes. Right ones are not counted: everybody in a hall may have the same address. */
export const WRONG = { most: 60, ms: 600_000 } as const;

type Parts = Pick<AppContext, 'counts' | 'config'> & { keys: Keys };

/** The way in by a code. */
export function joinHandlers({ keys, counts, config }: Parts): Binding[] {
  /** The event that a code opens for this caller: it shows nothing that the event hides, unless people may join by it. */
  const opened = async (tx: Db, typed: string, me: Me | undefined, caller: string): Promise<QnaRow> => {
    const name = `qna wrong ${caller}`;
    if (config.rateLimits && (await counts.look(name)) >= WRONG.most) refuse(core.slowDown);
    const found = await findByCode(tx, readCode(typed));
    const event = found && (await findQna(tx, found.eventId, { userId: me?.userId }));
    const isOpen = event !== undefined && event.status !== 'draft' && (found?.joinByCode || canSee(event).ok);
    if (event && isOpen) return event;
    await counts.add(name, WRONG.ms);
    return refuse(refusals.wrongCode);
  };
  return [
    handle(api.getJoin, async ({ tx, me, params, caller }) => {
      const { id, alias, name, start_epoc, settings } = await opened(tx, params.code, me, caller);
      return { data: { eventId: id, alias, name, start_epoc, joinByCode: settings?.joinByCode ?? false } };
    }),

    handle(
      api.joinQna,
      async ({ tx, me, params, body, caller, now }) => {
        const event = await opened(tx, params.code, me, caller);
        if (!event.settings?.joinByCode) refuse(refusals.notByCode);
        if (event.status === 'cancelled') refuse(refusals.cancelled);
        const closes = closesAt(event);
        if (closes !== null && closes <= seconds(now)) refuse(refusals.over);
        const guest = { eventId: event.id, id: newId(), name: body.name, most: LIMITS.guests };
        if (!(await insertGuest(tx, guest, now))) refuse(refusals.tooManyGuests);
        const token = keys.passes.give({ eventId: event.id, guestId: guest.id });
        return { message: TOASTS.joined, data: { token, eventId: event.id, alias: event.alias } };
      },
      { transaction: false },
    ),
  ];
}
