import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { backup, check } from './backup.ts';
import type { Database } from './db.ts';

/*
 * The embedded database can be open in one process at a time, so a running server makes its backups itself. The
 * command asks for one on a loopback port, with a token that only the owner of the data folder can read, and gets the
 * file.
 */

const TOKEN_BYTES = 32;
const PATIENCE_MS = 10_000;

/**
 * Makes backups for commands that ask, one after another, and records beside the lock where to ask.
 *
 * @returns a function that stops it; nothing to do if the database is not an embedded one on disk.
 */
export async function serveBackups(database: Database, dataDir: string, clock: Clock, log: Log): Promise<() => void> {
  const { lock } = database;
  if (!lock) return () => undefined;
  const token = randomBytes(TOKEN_BYTES);
  let last: Promise<unknown> = Promise.resolve();
  const server = createServer((socket) => {
    socket.setTimeout(PATIENCE_MS, () => socket.destroy());
    socket.on('error', () => socket.destroy());
    let given = Buffer.alloc(0);
    const hear = (data: Buffer) => {
      given = Buffer.concat([given, data]);
      if (given.length < TOKEN_BYTES) return;
      socket.off('data', hear);
      // From here on it waits for us.
      socket.setTimeout(0);
      if (given.length !== TOKEN_BYTES || !timingSafeEqual(given, token)) return socket.destroy();
      last = last.then(() => send(socket)).catch((error) => log.error({ err: error }, 'a backup could not be made'));
    };
    socket.on('data', hear);
  });
  const send = async (socket: Socket) => {
    // Written here first: a slow reader must not keep the database waiting.
    const file = join(dataDir, `backup-${randomBytes(6).toString('hex')}.tmp`);
    try {
      await backup(database, file, clock);
      socket.setTimeout(PATIENCE_MS);
      await pipeline(createReadStream(file), socket);
    } catch (error) {
      socket.destroy();
      throw error;
    } finally {
      for (const one of [file, `${file}.part`]) await rm(one, { force: true });
    }
  };
  // Left by a process that was killed while it made a backup.
  for (const name of await readdir(dataDir))
    if (/^backup-[0-9a-f]{12}\.tmp(\.part)?$/.test(name)) await rm(join(dataDir, name), { force: true });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  server.unref();
  const address = server.address();
  if (typeof address === 'object' && address !== null)
    lock.announce({ port: address.port, token: token.toString('base64url') });
  return () => void server.close();
}

/**
 * Has a running server make a backup. The file gets its name only once it is complete.
 *
 * @throws if the server does not answer or the backup is interrupted.
 */
export async function fetchBackup({ port, token }: { port: number; token: string }, file: string): Promise<void> {
  const unfinished = `${file}.part`;
  const socket = connect(port, '127.0.0.1');
  socket.write(Buffer.from(token, 'base64url'));
  try {
    await pipeline(socket, createWriteStream(unfinished, { mode: 0o600 }));
    await check(unfinished);
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw new Error('The running server did not finish the backup. Look at its messages, and try again.', {
      cause: error,
    });
  }
}
