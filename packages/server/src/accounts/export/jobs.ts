import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { EXPORT } from '@folkmoot/contract/accounts/export-schema.ts';
import { looksLikeId } from '@folkmoot/contract/core/id-shape.ts';
import { runCommand } from '../../core/command.ts';
import { isDiskFull } from '../../core/disk.ts';
import { writeArchive } from '../../core/export/write-archive.ts';
import type { Queue } from '../../core/jobs/jobs.ts';
import type { AppContext } from '../../core/slice.ts';
import { fillArchive, sizeOfFiles } from './archive-actions.ts';
import { EXPORT_QUEUE, exportKey } from './export-actions.ts';
import { exportReadyMail } from './export-mail.ts';
import * as store from './export-store.ts';
import { NoRoom, needRoom } from './room-actions.ts';

const DAY_MS = 86_400_000;
/** Copies that are deleted together. */
const AT_ONCE = 100;
/** How often a process says that it still works on a copy, in milliseconds. */
const BEAT_MS = 20_000;

/** Nobody wants the copy any more, or the process is about to stop. */
class Stopped extends Error {}

type Parts = Pick<
  AppContext,
  'db' | 'services' | 'clock' | 'config' | 'files' | 'waitUntilIdle' | 'personalData' | 'log' | 'appUrl'
>;

/**
 * Prepares copies of people's data, one after the other, and deletes those that nobody can download any more. A copy is written into
 * the data folder and stored once it is complete. A process that dies leaves a row whose lease runs out; then it is begun anew.
 */
export function exportQueue(parts: Parts): Queue<never> {
  const { db, clock, config, files } = parts;
  const workshop = join(config.dataDir, 'work', 'exports');
  const queue: Queue = {
    name: EXPORT_QUEUE,
    every: 60,
    drains: true,
    async work(_, stopping) {
      await mkdir(workshop, { recursive: true, mode: 0o700 });
      while (!stopping()) {
        const taken = await store.takeNext(db, clock.now());
        // Once the lease of a process that died is taken over.
        await sweepWorkshop(parts, workshop);
        if (!taken) break;
        await prepare(parts, workshop, taken, stopping);
      }
      while (!stopping()) {
        const unwanted = await store.listUnwanted(db, clock.now(), AT_ONCE);
        for (const { id } of unwanted) {
          await files.remove(bytesOf(id));
          await store.forgetExport(db, id);
        }
        if (unwanted.length < AT_ONCE) break;
      }
      await sweepStore(parts);
    },
  };
  return queue as Queue<never>;
}

/** Where the bytes of a copy may be, on a disk also half of them. */
const bytesOf = (id: string) => [exportKey(id), `${exportKey(id)}.part`];

/** Deletes what processes that died have left in the data folder. */
async function sweepWorkshop({ db }: Parts, workshop: string): Promise<void> {
  const names = await readdir(workshop);
  const leases = names.map((name) => name.replace(/\.zip$/, '')).filter(looksLikeId);
  const held = new Set(leases.length > 0 ? await store.listHeld(db, leases) : []);
  for (const name of names) if (!held.has(name.replace(/\.zip$/, ''))) await rm(join(workshop, name), { force: true });
}

/**
 * Deletes copies in a folder that no row knows, as after a backup was restored. Nothing is listed in a bucket: there a life-cycle rule
 * does it.
 */
async function sweepStore({ db, files }: Parts): Promise<void> {
  if (files.kind !== 'disk') return;
  const names = await readdir(join(files.folder, dirname(exportKey('x')))).catch(() => []);
  const ids = [...new Set(names.map((name) => name.replace(/\.part$/, '')))].filter(looksLikeId);
  const unknown = ids.length > 0 ? await store.listUnknown(db, ids) : [];
  await files.remove(unknown.flatMap(bytesOf));
}

async function prepare(parts: Parts, workshop: string, taken: store.Taken, stopping: () => boolean): Promise<void> {
  const { db, services, clock, config, files, log } = parts;
  const path = join(workshop, `${taken.lease}.zip`);
  let [items, isBegun] = [0, false];
  // A large file may take longer than a lease.
  const beat = setInterval(() => void store.keepLease(db, taken, items, clock.now()).catch(() => undefined), BEAT_MS);
  /** Between two pieces: people's requests first, and is it still wanted? */
  const step = async (more: number) => {
    items += more;
    await parts.waitUntilIdle(1000);
    if (stopping() || !(await store.keepLease(db, taken, items, clock.now()))) throw new Stopped();
    await room();
  };
  let bytes = 0;
  const room = () => needRoom({ path, folder: workshop, reserveMb: config.diskReserveMb, files: bytes });
  try {
    bytes = await sizeOfFiles(parts, taken.userId);
    await room();
    isBegun = true;
    const archive = writeArchive(path, clock.now());
    try {
      await fillArchive(archive, { ...parts, person: taken, step, at: clock.now() });
      await archive.end();
    } finally {
      archive.destroy();
    }
    const { size } = await stat(path);
    await step(0);
    await files.storeLast(path, exportKey(taken.id));
    const readyUntil = new Date(clock.now().getTime() + EXPORT.days * DAY_MS);
    await runCommand(db, services, true, async (command) => {
      if (!(await store.finishExport(command.tx, taken, { items, size, readyUntil }))) throw new Stopped();
      const sender = { product: config.appName, origin: parts.appUrl() };
      await command.sendMail(exportReadyMail({ to: taken.email, firstName: taken.firstName, ...sender }));
    });
  } catch (error) {
    const isFull = error instanceof NoRoom || isDiskFull(error);
    if (isFull) log.warn({ err: error, export: taken.id }, 'a copy of somebody’s data waits until the disk has room');
    else if (!(error instanceof Stopped))
      log.error({ err: error, export: taken.id }, 'a copy of somebody’s data could not be made');
    const how = isFull ? (isBegun ? 'ran-out' : 'no-room') : error instanceof Stopped ? 'again' : 'failed';
    // What was stored after its row was gone would stay for ever. Another process may have stored, or be about to store, the same:
    // no other process begins while this one holds the lease.
    await store.keepLease(db, taken, items, clock.now());
    if (!(await store.isAnothers(db, taken))) await files.remove(bytesOf(taken.id)).catch(() => undefined);
    await store.giveUp(db, taken, how, clock.now());
  } finally {
    clearInterval(beat);
    await rm(path, { force: true });
  }
}
