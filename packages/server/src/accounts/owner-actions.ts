import type { Refusal } from '@folkmoot/contract/core/problem.ts';
import type { Db } from '../core/db/db.ts';
import { refuse } from '../core/http/errors.ts';
import { findInstallationOwner } from './store.ts';

/** Refuses everybody but the owner of the installation. */
export async function needOwner(tx: Db, userId: string, refusal: Refusal): Promise<void> {
  if ((await findInstallationOwner(tx)) !== userId) refuse(refusal);
}
