import { Readable } from 'node:stream';
import { type CopiedTable, copiedTables, type Names, nameRows, readOwn } from '../../core/db/export-person.ts';
import { archiveName } from '../../core/export/archive-names.ts';
import { type CopiedFile, indexPage } from '../../core/export/index-page.ts';
import type { Archive } from '../../core/export/write-archive.ts';
import type { AppContext } from '../../core/slice.ts';
import type { Taken } from './export-store.ts';

/** How many rows or files are read at a time. Only one such batch of a copy is in memory. */
const BATCH = 500;
/** Letters that are compressed together. */
const PIECE = 64 * 1024;
/** Files that the page in a copy lists; the rest are in the folder. */
const LISTED = 1000;
/** The bytes of files in one copy, at most: buckets take 5 GB in one piece. */
const MOST_BYTES = 4 * 2 ** 30;

type Parts = Pick<AppContext, 'db' | 'files' | 'personalData' | 'config' | 'appUrl'> & {
  person: Pick<Taken, 'userId' | 'username' | 'name'>;
  at: Date;
  /** Called between two pieces with what was done since; throws to stop. */
  step: (items: number) => Promise<void>;
  mostBytes?: number;
};

type Part = { entry: string; tables: { title: string; rows: number }[] };

/** Writes all that there is of a person: a JSON file for each slice, their files, and a page that says what is where. */
export async function fillArchive(archive: Archive, parts: Parts): Promise<void> {
  const names: Names = Object.assign({}, ...parts.personalData.map(({ names: some }) => some));
  const written: Part[] = [];
  for (const slice of parts.personalData) {
    const tables = copiedTables(slice);
    if (tables.length === 0) continue;
    const part: Part = { entry: `data/${slice.slice}.json`, tables: [] };
    written.push(part);
    await archive.add(part.entry, inPieces(json(parts, tables, names, part)));
  }
  const files = await addFiles(archive, parts);
  const { name, username } = parts.person;
  const [product, origin] = [parts.config.appName, parts.appUrl()];
  const page = indexPage({ product, origin, name, username, at: parts.at, parts: written, ...files });
  await archive.add('index.html', Readable.from([page]));
}

/** The same in pieces of a certain size: compressing each row by itself takes several times as long, and leaves more behind. */
async function* inPieces(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = '';
  for await (const text of texts) {
    piece += text;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

/** An object with an array for each table, written row by row. */
async function* json(
  { db, person, step }: Parts,
  tables: readonly CopiedTable[],
  names: Names,
  part: Part,
): AsyncGenerator<string> {
  yield '{';
  for (const [nth, table] of tables.entries()) {
    yield `${nth === 0 ? '' : ','}\n${JSON.stringify(table.title)}: [`;
    let rows = 0;
    for await (const batch of readOwn(db, table, person.userId, BATCH)) {
      const named = await nameRows(db, batch, names, person.userId);
      for (const row of named) {
        yield `${rows === 0 ? '' : ','}\n${JSON.stringify(row)}`;
        rows += 1;
      }
      await step(batch.length);
    }
    part.tables.push({ title: table.title, rows });
    yield rows === 0 ? ']' : '\n]';
  }
  yield '\n}\n';
}

/** The bytes of the files that a person's copy will have. */
export async function sizeOfFiles(
  { db, personalData }: Pick<Parts, 'db' | 'personalData'>,
  userId: string,
): Promise<number> {
  let bytes = 0;
  for (const { files: list } of personalData) {
    let after: string | undefined;
    for (;;) {
      const batch = (await list?.(db, userId, after, BATCH)) ?? [];
      for (const { size } of batch) bytes += size;
      after = batch.at(-1)?.id;
      if (batch.length < BATCH) break;
    }
  }
  return Math.min(bytes, MOST_BYTES);
}

/** The person's files, as they are kept: what cannot be read, or would be too much, is only named. */
async function addFiles(
  archive: Archive,
  { db, files, personalData, person, step, mostBytes = MOST_BYTES }: Parts,
): Promise<{ files: CopiedFile[]; more: number }> {
  const listed: CopiedFile[] = [];
  let [nth, bytes] = [0, 0];
  for (const { files: list } of personalData) {
    let after: string | undefined;
    for (;;) {
      const batch = (await list?.(db, person.userId, after, BATCH)) ?? [];
      for (const { key, name, size } of batch) {
        nth += 1;
        const content = bytes + size > mostBytes ? undefined : await files.open(key);
        const entry = archiveName(name, nth);
        if (content) {
          bytes += content.size;
          await archive.add(entry, content.stream, { compress: false });
        }
        if (listed.length < LISTED) listed.push({ entry, size, isThere: content !== undefined });
        await step(1);
      }
      after = batch.at(-1)?.id;
      if (batch.length < BATCH) break;
    }
  }
  return { files: listed, more: nth - listed.length };
}
