import type { MailingHooks } from '../../mailings/actions.ts';
import { insertLetters } from '../../participations/outreach-store.ts';
import { type Parts, standingOf, writing } from '../actions.ts';
import { unmarkReminded } from './reminder-store.ts';

/** What mailings need to know of reminders: letters of invitation to people who have one and have not answered. */
export function reminderHooks(parts: Parts): MailingHooks {
  return {
    mayGoOn: standingOf,
    // Somebody may have revoked it, or the person has answered in the meantime.
    writeLetters: writing(
      parts,
      ({ state, status, accepted }) => state === 'sent' && !accepted && status === 'invited',
    ),
    async lettersSettled({ tx, now }, { eventId, senderId }, outcomes) {
      const addresses = outcomes.filter(({ state }) => state === 'sent').map(({ key }) => key);
      if (senderId !== null) await insertLetters(tx, eventId, { sender: senderId, addresses }, now);
    },
    // Their invitation has arrived before, and stays as it is.
    async letterReturned() {},
    async lettersWithdrawn({ tx }, { eventId }, targetIds) {
      if (eventId !== null) await unmarkReminded(tx, eventId, targetIds);
    },
  };
}
