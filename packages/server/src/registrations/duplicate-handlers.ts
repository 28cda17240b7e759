import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { duplicateEvent } from '@folkmoot/contract/events/api.ts';
import { canEndAt } from '@folkmoot/contract/events/duration-rules.ts';
import { refusals } from '@folkmoot/contract/events/schema.ts';
import { listHidden } from '../blocks/store.ts';
import { tellCalendarsOf } from '../calendars/actions.ts';
import type { CommandContext } from '../core/command.ts';
import { assertAllowed, assertFound, onConflict } from '../core/http/errors.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import { auditEvent, lockedEvent } from '../events/actions.ts';
import { freeAlias, needPublishable, needToCreateIn, seatHost } from '../events/editing/create-actions.ts';
import { copyEvent } from '../events/editing/write-store.ts';
import { mailCopied } from '../events/hosts/invitations-actions.ts';
import { findView } from '../events/store.ts';
import { tellEvent } from '../participations/actions.ts';
import { insertCopied } from '../participations/moves-store.ts';
import { listToCopy } from '../participations/store.ts';
import { needOwnAccount } from '../payments/accounts/accounts-actions.ts';
import { copyQuestions } from '../questionnaires/store.ts';
import { copyTickets, currencyOf } from '../tickets/store.ts';

/** A copy takes registrations from its first day to its last. */
const OPEN = { registration_opens_epoc: null, registration_closes_epoc: null };

const aliasTaken = onConflict('aliases_pkey', refusals.aliasTaken);

/** Copying an event, with what belongs to it in the slices in between. */
export function copyingHandlers(): Binding[] {
  return [
    handle(duplicateEvent, async (call) => {
      const { tx, me, params, body, now } = call;
      const event = await lockedEvent(tx, params.eventId, me.userId);
      assertAllowed(canEndAt(body));
      if (event.serverId !== null) await needToCreateIn(tx, event.serverId, me.userId);
      const original = assertFound(await findView(tx, event.id, { userId: me.userId }), core.notFound);
      const { start_epoc, end_epoc } = body;
      // A copy is published at once: a copy of a draft must be complete.
      needPublishable({ ...original, start_epoc, end_epoc, tbdDate: false, ...OPEN, serverId: event.serverId });
      const alias = await freeAlias(tx, event.name);
      const id = await copyEvent(tx, event.id, { ...body, alias, creatorId: me.userId }, now).catch(aliasTaken);
      await seatHost(call, id, me.userId);
      if (body.options.duplicateQuestions) await copyQuestions(tx, event.id, id, now);
      if (body.options.duplicateTickets) await copyTickets(tx, event.id, id, now);
      const paid = (await currencyOf(tx, id, null)) !== null;
      // The person who makes a copy sells it.
      if (paid) await needOwnAccount(tx, id, me.userId);
      await copyPeople(call, event.id, id, me.userId, { ...body.options, paid });
      await auditEvent(call, { ...event, id }, me.userId, 'event.published');
      await tellEvent(call, { id, alias, status: 'published' });
      await tellCalendarsOf(call, id);
      return { status: 'success' as const, message: 'Event duplicated successfully', data: { id, alias } };
    }),
  ];
}

/**
 * Other hosts are always invited, guests if requested; their tickets and answers stay with the original. Where tickets are sold,
 * nobody gets a place without buying one: all are invited.
 */
async function copyPeople(
  call: CommandContext,
  from: string,
  to: string,
  me: string,
  options: { duplicateParticipants: boolean; notifyParticipants: boolean; paid: boolean },
): Promise<void> {
  const { duplicateParticipants, notifyParticipants, paid } = options;
  const people = (await listToCopy(call.tx, from)).filter(
    ({ userId, role }) => userId !== me && (role === 'host' || duplicateParticipants),
  );
  const hidden = new Set(await listHidden(call.tx, me));
  const copied = await insertCopied(
    call.tx,
    to,
    people.filter(({ userId }) => userId === null || !hidden.has(userId)),
    { by: me, seated: !paid },
    call.now,
  );
  // A person who never replied to these hosts gets no second email from them.
  const known = copied.filter(({ ownAct }) => ownAct).map(({ id }) => id);
  if (notifyParticipants) await mailCopied(call, to, known, me);
}
