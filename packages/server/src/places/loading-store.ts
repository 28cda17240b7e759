import { sql } from 'kysely';
import { type Db, firstRow } from '../core/db/db.ts';
import type { Batch } from '../core/gazetteer/gazetteer-data.ts';
import { SIZES } from './store.ts';

/** How much of this revision, or a later one, is in the tables: searches can be answered from `usable` on. */
export async function stateOf(db: Db, revision: number): Promise<'none' | 'usable' | 'loaded'> {
  const row = await firstRow(
    db,
    sql<{ state: 'none' | 'usable' | 'loaded' }>`select case when revision < ${revision} then 'none'
      when loaded_at is not null then 'loaded' when usable_at is not null then 'usable' else 'none' end as state from place_loads`,
  );
  return row?.state ?? 'none';
}

/**
 * Claims the loading for one process, and empties the tables. One that has not added anything since `silentSince` no
 * longer has the claim. Returns whether the claim is ours.
 */
export async function claimLoading(
  tx: Db,
  { loadId, revision, now, silentSince }: { loadId: string; revision: number; now: Date; silentSince: Date },
): Promise<boolean> {
  const claimed = await firstRow(
    tx,
    sql<{ load_id: string }>`
      insert into place_loads (revision, load_id, touched_at) values (${revision}, ${loadId}, ${now})
      on conflict (only_row) do update set revision = excluded.revision, load_id = excluded.load_id,
        touched_at = excluded.touched_at, usable_at = null, loaded_at = null
      where place_loads.revision <= excluded.revision
        and (place_loads.revision < excluded.revision or place_loads.loaded_at is null and place_loads.touched_at < ${silentSince})
      returning load_id`,
  );
  if (!claimed) return false;
  await sql`truncate places, place_names, place_areas, place_outlines`.execute(tx);
  return true;
}

const SIZE = sql.join(
  SIZES.map((people, size) => sql`when t.people >= ${sql.lit(people)} then ${sql.lit(size)}`),
  sql` `,
);

/** How a batch is added: the rest of a statement whose `claim` has its rows, and is empty without a claim. */
const INSERTS = {
  towns: sql`town as (
      select t.*, floor(t.lat)::int * 1000 + floor(t.lng + 180)::int % 360 as cell, (case ${SIZE} else ${sql.lit(SIZES.length)} end) as size
      from claim, json_to_recordset(claim.rows) as t(id bigint, name text, country text, region text, district text, lat float8,
        lng float8, people int, is_part boolean, key text, others text[])),
    placed as (insert into places (id, name, country, region, district, lat, lng, people, size, cell, is_part)
      select id, name, country, region, district, lat, lng, people, size, cell, is_part from town on conflict do nothing),
    added as (insert into place_names (is_main, size, key, place_id, people)
      select true, size, key, id, people from town where not is_part and key <> ''
      union all select false, size, other, id, people from town, unnest(others) other where not is_part
      on conflict do nothing)`,
  areas: sql`added as (insert into place_areas (code, name, key) select a.code, a.name, a.key from claim,
      json_to_recordset(claim.rows) as a(code text, name text, key text) on conflict do nothing)`,
  outlines: sql`added as (insert into place_outlines (id, kind, south, north, west, east, points)
      select o.id, o.kind, o.south, o.north, o.west, o.east, decode(o.points, 'base64') from claim, json_to_recordset(claim.rows)
        as o(id int, kind text, south float8, north float8, west float8, east float8, points text) on conflict do nothing)`,
  usable: sql`marked as (select true)`,
} as const;

/** Adds rows, unless another process has taken over. Returns whether the claim is still ours. */
export async function addRows(db: Db, loadId: string, { rows, json }: Batch, now: Date): Promise<boolean> {
  const row = await firstRow(
    db,
    sql<{ ours: boolean }>`
      with claim as (update place_loads set touched_at = ${now} where load_id = ${loadId} and loaded_at is null returning nullif(${json}, '')::json as rows),
        ${INSERTS[rows]} select true as ours from claim`,
  );
  return row?.ours ?? false;
}

/** Says that searches can be answered. Nothing if another process has taken over. */
export async function markUsable(db: Db, loadId: string, now: Date): Promise<void> {
  await sql`update place_loads set usable_at = ${now} where load_id = ${loadId}`.execute(db);
}

/** Says that everything is there. Nothing if another process has taken over. */
export async function finishLoading(db: Db, loadId: string, now: Date): Promise<void> {
  await sql`update place_loads set loaded_at = ${now} where load_id = ${loadId}`.execute(db);
}

/** Gives the claim back before everything is there, so that the next process need not wait until it is stale. */
export async function releaseClaim(db: Db, loadId: string): Promise<void> {
  await sql`update place_loads set touched_at = '-infinity' where load_id = ${loadId} and loaded_at is null`.execute(
    db,
  );
}

/** Statistics about the new rows: a plan without them reads everything. */
export async function analyzePlaces(db: Db): Promise<void> {
  for (const table of ['places', 'place_names', 'place_areas', 'place_outlines'])
    await sql`analyze ${sql.table(table)}`.execute(db);
}
