import { sql } from 'kysely';
import { allRows, type Db } from '../core/db/db.ts';

/**
 * Locks the order of a community's channels and categories until the transaction ends, so that concurrent moves run
 * one after the other and each sees the latest order.
 */
export async function lockOrder(db: Db, serverId: string): Promise<void> {
  await sql`select from servers where id = ${serverId} for no key update`.execute(db);
}

/** Every channel of a category (or of none) in its order, those included that a mover may not see. */
export async function listChannelOrder(db: Db, serverId: string, categoryId: string | null): Promise<string[]> {
  const rows = await allRows(
    db,
    sql<{ id: string }>`select id from channels where server_id = ${serverId} and archived_at is null
      and category_id is not distinct from ${categoryId}::uuid order by position, is_default desc, name, id`,
  );
  return rows.map((row) => row.id);
}

/** Every category of a community in its order. */
export async function listCategoryOrder(db: Db, serverId: string): Promise<string[]> {
  const rows = await allRows(
    db,
    sql<{ id: string }>`select id from categories where server_id = ${serverId} order by position, search_text, id`,
  );
  return rows.map((row) => row.id);
}

/** Numbers the channels of one category in this order, and puts them all into it. */
export async function numberChannels(
  db: Db,
  serverId: string,
  categoryId: string | null,
  order: readonly string[],
): Promise<void> {
  await sql`update channels h set position = o.position, category_id = ${categoryId}::uuid
    from unnest(${order}::uuid[]) with ordinality as o (id, position)
    where h.server_id = ${serverId} and h.id = o.id
      and (h.position is distinct from o.position or h.category_id is distinct from ${categoryId}::uuid)`.execute(db);
}

/** Numbers a community's categories in this order. */
export async function numberCategories(db: Db, serverId: string, order: readonly string[]): Promise<void> {
  await sql`update categories k set position = o.position from unnest(${order}::uuid[]) with ordinality as o (id, position)
    where k.server_id = ${serverId} and k.id = o.id and k.position is distinct from o.position`.execute(db);
}
