import * as api from '@folkmoot/contract/mailings/api.ts';
import { refusals } from '@folkmoot/contract/mailings/health-schema.ts';
import { findInstallationOwner } from '../../accounts/store.ts';
import type { Db } from '../../core/db/db.ts';
import { refuse } from '../../core/http/errors.ts';
import { type Binding, handle } from '../../core/http/handle.ts';
import { resumeMailing } from '../actions.ts';
import { deleteStop, pageStops, readHealth } from './health-store.ts';

/** Calls with which the owner of the installation sees how letters go, and who gets none. */
export const healthHandlers: Binding[] = [
  handle(api.getMailHealth, async ({ tx, me, now }) => {
    await needOwner(tx, me.userId);
    return readHealth(tx, now);
  }),

  handle(api.resumePaused, async (call) => {
    await needOwner(call.tx, call.me.userId);
    await resumeMailing(call, call.params.mailingId);
    return { message: 'Sending goes on.' };
  }),

  handle(api.listMailStops, async ({ tx, me, query, now }) => {
    await needOwner(tx, me.userId);
    return pageStops(tx, { ...query, now });
  }),

  handle(api.removeMailStop, async ({ tx, me, body, now }) => {
    await needOwner(tx, me.userId);
    if (!(await deleteStop(tx, body, me.userId, now))) refuse(refusals.notStopped);
    return { message: 'The address can get letters again.' };
  }),
];

async function needOwner(tx: Db, userId: string): Promise<void> {
  if ((await findInstallationOwner(tx)) !== userId) refuse(refusals.ownerOnly);
}
