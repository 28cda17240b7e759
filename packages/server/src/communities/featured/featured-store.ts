import { FEATURED, type FeaturedRow, type FeaturedView } from '@folkmoot/contract/communities/featured-schema.ts';
import { sql } from 'kysely';
import { allRows, type Db, firstRow } from '../../core/db/db.ts';
import { cutPage, fromCursor } from '../../core/http/cursor.ts';
import { card } from '../store.ts';

type Shown = { id: string; position: number; view: FeaturedView };

/** Featured communities that are public now, in order: a page of them. */
export async function listShown(db: Db, viewerId: string | undefined, cursor: string | undefined) {
  const position = fromCursor(cursor, 'count');
  const after = position ? sql`where (f.position, f.id) > (${position[0]}::int, ${position[1]}::uuid)` : sql``;
  const rows = await allRows(
    db,
    sql<Shown>`select f.id, f.position, json_build_object('featuredCommunityId', f.id, 'community', c.card) as view
      from featured_communities f
      cross join lateral (${card(viewerId)} where s.id = f.server_id and s.visibility = 'public') c
      ${after} order by f.position, f.id limit ${FEATURED.page + 1}`,
  );
  const page = cutPage(rows, FEATURED.page, (row) => [row.position, row.id]);
  return { data: page.rows.map(({ view }) => view), nextCursor: page.nextCursor };
}

const ROW = sql`f.id as "featuredCommunityId", json_build_object('id', s.id, 'visibility', s.visibility,
  'name', case when s.visibility = 'secret' then f.name else s.name end,
  'logo', case when s.visibility = 'secret' then null else s.logo end,
  'memberCount', case when s.visibility = 'secret' then null else s.member_count end) as community
  from featured_communities f join servers s on s.id = f.server_id`;

/** All featured communities in order. Of a secret one, nothing that has come after it was featured. */
export async function listFeatured(db: Db): Promise<FeaturedRow[]> {
  return allRows(db, sql<FeaturedRow>`select ${ROW} order by f.position, f.id`);
}

/** A featured community, by its own id. */
export async function findFeatured(db: Db, serverId: string): Promise<FeaturedRow | undefined> {
  return firstRow(db, sql<FeaturedRow>`select ${ROW} where f.server_id = ${serverId}`);
}

/** Lets changes of what is featured happen one after the other. */
export async function lockFeatured(db: Db): Promise<void> {
  await sql`select from installation for no key update`.execute(db);
}

/** The ids of what is featured, in order. */
export async function listFeaturedIds(db: Db): Promise<string[]> {
  const rows = await allRows(db, sql<{ id: string }>`select id from featured_communities order by position, id`);
  return rows.map(({ id }) => id);
}

/** Adds a community; its place is given by `orderFeatured`. */
export async function insertFeatured(
  db: Db,
  featured: { id: string; serverId: string; name: string },
  now: Date,
): Promise<void> {
  await db
    .insertInto('featured_communities')
    .values({ id: featured.id, server_id: featured.serverId, name: featured.name, position: 0, created_at: now })
    .execute();
}

export async function orderFeatured(db: Db, ids: readonly string[]): Promise<void> {
  await sql`update featured_communities f set position = o.position - 1
    from unnest(${[...ids]}::uuid[]) with ordinality o(id, position) where f.id = o.id`.execute(db);
}

/** Removes one of them, or all. */
export async function deleteFeatured(db: Db, featuredId: string | undefined): Promise<void> {
  const all = db.deleteFrom('featured_communities');
  await (featuredId === undefined ? all : all.where('id', '=', featuredId)).execute();
}
