import { accountHooks } from '../accounts/slice.ts';
import { defineHooks } from '../core/hooks.ts';
import { liveHooks } from '../core/live/create-live.ts';
import { defineSlice } from '../core/slice.ts';
import { claimByAddress, type ParticipationHooks } from './claims-actions.ts';
import { deleteEnded } from './claims-store.ts';
import { personalData } from './personal-data.ts';
import { listLiveEvents } from './store.ts';

export const participationHooks = defineHooks<ParticipationHooks>('participations', {
  moveAnswers: true,
  moveOrders: true,
  moveQuestions: true,
  claimOrders: true,
});

/** Who takes part in an event: their rows, moves, seats and the emails about them. Others call its actions. */
export const participations = defineSlice({
  name: 'participations',
  personalData,
  endpoints: [],
  build(app) {
    const hooks = app.hooks.of(participationHooks);
    return {
      handlers: [],
      leaving: { end: ({ tx }, userId) => deleteEnded(tx, userId) },
      offers: [
        accountHooks.offer({ signedIn: (command, userId) => claimByAddress(command, hooks, userId) }),
        liveHooks.offer({ eventsOf: (userId) => listLiveEvents(app.db, userId, app.clock.now()) }),
      ],
    };
  },
});
