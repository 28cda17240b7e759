import { LIST } from '@folkmoot/contract/core/list.ts';
import type { CommandContext } from '../core/command.ts';
import type { Db } from '../core/db/db.ts';
import { partKey } from '../core/files/file-keys.ts';
import type { Files } from '../core/files/files.ts';
import { SWEEP_QUEUE } from './actions.ts';
import { deleteUnused, findFile } from './store.ts';

/**
 * The bytes of a list of people that its owner has uploaded.
 *
 * @returns undefined if there is none, if it is another person's, or if it has not arrived.
 */
export async function uploadedList(
  db: Db,
  files: Files,
  id: string,
  ownerId: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const file = await findFile(db, id);
  if (file?.ownerId !== ownerId || file.type !== 'list' || file.state !== 'ready') return undefined;
  return new Uint8Array(await files.head(partKey(file.key, 'source'), LIST.bytes));
}

/** Deletes a list once its people have been invited; one that is left is deleted after a day. */
export async function releaseList(command: CommandContext, id: string, ownerId: string): Promise<void> {
  if (await deleteUnused(command.tx, id, ownerId, command.now)) await command.enqueue(SWEEP_QUEUE, {});
}
