import type { LeavingPart } from '../../core/leaving.ts';
import type { Signer } from '../../core/security/signer.ts';
import { disownExports } from './export-store.ts';

/** The queue that prepares copies of people's data, and deletes them. */
export const EXPORT_QUEUE = 'accounts.export';

/** Where the bytes of a copy are. */
export function exportKey(id: string): string {
  return `exports/${id}`;
}

/** The address of a copy. It is good until its days are over, and only together with a session of its person. */
export function exportUrl(signer: Signer, id: string, until: Date): string {
  return `/files/export/${signer.sign(`${id}.${until.getTime()}`)}`;
}

/** The copies of somebody who deletes their account are nobody's from then on, and their bytes are deleted. */
export const leavingExports: LeavingPart = {
  async end(command, userId) {
    if ((await disownExports(command.tx, userId)) > 0) command.wake(EXPORT_QUEUE);
  },
};
