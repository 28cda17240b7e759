import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { COVER_CUT, PIXELS, VARIANT_EDGE } from '@folkmoot/contract/media/schema.ts';
import { type CommandContext, runCommand, type Services } from '../core/command.ts';
import type { Db } from '../core/db/db.ts';
import { allKeys, type Part, partKey } from '../core/files/file-keys.ts';
import type { Files } from '../core/files/files.ts';
import { type Pictures, Unreadable } from '../core/files/pictures.ts';
import type { Scanner } from '../core/files/scanner.ts';
import { stripVideo } from '../core/files/video.ts';
import { newId } from '../core/id.ts';
import type { Queue } from '../core/jobs/jobs.ts';
import type { Log } from '../core/log.ts';
import { attachedFile, lockAround, MEDIA_QUEUE, type MediaHooks, plainVariant, SWEEP_QUEUE } from './actions.ts';
import * as store from './store.ts';
import { sweepFiles } from './sweep-jobs.ts';
import { forgetWork, giveBack, insertWork, takeNext } from './work-store.ts';

type Parts = {
  db: Db;
  files: Files;
  pictures: Pictures;
  hooks: MediaHooks;
  /** Scans every file before anybody can open it, if a scanner is configured. */
  scanner: Scanner | undefined;
  log: Log;
  /** A local folder to work in. */
  workshop: string;
  services: Services;
};

const HOUR_MS = 3_600_000;
const DRAWING_MS = 10_000;
/** After this a job goes to the end of the queue. */
const ONE_JOB_MS = 30_000;
/** A job whose file has to wait checks again after this many seconds. */
const AGAIN_SECONDS = 65;
/** How often a file is tried, and how many milliseconds later each further try comes: over three hours in all. */
const TRIES = 20;
const PUT_OFF_MS = 60_000;

const FAILED: store.Made = { state: 'failed', width: null, height: null, variants: {} };

/** Makes variants of uploads, and removes what nothing uses. */
export function mediaQueues(parts: Parts): Queue<never>[] {
  const media: Queue<{ fileId: string }> = {
    name: MEDIA_QUEUE,
    work: ({ fileId }, stopping) => makeNext(parts, fileId, stopping),
    workers: 2,
  };
  const sweep: Queue = {
    name: SWEEP_QUEUE,
    work: async () => {
      const now = parts.services.clock.now();
      await sweepFiles(parts.db, parts.files, now);
      await forgetWork(parts.db, now);
      for (const fileId of await store.listStuck(parts.db, new Date(now.getTime() - HOUR_MS)))
        await runCommand(parts.db, parts.services, false, (command) => command.enqueue(MEDIA_QUEUE, { fileId }));
    },
    every: 3600,
  };
  return [media as Queue<never>, sweep as Queue<never>];
}

/**
 * Makes variants of the waiting files, in a fair order: a job says that there is something to do, and not for whom.
 * After half a minute it goes on behind the other jobs of the queue. If its own file is still waiting at the end,
 * because another of the same person is in progress, because it will be retried later, or because a process died that
 * had it, the job comes back in a minute.
 */
async function makeNext(parts: Parts, fileId: string, stopping: () => boolean): Promise<void> {
  const { db, services } = parts;
  const until = services.clock.now().getTime() + ONE_JOB_MS;
  while (!stopping()) {
    if (services.clock.now().getTime() >= until) return services.jobs.enqueue(db, MEDIA_QUEUE, { fileId });
    const next = await takeNext(db, services.clock.now());
    if (next === undefined) break;
    await makeVariants(parts, next.id).catch((error: unknown) => putOff(parts, next, error));
  }
  const own = await store.findFile(db, fileId);
  if (!own) return;
  if (own.state === 'processing')
    await services.jobs.enqueue(db, MEDIA_QUEUE, { fileId }, { startAfter: AGAIN_SECONDS });
  // Finished by an earlier try that was killed before it had cleaned up.
  else if (own.fileType !== 'file') await parts.files.remove([partKey(own.key, 'source')]);
}

/** A file of which nothing could be made now, such as while the scanner is unavailable; in the end it has failed. */
async function putOff(parts: Parts, { id, tries }: { id: string; tries: number }, error: unknown): Promise<void> {
  const { db, services, log } = parts;
  log.warn({ err: error, fileId: id, tries }, 'a file could not be processed');
  const file = tries < TRIES ? undefined : await store.findFile(db, id);
  if (file) return runCommand(db, services, true, (command) => finish(parts, command, file, FAILED));
  await giveBack(db, id, new Date(services.clock.now().getTime() + tries * PUT_OFF_MS));
}

/**
 * Makes what is served of a picture or a video. Its output has fixed locations and the row changes once, so a job that
 * was killed can run again, and running twice changes nothing.
 */
async function makeVariants(parts: Parts, fileId: string): Promise<void> {
  const { db, files, workshop, services } = parts;
  const file = await store.findFile(db, fileId);
  if (!file) return;
  if (file.state === 'processing') {
    // One for each try: if two overlap, the second must not remove the first try's files.
    const folder = join(workshop, `${fileId}-${newId()}`);
    await mkdir(folder, { recursive: true });
    const since = services.clock.now().getTime();
    try {
      const video = file.posterOf === null ? undefined : await store.findFile(db, file.posterOf);
      const made = await makeFrom(parts, file, folder, video ?? file).catch(ifUnreadable);
      await runCommand(db, services, true, (command) => finish(parts, command, file, made));
      // Deleted while this was being made: nothing else would remove what was put there.
      for (const one of [file, ...(video ? [video] : [])])
        if (!(await store.findFile(db, one.id))) await files.remove(allKeys(one));
    } finally {
      await rm(folder, { recursive: true, force: true });
      const now = services.clock.now();
      if (file.ownerId) await insertWork(db, file.ownerId, now.getTime() - since, now);
    }
  }
  if (file.fileType === 'file') return;
  // The original upload is not kept: it contains the location.
  await files.remove([partKey(file.key, 'source')]);
}

/** Records what was made, and notifies the readers of the message that carries it. */
async function finish({ hooks }: Parts, command: CommandContext, file: store.FileRow, made: store.Made): Promise<void> {
  await lockAround(command.tx, hooks, file.posterOf ?? file.id);
  const finished = await store.finishFile(command.tx, file.id, made);
  if (!finished) return;
  const shown = file.posterOf === null ? finished : await absorbPoster(command, file.id, file.posterOf, made);
  const sent = shown && attachedFile(shown);
  if (sent) await hooks.changed(command, sent);
}

/**
 * Gives a video its poster frame, which is stored beside it by now; the picture as which the frame was uploaded is no
 * longer needed.
 */
async function absorbPoster(command: CommandContext, id: string, videoId: string, made: store.Made) {
  await store.deleteFile(command.tx, id, command.now);
  await command.enqueue(SWEEP_QUEUE, {});
  return made.state === 'ready' ? store.setPoster(command.tx, videoId, made) : undefined;
}

function ifUnreadable(error: unknown): store.Made {
  if (error instanceof Unreadable) return FAILED;
  throw error;
}

/** @param target the file to which the variants belong: the video where `file` is a frame of one, else itself. */
async function makeFrom(parts: Parts, file: store.FileRow, folder: string, target: store.FileRow): Promise<store.Made> {
  const source = join(folder, 'source');
  await parts.files.fetch(partKey(file.key, 'source'), source);
  const harmful = await parts.scanner?.scan(source);
  if (harmful !== undefined) {
    parts.log.warn(
      { event: 'malware-found', name: harmful, fileId: file.id, userId: file.ownerId },
      'a file was refused',
    );
    throw new Unreadable(harmful);
  }
  if (file.fileType === 'file') return { state: 'ready', width: null, height: null, variants: plainVariant(file.size) };
  return file.fileType === 'image' ? makePicture(parts, file, folder, target) : makeVideo(parts, source, file);
}

async function makePicture(
  { files, pictures }: Parts,
  file: store.FileRow,
  out: string,
  target: store.FileRow,
): Promise<store.Made> {
  const cuts = file.type === 'cover' ? COVER_CUT : undefined;
  const { mimeType, width, height, hasLarge, tint } = await pictures.make({
    path: join(out, 'source'),
    mimeType: file.mimeType ?? '',
    out,
    edges: VARIANT_EDGE,
    cuts,
    pixels: PIXELS,
    // A drawing is a program: a few lines can keep a processor busy for minutes.
    patience: file.mimeType === 'image/svg+xml' ? DRAWING_MS : undefined,
  });
  const put = async (part: Part, type: string) => ({
    size: await files.store(join(out, part), partKey(target.key, part)),
    mimeType: type,
  });
  const variants: store.Variants = {
    ...(target === file ? { original: await put('original', mimeType) } : {}),
    ...(hasLarge ? { large: await put('large', 'image/webp') } : {}),
    thumb: await put('thumb', 'image/webp'),
    ...(cuts ? { '500x250': await put('500x250', 'image/webp'), og: await put('og', 'image/jpeg') } : {}),
  };
  return { state: 'ready', mimeType, width, height, tint, variants };
}

async function makeVideo({ files }: Parts, path: string, file: store.FileRow): Promise<store.Made> {
  const mimeType = file.mimeType ?? 'video/mp4';
  if (mimeType !== 'video/webm') await stripVideo(path);
  const { size } = await stat(path);
  await files.store(path, partKey(file.key, 'original'));
  return { state: 'ready', width: null, height: null, variants: { original: { size, mimeType } } };
}
