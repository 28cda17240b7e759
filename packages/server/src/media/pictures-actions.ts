import type { Tint } from '@folkmoot/contract/core/tint.ts';
import { coverTintOf, pictureIdOf, SHOWN, variantUrl } from '@folkmoot/contract/media/picture-rules.ts';
import { type PicturePurpose, refusals } from '@folkmoot/contract/media/schema.ts';
import type { CommandContext } from '../core/command.ts';
import { refuse } from '../core/http/errors.ts';
import { SWEEP_QUEUE } from './actions.ts';
import { dropPicture, dropPicturesOf, handPicture, lockPicture, takePicture } from './pictures-store.ts';

type PictureTarget = {
  /** The uploader: the caller. */
  ownerId: string;
  purpose: PicturePurpose;
  /** The id of the person, community, conversation or event that shows it. */
  usedBy: string;
  /** The input that named it, for the refusal. */
  field: string;
};

export type ClaimedPicture = { url: string; tint: Tint | undefined };

/**
 * Keeps an uploaded picture for the person, community or event that will show it, in the transaction that stores its
 * address. Unclaimed ones are swept after a day.
 *
 * @returns the address to store, and a cover's tint.
 * @throws Refused `media.not-usable` at `field` if it is not the owner's own, not ready, for another purpose, or
 *   claimed before.
 */
export async function claimPicture(
  { tx, now }: CommandContext,
  { fileId, field, ...target }: PictureTarget & { fileId: string },
): Promise<ClaimedPicture> {
  const taken = await takePicture(tx, { fileId, ...target }, now);
  if (!taken) return refuse(refusals.pictureNotUsable, { [field]: refusals.pictureNotUsable.message });
  return { url: variantUrl(taken.id, SHOWN[target.purpose]), tint: taken.tint ?? undefined };
}

/** Releases a picture that is not shown any more, by its address. Anything but this owner's upload is left alone. */
export async function releasePicture(command: CommandContext, url: string | null, usedBy: string): Promise<void> {
  const fileId = pictureIdOf(url);
  if (fileId === undefined) return;
  if (await dropPicture(command.tx, fileId, usedBy, command.now)) await command.enqueue(SWEEP_QUEUE, {});
}

/**
 * Before a picture is released that others may show too, it is transferred to them, and so stays.
 *
 * @param findOther another one that shows it, searched while the picture is locked.
 */
export async function keepForOthers(
  { tx }: CommandContext,
  url: string | null,
  usedBy: string,
  findOther: (url: string) => Promise<string | undefined>,
): Promise<void> {
  const fileId = pictureIdOf(url);
  if (fileId === undefined || url === null) return;
  await lockPicture(tx, fileId);
  const other = await findOther(url);
  if (other !== undefined) await handPicture(tx, fileId, usedBy, other);
}

/** Releases every picture of owners that are being deleted. */
export async function releasePicturesOf(command: CommandContext, ...usedBy: string[]): Promise<void> {
  if ((await dropPicturesOf(command.tx, usedBy, command.now)) > 0) await command.enqueue(SWEEP_QUEUE, {});
}

/** Claims a picture that a person uploaded of themselves, and releases the previous one. Returns the address to store. */
export async function replacePortrait(
  command: CommandContext,
  userId: string,
  before: string | null,
  after: string | null,
): Promise<string | null> {
  const target = { ownerId: userId, purpose: 'avatar' as const, usedBy: userId, field: 'profile_photo' };
  const next = await replacePicture(command, before, after, target);
  return next ? next.url : before;
}

/**
 * What an update does with a field that holds a picture's address: claims an upload that is new there, and releases
 * the previous one. Our own art, an empty value, and what was there already pass.
 *
 * @param before what the field holds, `after` what it is to hold; undefined leaves it as it is.
 * @returns the address to store and, of a new cover, its tint; undefined if nothing changes.
 * @throws Refused as `claimPicture`, also for an address under `/files` that belongs to no picture.
 */
export async function replacePicture(
  command: CommandContext,
  before: string | null,
  after: string | null | undefined,
  target: PictureTarget,
): Promise<{ url: string | null; tint: Tint | undefined } | undefined> {
  if (after === undefined || after === before) return undefined;
  const fileId = pictureIdOf(after);
  if (fileId !== undefined && fileId === pictureIdOf(before)) return undefined;
  if (fileId === undefined && after?.startsWith('/files/'))
    refuse(refusals.pictureNotUsable, { [target.field]: refusals.pictureNotUsable.message });
  const next =
    fileId === undefined
      ? { url: after, tint: coverTintOf(after) }
      : await claimPicture(command, { ...target, fileId });
  await releasePicture(command, before, target.usedBy);
  return next;
}
