import { sql } from 'kysely';
import { allRows, type Db } from '../core/db/db.ts';
import { FILE, type FileRow } from './store.ts';

/** The pictures of a community's home among these files: those that are its own by now, and after that still there. */
const OF_HOME = (serverId: string) => sql`used_by = ${serverId} and type = 'section' and deleted_at is null`;

export type TakingAll = { ids: readonly string[]; ownerId: string; serverId: string };

/**
 * Assigns pictures to a community's home: the uploader's own that are ready and not assigned yet. Rows are locked in the order of
 * their ids.
 *
 * @returns the ids of those that the home may show: these, and those that were its own before.
 */
export async function takePictures(db: Db, { ids, ownerId, serverId }: TakingAll, now: Date): Promise<Set<string>> {
  const rows = await allRows(
    db,
    sql<{ id: string }>`
      with free as (
        select id from files where id = any(${[...ids]}::uuid[]) and owner_id = ${ownerId} and type = 'section' and state = 'ready'
          and file_type = 'image' and claimed_at is null and deleted_at is null order by id for update
      ), own as materialized (
        select id from files where id = any(${[...ids]}::uuid[]) and ${OF_HOME(serverId)} order by id for update
      ), taken as (
        update files set used_by = ${serverId}, claimed_at = ${now} where id in (select id from free) returning id
      )
      select id from taken union all select id from own`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Pictures of a community's home, as a query that gives rows of files. */
export const picturesOfHome = (serverId: string, ids: string[]) =>
  sql<FileRow>`select ${FILE} from files f where f.id = any(${ids}::uuid[])
    and f.used_by = ${serverId} and f.type = 'section' and f.deleted_at is null`;

/** Pictures of a community's home. */
export function listPictures(db: Db, serverId: string, ids: readonly string[]): Promise<FileRow[]> {
  return allRows(db, picturesOfHome(serverId, [...ids]));
}

/** Notes since when a home's pictures have been shown nowhere; forgets it of those that are shown again. */
export async function markShown(db: Db, serverId: string, shown: readonly string[], now: Date): Promise<void> {
  await sql`update files set unshown_at = case when id = any(${[...shown]}::uuid[]) then null else ${now}::timestamptz end
    where ${OF_HOME(serverId)} and (unshown_at is null) <> (id = any(${[...shown]}::uuid[]))`.execute(db);
}

/** Deletes a home's picture that nothing shows. Returns whether there was one. */
export async function dropUnshown(db: Db, serverId: string, fileId: string, now: Date): Promise<boolean> {
  const rows = await allRows(
    db,
    sql`update files set deleted_at = ${now} where id = ${fileId} and ${OF_HOME(serverId)} and unshown_at is not null returning id`,
  );
  return rows.length > 0;
}

/** Deletes pictures of homes that nothing has shown since `before`. */
export async function deleteUnshownSince(db: Db, before: Date, now: Date): Promise<void> {
  await sql`update files set deleted_at = ${now} where unshown_at < ${before} and deleted_at is null`.execute(db);
}
