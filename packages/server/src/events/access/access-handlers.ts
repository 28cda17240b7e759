import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import * as api from '@folkmoot/contract/events/api.ts';
import { isTooOften, PASSCODE_TRIES } from '@folkmoot/contract/events/passcode-rules.ts';
import { canSee } from '@folkmoot/contract/events/rules.ts';
import { refusals } from '@folkmoot/contract/events/schema.ts';
import { eventChanged } from '@folkmoot/contract/participations/api.ts';
import { type CommandContext, inTransaction } from '../../core/command.ts';
import type { Db } from '../../core/db/db.ts';
import { assertFound, refuse } from '../../core/http/errors.ts';
import { type Binding, handle } from '../../core/http/handle.ts';
import { rooms } from '../../core/live/live.ts';
import type { PasswordHasher } from '../../core/security/password-hash.ts';
import { EVENT_CLOCK_QUEUE, mailPerson } from '../../participations/actions.ts';
import { listHostIds } from '../../participations/store.ts';
import { managed } from '../actions.ts';
import { type EventFacts, findEventFacts } from '../store.ts';
import type { EventTokens } from './access-actions.ts';
import { answerAccess, findAccess, grantByPasscode, insertAccessRequest, listAccessRequests } from './access-store.ts';
import { deleteTry, findTries, insertTry, lockTries, noteTriesTold } from './passcodes-store.ts';

/** Access to a private event: by passcode, or by asking its hosts. */
export function accessHandlers(tokens: EventTokens, passcodes: PasswordHasher): Binding[] {
  return [
    // Hashing takes a moment: no transaction is kept open for it.
    handle(
      api.openWithPasscode,
      async (call) => {
        const { tx, me, params, body, now, caller } = call;
        const event = await privateEvent(tx, params.eventId, me?.userId);
        // The passcode does not admit people whom the hosts have declined or removed.
        const refused = me !== undefined && (await findAccess(tx, event.id, me.userId)) === 'refused';
        const who = me?.userId ?? caller;
        // Counted before it is checked, so that many at the same time are no more than many in a row.
        const { tries, id } = await inTransaction(call, async (inside) => {
          await lockTries(inside.tx, event.id);
          const before = await findTries(inside.tx, event.id, who, now);
          if (isTooOften(before)) refuse(core.slowDown);
          return { tries: before, id: await insertTry(inside.tx, event.id, who, false, now) };
        });
        const hash = event.passcode_hash;
        const correct = hash !== null && !refused && (await passcodes.verify({ hash, password: body.passcode }));
        if (!correct) {
          if (tries.wrong + 1 >= PASSCODE_TRIES.told) await tellOfTries(call, event);
          refuse(refusals.wrongPasscode);
        }
        await insertTry(tx, event.id, who, true, now);
        await deleteTry(tx, event.id, id);
        if (me) await grantByPasscode(tx, event.id, me.userId, now);
        return { message: 'You now have access.', data: { token: tokens.forEvent(event.id, hash ?? '') } };
      },
      { transaction: false },
    ),

    handle(api.checkAccess, async ({ tx, me, params, query }) => {
      if (params.userId !== me.userId) refuse(core.notFound);
      await privateEvent(tx, query.eventId, me.userId);
      const status = await findAccess(tx, query.eventId, me.userId);
      if (status === 'pending') refuse(refusals.alreadyAsked);
      return { data: { status: status ?? ('none' as const) } };
    }),

    handle(api.requestAccess, async (call) => {
      const { tx, me, params, body, now } = call;
      if (params.userId !== me.userId) refuse(core.notFound);
      const event = await privateEvent(tx, body.eventId, me.userId);
      if (!(await insertAccessRequest(tx, event.id, me.userId, now))) refuse(refusals.alreadyAsked);
      const hosts = await listHostIds(tx, event.id);
      call.publish(
        eventChanged,
        { eventId: event.id, alias: event.alias, status: event.status },
        hosts.map(rooms.user),
      );
      call.wake(EVENT_CLOCK_QUEUE);
      return { status: 'success' as const, message: 'Request sent. We’ll email you when a host answers.' };
    }),

    handle(api.listAccessRequests, async ({ tx, me, params }) => {
      await managed(tx, params.eventId, me.userId);
      return { data: await listAccessRequests(tx, params.eventId) };
    }),

    handle(api.answerAccessRequest, async (call) => {
      const { tx, me, params, body, now } = call;
      const event = await managed(tx, params.eventId, me.userId);
      const status = body.grant ? ('granted' as const) : ('refused' as const);
      if (!(await answerAccess(tx, event.id, params.userId, status, me.userId, now))) refuse(core.notFound);
      await mailPerson(call, event.id, params.userId, body.grant ? 'access_granted' : 'access_refused');
      call.publish(eventChanged, { eventId: event.id, alias: event.alias, status: event.status }, [
        rooms.user(params.userId),
      ]);
      return { message: body.grant ? 'They now have access.' : 'Their request was declined.' };
    }),
  ];
}

/** The hosts are notified once a day that somebody is trying passcodes. */
async function tellOfTries(command: CommandContext, event: EventFacts): Promise<void> {
  await inTransaction(command, async (inside) => {
    if (!(await noteTriesTold(inside.tx, event.id, inside.now))) return;
    for (const host of await listHostIds(inside.tx, event.id))
      await mailPerson(inside, event.id, host, 'passcode_tries');
  });
}

/** A published private event, whose existence is visible to anyone who has its address. */
async function privateEvent(tx: Db, eventId: string, userId: string | undefined): Promise<EventFacts> {
  const facts = assertFound(await findEventFacts(tx, eventId, { userId }), core.notFound);
  const decision = canSee(facts);
  if (facts.visibility !== 'private' || (!decision.ok && decision.refusal !== refusals.locked)) refuse(core.notFound);
  return facts;
}
