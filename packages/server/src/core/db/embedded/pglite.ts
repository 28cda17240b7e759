import { Duplex } from 'node:stream';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { closeToOthers } from '../data-folder.ts';

/*
 * PGlite: PostgreSQL compiled to WebAssembly, inside this process. It serves the machines on which no PostgreSQL of
 * ours starts. We speak to it as to any PostgreSQL, through `pg`, only that the socket ends in the same process.
 */

const OPTIONS: PGliteOptions = { extensions: { btree_gin, pg_trgm } };

/** Opens the database in a folder, or makes it. */
export async function openPgliteFolder(folder: string): Promise<PGlite> {
  const pglite = await PGlite.create(folder, OPTIONS);
  closeToOthers(folder);
  return pglite;
}

/** Makes a database in memory, optionally from a dump of its files. */
export async function openPgliteMemory(dump?: Blob): Promise<PGlite> {
  return PGlite.create({ ...OPTIONS, ...(dump ? { loadDataDir: dump } : {}) });
}

/** The message with which a client says goodbye: https://www.postgresql.org/docs/18/protocol-message-formats.html */
const TERMINATE = 'X'.charCodeAt(0);

/** What `pg` takes for a socket. */
export class PgliteSocket extends Duplex {
  readonly #pglite: PGlite;

  constructor(pglite: PGlite) {
    super();
    this.#pglite = pglite;
  }

  connect(): this {
    // PGlite has one session for all connections: clear what the previous connection left in it.
    this.#reset().then(
      () => this.emit('connect'),
      (error: Error) => this.destroy(error),
    );
    return this;
  }

  async #reset(): Promise<void> {
    // Outside a transaction this is a warning; and the second cannot be sent together with it.
    await this.#pglite.exec('rollback');
    await this.#pglite.exec('discard all');
  }

  // What a socket can do besides: there is no network here.
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  override _read(): void {
    // What PGlite answers is pushed when it answers.
  }

  override _write(message: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#pass(message).then(() => done(), done);
  }

  override _writev(messages: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#pass(Buffer.concat(messages.map(({ chunk }) => chunk))).then(() => done(), done);
  }

  async #pass(message: Buffer): Promise<void> {
    if (message[0] === TERMINATE) {
      this.push(null);
      return;
    }
    await this.#pglite.runExclusive(() =>
      // The memory behind the answer is used again for the next one.
      this.#pglite.execProtocolRawStream(message, { onRawData: (answer) => void this.push(Buffer.from(answer)) }),
    );
  }
}
