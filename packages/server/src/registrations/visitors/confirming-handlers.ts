import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import * as api from '@folkmoot/contract/registrations/api.ts';
import { assertFound } from '../../core/http/errors.ts';
import { type Binding, handle } from '../../core/http/handle.ts';
import type { EventTokens } from '../../events/access/access-actions.ts';
import { visitorOf } from '../../events/actions.ts';
import { findParticipation } from '../../participations/store.ts';
import type { RegistrationHooks } from '../actions.ts';
import { participationView } from '../views-actions.ts';
import { correctAddress, needUnconfirmed, sendConfirmation } from './confirming-actions.ts';

/** Calls of people without an account who have yet to confirm the address that they typed. */
export function confirmingHandlers(tokens: EventTokens, hooks: Pick<RegistrationHooks, 'voidTickets'>): Binding[] {
  return [
    handle(api.sendConfirmation, async (call) => {
      const { tx, me, params, query } = call;
      const own = await needUnconfirmed(tx, params.eventId, visitorOf(tokens, me, query.token));
      await sendConfirmation(call, own);
      return { message: `We are sending the email to ${own.address} again.` };
    }),

    handle(api.correctAddress, async (call) => {
      const { tx, me, params, query, body } = call;
      const own = await needUnconfirmed(tx, params.eventId, visitorOf(tokens, me, query.token));
      await correctAddress(call, own, body.email, hooks);
      const corrected = assertFound(await findParticipation(tx, own.eventId, own.id), core.notFound);
      return { message: `We are sending the email to ${corrected.address}.`, data: participationView(corrected) };
    }),
  ];
}
