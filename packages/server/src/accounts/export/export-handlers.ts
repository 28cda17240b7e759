import * as api from '@folkmoot/contract/accounts/export-api.ts';
import { EXPORT, type ExportView } from '@folkmoot/contract/accounts/export-schema.ts';
import type { Db } from '../../core/db/db.ts';
import { refuse } from '../../core/http/errors.ts';
import { type Binding, handle } from '../../core/http/handle.ts';
import type { Signer } from '../../core/security/signer.ts';
import { EXPORT_QUEUE, exportUrl } from './export-actions.ts';
import * as store from './export-store.ts';

const HOUR_MS = 3_600_000;

/** Calls with which people ask for a copy of their data. */
export function exportHandlers(signer: Signer): Binding[] {
  const viewOf = async (tx: Db, userId: string, now: Date): Promise<ExportView> => {
    const [row, last] = [await store.findNewest(tx, userId), await store.lastCounted(tx, userId, now)];
    const next = last && new Date(last.getTime() + EXPORT.hours * HOUR_MS);
    const isOver = row?.state === 'ready' && row.readyUntil !== null && row.readyUntil <= now;
    const state = isOver ? 'expired' : (row?.state ?? 'none');
    const isReady = row && state === 'ready' && row.readyUntil !== null;
    return {
      state,
      askedAt: row?.askedAt.toISOString() ?? null,
      items: row?.items ?? 0,
      size: isReady ? row.size : null,
      url: isReady && row.readyUntil ? exportUrl(signer, row.id, row.readyUntil) : null,
      readyUntil: isReady ? (row.readyUntil?.toISOString() ?? null) : null,
      nextAt: next && next > now ? next.toISOString() : null,
    };
  };
  return [
    handle(api.getExport, async ({ tx, me, now }) => ({ data: await viewOf(tx, me.userId, now) })),

    handle(api.startExport, async ({ tx, me, now, wake }) => {
      await store.lockPerson(tx, me.userId);
      const before = await viewOf(tx, me.userId, now);
      if (before.state === 'preparing') return { message: 'Your data is being prepared.', data: before };
      if (before.nextAt !== null) {
        const { tooSoon, failedTooOften } = api.serverRefusals;
        return refuse(before.state === 'failed' ? failedTooOften : tooSoon);
      }
      await store.insertExport(tx, me.userId, now);
      wake(EXPORT_QUEUE);
      return { message: 'Your data is being prepared.', data: await viewOf(tx, me.userId, now) };
    }),
  ];
}
