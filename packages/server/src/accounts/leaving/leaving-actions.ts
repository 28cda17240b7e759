import type { LeavingPart } from '../../core/leaving.ts';
import { countPeople } from '../store.ts';
import { freeInstallation, lockInstallation } from './leaving-store.ts';

/** The installation has to be handed over, unless nobody else is there to own it. */
export const leavingInstallation: LeavingPart = {
  async blockers(tx, userId) {
    if ((await lockInstallation(tx)) !== userId) return [];
    const others = await countPeople(tx, userId);
    return others > 0 ? [{ kind: 'installation', id: null, name: '', alias: null, people: others }] : [];
  },
  async end({ tx }, userId) {
    // Also when it is done again, after the account was emptied.
    if ((await countPeople(tx, userId)) === 0) await freeInstallation(tx, userId);
  },
};
