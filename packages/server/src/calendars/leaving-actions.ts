import type { LeavingPart } from '../core/leaving.ts';
import { releasePicturesOf } from '../media/pictures-actions.ts';
import { tellCalendar } from './actions.ts';
import { endSubscriptions, listOwn } from './leaving-store.ts';
import { deleteCalendar } from './store.ts';

/** Somebody deletes their account: their own calendars go with it, once nobody else has to do with them. */
export const leavingCalendars: LeavingPart = {
  async blockers(tx, userId, _, lock) {
    const shared = (await listOwn(tx, userId, lock)).filter(({ others }) => others > 0);
    return shared.map(({ id, name, alias, others }) => ({ kind: 'calendar', id, name, alias, people: others }));
  },
  counts: async (tx, userId) => ({ calendars: (await listOwn(tx, userId, false)).length }),
  async end(command, userId) {
    for (const { id } of await listOwn(command.tx, userId, true)) {
      await tellCalendar(command, id, null);
      await releasePicturesOf(command, id);
      await deleteCalendar(command.tx, id);
    }
    await endSubscriptions(command.tx, userId);
  },
};
