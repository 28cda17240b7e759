import { PAGE } from '@folkmoot/contract/core/page.ts';
import { allowed, refusals as core } from '@folkmoot/contract/core/problem.ts';
import * as api from '@folkmoot/contract/media/api.ts';
import {
  canDescribe,
  canHoldMore,
  canKeep,
  canMakeMore,
  canRemove,
  canStoreMore,
  canUpload,
  fileTypeOf,
} from '@folkmoot/contract/media/rules.ts';
import { type FileType, refusals, type SentAttachment, UPLOAD_MINUTES } from '@folkmoot/contract/media/schema.ts';
import type { z } from 'zod';
import type { CommandContext } from '../core/command.ts';
import { incomingKey, keyFor, partKey } from '../core/files/file-keys.ts';
import type { Files } from '../core/files/files.ts';
import { SNIFFED, sniff } from '../core/files/sniff.ts';
import { cutPage, fromCursor } from '../core/http/cursor.ts';
import { assertAllowed, assertFound, HttpError, refuse } from '../core/http/errors.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import { newId } from '../core/id.ts';
import type { Signer } from '../core/security/signer.ts';
import {
  attachedFile,
  attachmentView,
  lockAround,
  MEDIA_QUEUE,
  type MediaHooks,
  plainVariant,
  SWEEP_QUEUE,
} from './actions.ts';
import * as store from './store.ts';
import { bytesOf, workOf } from './work-store.ts';

type Parts = {
  files: Files;
  signer: Signer;
  hooks: MediaHooks;
  /** Bytes that one person may store; 0 for no limit. */
  quota: number;
  /** Whether every file is scanned for malware before anybody gets it. */
  scans: boolean;
};

/** Calls about uploads, and about the files of conversations. */
export function mediaHandlers({ files, signer, hooks, quota, scans }: Parts): Binding[] {
  return [
    handle(api.startUpload, async ({ tx, me, body, now }) => {
      assertAllowed(canUpload(body));
      if (body.posterOf !== undefined) {
        const video = await store.findFile(tx, body.posterOf);
        if (video?.ownerId !== me.userId || video.claimedAt) refuse(refusals.noSuchVideo);
      }
      assertAllowed(canHoldMore(await store.countUnused(tx, me.userId), body.size));
      assertAllowed(canStoreMore(await bytesOf(tx, me.userId), body.size, quota));
      const id = newId();
      const seconds = UPLOAD_MINUTES * 60;
      const expiresAt = new Date(now.getTime() + seconds * 1000);
      await store.insertFile(tx, { ...body, id, key: keyFor(id), ownerId: me.userId, now, expiresAt });
      const address =
        files.kind === 'bucket'
          ? await files.uploadAddress(incomingKey(id), body.size, seconds)
          : { url: `/uploads/${signer.sign(`${id}.${expiresAt.getTime()}`)}`, headers: {} };
      return { data: { id, method: 'PUT' as const, ...address, expiresAt: expiresAt.toISOString() } };
    }),

    // Bytes are inspected, which no transaction should wait for; each write is one statement and safe to repeat.
    handle(
      api.completeUpload,
      async (call) => {
        const { tx, me, params } = call;
        const file = await own(call, params.attachmentId, me.userId);
        if (file.state !== 'pending' && file.state !== 'stored') return attachmentView(file);
        await arrive(files, file);
        const source = partKey(file.key, 'source');
        const found = await sniff(await files.head(source, SNIFFED));
        const judged = canKeep({ ...file, declared: file.declaredType, isPoster: file.posterOf !== null }, found);
        if (!judged.ok) {
          await giveUp(call, file.id);
          throw new HttpError(judged.refusal);
        }
        const mimeType = found ?? plainType(file.declaredType);
        const fileType = fileTypeOf(mimeType);
        const mayWork = fileType === 'image' ? canMakeMore(await workOf(tx, me.userId, call.now)) : allowed;
        if (!mayWork.ok) {
          await giveUp(call, file.id);
          throw new HttpError(mayWork.refusal);
        }
        const isDone = fileType === 'file' && !scans;
        const complete = await store.markComplete(tx, file.id, {
          mimeType,
          fileType,
          state: isDone ? 'ready' : 'processing',
          variants: isDone ? plainVariant(file.size) : {},
        });
        if (!complete) return attachmentView(await own(call, file.id, me.userId));
        if (complete.state === 'processing') await call.enqueue(MEDIA_QUEUE, { fileId: file.id });
        return attachmentView(complete);
      },
      { transaction: false },
    ),

    handle(api.describeAttachment, async (call) => {
      const { tx, me, params, body } = call;
      await lockAround(tx, hooks, params.attachmentId);
      const file = assertFound(await store.setAlt(tx, params.attachmentId, me.userId, body.alt), core.notFound);
      const sent = attachedFile(file);
      if (sent) assertAllowed(canDescribe(await hooks.readable(tx, sent.conversationId, me.userId)));
      if (sent) await hooks.changed(call, sent);
      return attachmentView(file);
    }),

    handle(api.discardUpload, async ({ tx, me, params, now, enqueue }) => {
      if (!(await store.deleteUnused(tx, params.attachmentId, me.userId, now))) refuse(core.notFound);
      await enqueue(SWEEP_QUEUE, {});
      return { message: 'File removed.' };
    }),

    handle(api.listChannelAttachments, async (call) => {
      const { tx, me, params, query } = call;
      return listMedia(
        call,
        await hooks.conversationOfChannel(tx, params.channelId, me.userId),
        me.userId,
        query,
        hooks,
      );
    }),

    handle(api.listConversationAttachments, async (call) =>
      listMedia(call, call.params.conversationId, call.me.userId, call.query, hooks),
    ),

    handle(api.deleteAttachment, async (call) => {
      const { tx, me, query, now, enqueue } = call;
      if (query.type === 'section') {
        const serverId = query.serverId ?? refuse(core.invalid, { serverId: 'Name the community of this picture.' });
        return {
          message: 'File removed.',
          ...(await hooks.removeFromHome(call, { serverId, fileId: query.id }, me.userId)),
        };
      }
      await lockAround(tx, hooks, query.id);
      const file = assertFound(await store.findFile(tx, query.id, true), core.notFound);
      const sent = assertFound(attachedFile(file), core.notFound);
      const viewer = await hooks.readable(tx, sent.conversationId, me.userId);
      if (file.type !== query.type || (query.serverId && query.serverId !== viewer.serverId)) refuse(core.notFound);
      assertAllowed(canRemove(file, { userId: me.userId, ...viewer }));
      await store.deleteFile(tx, file.id, now);
      await hooks.removeFromMessage(call, sent);
      await enqueue(SWEEP_QUEUE, {});
      return { message: 'File removed.' };
    }),
  ];
}

/** A file of the caller's own; anybody else's does not exist. */
async function own({ tx }: CommandContext, id: string, userId: string): Promise<store.FileRow> {
  const file = await store.findFile(tx, id);
  return assertFound(file?.ownerId === userId ? file : undefined, core.notFound);
}

/** Moves the bytes away from where the upload address points, so that nothing sent there later can change them. */
async function arrive(files: Files, file: store.FileRow): Promise<void> {
  const [incoming, source] = [incomingKey(file.id), partKey(file.key, 'source')];
  const size = (await files.size(incoming)) ?? (await files.size(source)) ?? refuse(refusals.notArrived);
  if (size !== file.size) refuse(refusals.lessThanSaid);
  await files.move(incoming, source);
}

async function giveUp(command: CommandContext, id: string): Promise<void> {
  await store.deleteFile(command.tx, id, command.now);
  await command.enqueue(SWEEP_QUEUE, {});
}

/** The claimed type of unknown content: used as a label on the screen, never to decide how it is displayed. */
function plainType(declared: string): string {
  return fileTypeOf(declared) === 'file' ? declared : 'application/octet-stream';
}

const KINDS: Record<FileType | 'media', FileType[]> = {
  image: ['image'],
  video: ['video'],
  file: ['file'],
  media: ['image', 'video'],
};

async function listMedia(
  { tx }: CommandContext,
  conversationId: string,
  userId: string,
  query: z.output<typeof api.listConversationAttachments.query>,
  hooks: MediaHooks,
): Promise<{ data: SentAttachment[]; nextCursor: string | null }> {
  const { serverId } = await hooks.readable(tx, conversationId, userId);
  if (query.serverId !== undefined && query.serverId !== serverId) refuse(core.notFound);
  const read = await store.listMedia(tx, conversationId, {
    fileTypes: query.fileType === undefined ? ['image', 'video', 'file'] : KINDS[query.fileType],
    after: fromCursor(query.cursor, 'text'),
    limit: PAGE + 1,
    viewerId: userId,
    withAuthors: !query.trimmed,
  });
  const { rows, nextCursor } = cutPage(read, PAGE, (row) => [row.claimedAt.toISOString(), row.id]);
  const seqs = await hooks.seqs(tx, conversationId, [...new Set(rows.map((row) => row.messageId))]);
  const data = rows.map((row) => ({
    ...attachmentView(row),
    messageId: row.messageId,
    seq: seqs.get(row.messageId) ?? null,
    ...(query.trimmed ? {} : { author: row.author }),
    createdAt: row.claimedAt.toISOString(),
  }));
  return { data, nextCursor };
}
