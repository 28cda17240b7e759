import type { LeavingPart } from '../core/leaving.ts';
import { closeAccountsOf, countBought, listPaying, listUnsettled, lockAccountsOf } from './leaving-store.ts';

/** Somebody deletes their account: money that is on its way arrives first. What was paid stays in the books, without a name. */
export const leavingPayments: LeavingPart = {
  async blockers(tx, userId, now, lock) {
    if (lock) await lockAccountsOf(tx, userId);
    const sales = await listUnsettled(tx, userId, now);
    const own = await listPaying(tx, userId);
    return [
      ...sales.map((one) => ({ kind: 'sales' as const, ...one })),
      ...own.map((one) => ({ kind: 'payment' as const, ...one, alias: null, people: 0 })),
    ];
  },
  counts: async (tx, userId) => ({ payments: await countBought(tx, userId) }),
  end: ({ tx, now }, userId) => closeAccountsOf(tx, userId, now),
};
