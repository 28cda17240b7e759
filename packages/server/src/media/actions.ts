import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { canAttach, variantUrl } from '@folkmoot/contract/media/rules.ts';
import { type AttachmentView, refusals } from '@folkmoot/contract/media/schema.ts';
import { areHidden } from '../blocks/store.ts';
import type { CommandContext } from '../core/command.ts';
import type { Db } from '../core/db/db.ts';
import { assertAllowed, refuse } from '../core/http/errors.ts';
import {
  type AttachmentTarget,
  claimFiles,
  deleteOfMessage,
  type FileRow,
  findFile,
  listOfMessage,
  type Variants,
} from './store.ts';

/** The queue that makes variants, and the one that removes bytes. */
export const MEDIA_QUEUE = 'media';
export const SWEEP_QUEUE = 'media-sweep';

/** A file with the message that carries it. */
export type PlacedFile = { view: AttachmentView; conversationId: string; messageId: string };

/** What media must know of conversations and messages, which come later: `app.ts` connects it. */
export type MediaHooks = {
  /** Facts of a conversation that this person may read; refuses with 404 where they may not. */
  readable(
    tx: Db,
    conversationId: string,
    userId: string,
  ): Promise<{ serverId: string | null; permissions: readonly string[]; archived: boolean }>;
  /** Holds a conversation until the command ends. Always before its files are, so that no two wait crosswise. */
  hold(tx: Db, conversationId: string): Promise<void>;
  /** The conversation of a channel that this person can see; refuses with 404 where they cannot. */
  conversationOfChannel(tx: Db, channelId: string, userId: string): Promise<string>;
  /** The places of messages in their conversation, by message. */
  seqs(tx: Db, conversationId: string, messageIds: string[]): Promise<ReadonlyMap<string, number>>;
  /** A file was deleted: the message is to lose it, and its readers to be told. */
  removeFromMessage(command: CommandContext, file: PlacedFile): Promise<void>;
  /** A file's variants are there, it failed, or its description changed: the message is to show it. */
  changed(command: CommandContext, file: PlacedFile): Promise<void>;
};

/** What the contract promises of a file. */
export function viewOf(file: FileRow): AttachmentView {
  const state = file.state === 'ready' || file.state === 'failed' ? file.state : 'processing';
  return {
    id: file.id,
    fileName: file.fileName,
    fileType: file.fileType,
    type: file.type,
    mimeType: file.mimeType ?? file.declaredType,
    size: file.size,
    url: variantUrl(file.id, 'original'),
    thumbnailUrl: file.variants.thumb ? variantUrl(file.id, 'thumb') : null,
    fileKey: file.key,
    width: file.width,
    height: file.height,
    alt: file.alt,
    ...(file.tint === null ? {} : { tint: file.tint }),
    state,
  };
}

/** What is neither picture nor film is served as it came, but never as anything that a browser would show. */
export function plainVariant(size: number): Variants {
  return { original: { size, mimeType: 'application/octet-stream', part: 'source' } };
}

/** The file with its message, or undefined where no message carries it. */
export function placeOf(file: FileRow): PlacedFile | undefined {
  const { conversationId, messageId } = file;
  if (conversationId === null || messageId === null) return undefined;
  return { view: viewOf(file), conversationId, messageId };
}

/** Holds the conversation of the message that carries a file, before the file itself is changed. */
export async function holdAround(tx: Db, hooks: MediaHooks, fileId: string): Promise<void> {
  const file = await findFile(tx, fileId);
  if (file && file.conversationId !== null) await hooks.hold(tx, file.conversationId);
}

export type Claim = AttachmentTarget & { ids: readonly string[]; ownerId: string };

/**
 * Gives uploads to a message that is being written, in the same transaction. Answers them in the order of `ids`.
 *
 * @throws Refused `media.not-usable` where one is not the owner's own, not complete, or in another message; and
 *   `media.too-many-attachments`. Nothing is given then.
 */
export async function claim(command: CommandContext, { ids, ownerId, ...place }: Claim): Promise<AttachmentView[]> {
  assertAllowed(canAttach(ids.length));
  if (ids.length === 0) return [];
  const files = await claimFiles(command.tx, ids, ownerId, place, command.now);
  if (files.length !== ids.length) refuse(refusals.notUsable);
  return files.map(viewOf);
}

/** Deletes the files of a message that was deleted. Their bytes go once that is committed. */
export async function release(command: CommandContext, messageId: string): Promise<void> {
  const count = await deleteOfMessage(command.tx, messageId, command.now);
  if (count > 0) await command.enqueue(SWEEP_QUEUE, {});
}

/** A message's files as they now are, in its order. */
export async function attachmentsOf(tx: Db, messageId: string): Promise<AttachmentView[]> {
  return (await listOfMessage(tx, messageId)).map(viewOf);
}

/**
 * Whether a file's bytes may go to this person, or to nobody in particular: one's own until a message carries it, a
 * message's to those who may read there, but not to people hidden from who sent it, pictures of people and places to all.
 *
 * @throws Refused 404 where not.
 */
export async function readableFile(
  tx: Db,
  hooks: MediaHooks,
  id: string,
  userId: string | undefined,
): Promise<FileRow> {
  const file = await findFile(tx, id);
  if (!file) return refuse(core.notFound);
  if (file.type !== 'message') return file;
  if (userId === undefined) return refuse(core.notFound);
  if (file.conversationId !== null) {
    await hooks.readable(tx, file.conversationId, userId);
    if (file.ownerId !== null && (await areHidden(tx, userId, [file.ownerId]))) refuse(core.notFound);
  } else if (file.ownerId !== userId) refuse(core.notFound);
  return file;
}
