import type { AttachmentView } from '@folkmoot/contract/media/schema.ts';
import type { CommandContext } from '../core/command.ts';
import type { Db } from '../core/db/db.ts';
import { attachmentView, SWEEP_QUEUE } from './actions.ts';
import { dropUnshown, listPictures, markShown, type TakingAll, takePictures } from './home-pictures-store.ts';
import type { FileRow } from './store.ts';

/** Keeps uploaded pictures for a community's home. Returns the ids of those among them that it may show. */
export async function claimForHome({ tx, now }: CommandContext, picture: TakingAll): Promise<Set<string>> {
  return picture.ids.length === 0 ? new Set() : takePictures(tx, picture, now);
}

/** Pictures of a community's home as the contract describes them, by id. */
export async function homePictures(
  tx: Db,
  serverId: string,
  ids: readonly string[],
): Promise<Map<string, AttachmentView>> {
  return pictureViews(ids.length === 0 ? [] : await listPictures(tx, serverId, ids));
}

/** Files as the contract describes them, by id. */
export function pictureViews(rows: readonly FileRow[]): Map<string, AttachmentView> {
  return new Map(rows.map((row) => [row.id, attachmentView(row)]));
}

/**
 * What a home's draft and its kept pages show now. A picture that nothing shows is deleted a day later, so that its removal can be
 * undone until then.
 */
export async function keepShown(
  { tx, now }: CommandContext,
  serverId: string,
  shown: readonly string[],
): Promise<void> {
  await markShown(tx, serverId, shown, now);
}

/** Deletes a picture at once, if no page shows it. */
export async function dropFromHome(command: CommandContext, serverId: string, fileId: string): Promise<void> {
  if (await dropUnshown(command.tx, serverId, fileId, command.now)) await command.enqueue(SWEEP_QUEUE, {});
}
