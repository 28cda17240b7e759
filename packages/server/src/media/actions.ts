import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { variantUrl } from '@folkmoot/contract/media/picture-rules.ts';
import { canAttach, isPublic } from '@folkmoot/contract/media/rules.ts';
import { type AttachmentView, refusals } from '@folkmoot/contract/media/schema.ts';
import type { CommandContext } from '../core/command.ts';
import type { Db } from '../core/db/db.ts';
import { assertAllowed, refuse } from '../core/http/errors.ts';
import {
  type AttachmentTarget,
  claimFiles,
  deleteOfMessage,
  type FileRow,
  findFile,
  isUnseenFile,
  listOfMessage,
  type Variants,
} from './store.ts';

/** The queue that makes variants, and the one that removes bytes. */
export const MEDIA_QUEUE = 'media';
export const SWEEP_QUEUE = 'media-sweep';

/** A file with the message that carries it. */
export type AttachedFile = { view: AttachmentView; conversationId: string; messageId: string };

/** What media must know about conversations and messages, which are later slices. */
export type MediaHooks = {
  /** Facts of a conversation that this person may read; refuses with 404 if they may not. */
  readable(
    tx: Db,
    conversationId: string,
    userId: string,
  ): Promise<{ serverId: string | null; permissions: readonly string[]; archived: boolean }>;
  /** Locks a conversation until the command ends. Always before its files, to avoid deadlocks. */
  lock(tx: Db, conversationId: string): Promise<void>;
  /** The conversation of a channel that this person can see; refuses with 404 if they cannot. */
  conversationOfChannel(tx: Db, channelId: string, userId: string): Promise<string>;
  /** The positions of messages in their conversation, by message. */
  seqs(tx: Db, conversationId: string, messageIds: string[]): Promise<ReadonlyMap<string, number>>;
  /** A file was deleted: the message must drop it, and its readers be notified. */
  removeFromMessage(command: CommandContext, file: AttachedFile): Promise<void>;
  /** Whether this person, or an anonymous caller, may see a picture of a community's home now. */
  seesPicture(tx: Db, picture: { serverId: string; fileId: string }, userId: string | undefined): Promise<boolean>;
  /** Takes a picture out of the draft of a community's home; returns the draft's version. Refuses people who may not. */
  removeFromHome(
    command: CommandContext,
    picture: { serverId: string; fileId: string },
    userId: string,
  ): Promise<{ version: number }>;
  /** A file's variants are ready, it failed, or its description changed: the message should show it. */
  changed(command: CommandContext, file: AttachedFile): Promise<void>;
};

/** The file as the contract describes it. */
export function attachmentView(file: FileRow): AttachmentView {
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

/** What is neither picture nor video is served unchanged, but never as a type that a browser would display. */
export function plainVariant(size: number): Variants {
  return { original: { size, mimeType: 'application/octet-stream', part: 'source' } };
}

/** The file with its message, or undefined if no message carries it. */
export function attachedFile(file: FileRow): AttachedFile | undefined {
  const { conversationId, messageId } = file;
  if (conversationId === null || messageId === null) return undefined;
  return { view: attachmentView(file), conversationId, messageId };
}

/** Locks the conversation of the message that carries a file, before the file itself is changed. */
export async function lockAround(tx: Db, hooks: MediaHooks, fileId: string): Promise<void> {
  const file = await findFile(tx, fileId);
  if (file && file.conversationId !== null) await hooks.lock(tx, file.conversationId);
}

export type Claim = AttachmentTarget & { ids: readonly string[]; ownerId: string };

/**
 * Attaches uploads to a message that is being written, in the same transaction. Returns them in the order of `ids`.
 *
 * @throws Refused `media.not-usable` if one is not the owner's own, not complete, or in another message; and
 *   `media.too-many-attachments`. Then none are attached.
 */
export async function claim(command: CommandContext, { ids, ownerId, ...target }: Claim): Promise<AttachmentView[]> {
  assertAllowed(canAttach(ids.length));
  if (ids.length === 0) return [];
  const files = await claimFiles(command.tx, ids, ownerId, target, command.now);
  if (files.length !== ids.length) refuse(refusals.notUsable);
  return files.map(attachmentView);
}

/** Deletes the files of a message that was deleted. Their bytes go once that is committed. */
export async function release(command: CommandContext, messageId: string): Promise<void> {
  const count = await deleteOfMessage(command.tx, messageId, command.now);
  if (count > 0) await command.enqueue(SWEEP_QUEUE, {});
}

/** A message's files in their current state, in its order. */
export async function attachmentsOf(tx: Db, messageId: string): Promise<AttachmentView[]> {
  return (await listOfMessage(tx, messageId)).map(attachmentView);
}

/** Whether anybody may get it: an avatar, a logo or a cover, once something shows it. */
export function isOpen(file: Pick<FileRow, 'type' | 'claimedAt'>): boolean {
  return isPublic(file.type) && file.claimedAt !== null;
}

/**
 * Whether this person, or an anonymous caller, may get a file's bytes: their own until something uses it; then a message's if they
 * may read there, but not if they do not see what its sender writes, a home's picture if they see it on a page, a group's if it is
 * theirs, and avatars, logos and covers always.
 *
 * @throws Refused 404 if not.
 */
export async function readableFile(
  tx: Db,
  hooks: MediaHooks,
  id: string,
  userId: string | undefined,
): Promise<FileRow> {
  const file = await findFile(tx, id);
  if (!file) return refuse(core.notFound);
  if (isOpen(file)) return file;
  if (file.type === 'section' && file.usedBy !== null) {
    if (!(await hooks.seesPicture(tx, { serverId: file.usedBy, fileId: file.id }, userId))) refuse(core.notFound);
    return file;
  }
  if (userId === undefined) return refuse(core.notFound);
  if (file.conversationId !== null) {
    await hooks.readable(tx, file.conversationId, userId);
    if (await isUnseenFile(tx, id, userId)) refuse(core.notFound);
  } else if (file.ownerId !== userId) refuse(core.notFound);
  return file;
}
