import { fold } from '@folkmoot/contract/core/text.ts';
import { sql } from 'kysely';
import { allRows, type Db } from '../core/db/db.ts';
import { containing } from '../core/http/cursor.ts';
import { newId } from '../core/id.ts';

type Category = { id: string; name: string; channelCount: number };

/** Categories by name or in the order they were put in, with how many channels each holds that the viewer can see. */
export async function listCategories(
  db: Db,
  serverId: string,
  userId: string,
  editor: boolean,
  { search = '', by = 'name' }: { search?: string; by?: 'name' | 'position' } = {},
): Promise<Category[]> {
  return allRows(
    db,
    sql<Category>`
      select k.id, k.name, count(h.id)::int as "channelCount" from categories k
      left join channels h on h.server_id = k.server_id and h.category_id = k.id and h.archived_at is null and (h.mode = 'public' or ${editor}::boolean
        or exists (select 1 from conversation_members p where p.conversation_id = h.conversation_id and p.user_id = ${userId}))
      where k.server_id = ${serverId} and k.search_text like ${containing(fold(search))}
      group by k.server_id, k.id order by ${by === 'position' ? sql`k.position,` : sql``} k.search_text, k.id`,
  );
}

/** Whether no channel is in a category, archived ones included. */
export async function isEmpty(db: Db, categoryId: string): Promise<boolean> {
  const row = await db.selectFrom('channels').select('id').where('category_id', '=', categoryId).executeTakeFirst();
  return row === undefined;
}

/** Writes a category. Violates `categories_name` when the name is taken. */
export async function insertCategory(db: Db, serverId: string, name: string, now: Date): Promise<string> {
  const id = newId();
  await db
    .insertInto('categories')
    .values({ server_id: serverId, id, name, search_text: fold(name), created_at: now })
    .execute();
  return id;
}

/** Renames a category; false if it does not exist. Violates `categories_name` when the name is taken. */
export async function renameCategory(db: Db, serverId: string, id: string, name: string): Promise<boolean> {
  const rows = await db
    .updateTable('categories')
    .set({ name, search_text: fold(name) })
    .where('server_id', '=', serverId)
    .where('id', '=', id)
    .returning('id')
    .execute();
  return rows.length > 0;
}

export async function findCategory(
  db: Db,
  serverId: string,
  id: string,
): Promise<{ id: string; name: string } | undefined> {
  return db
    .selectFrom('categories')
    .select(['id', 'name'])
    .where('server_id', '=', serverId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Deletes a category; its channels stay, in none. */
export async function deleteCategory(db: Db, serverId: string, id: string): Promise<void> {
  await db
    .updateTable('channels')
    .set({ category_id: null })
    .where('server_id', '=', serverId)
    .where('category_id', '=', id)
    .execute();
  await db.deleteFrom('categories').where('server_id', '=', serverId).where('id', '=', id).execute();
}
