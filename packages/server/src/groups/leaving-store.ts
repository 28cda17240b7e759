import { sql } from 'kysely';
import { hiddenFrom } from '../blocks/store.ts';
import { allRows, type Db } from '../core/db/db.ts';
import type { Condition, EraseStep, NameStep } from '../core/personal-data.ts';

/** Somebody is in no list of guests any more to which they were added by name, and its number says so. */
export const deleteGuest: EraseStep = async (tx, { id }, most) => {
  const done = await sql`with gone as (
      delete from group_guests where ctid = any(array(select ctid from group_guests where user_id = ${id} limit ${most})) and user_id = ${id} returning owner_id, group_id),
    counted as (update guest_groups g set guest_count = guest_count - 1 from gone where g.owner_id = gone.owner_id and g.id = gone.group_id)
    select 1 from gone`.execute(tx);
  return done.rows.length;
};

/** Deletes somebody's groups of guests. Returns those that have a picture of their own. */
export async function deleteGroupsOf(tx: Db, ownerId: string): Promise<string[]> {
  const rows = await allRows(
    tx,
    sql<{ id: string; image: string | null }>`delete from guest_groups where owner_id = ${ownerId} returning id, image`,
  );
  return rows.flatMap(({ id, image }) => (image === null ? [] : id));
}

/** The names of somebody's own groups. */
export const nameGroups: NameStep = (db, ids, userId) =>
  allRows(
    db,
    sql<{ id: string; name: string }>`select g.id, g.name from unnest(${[...ids]}::uuid[]) i (id)
      join guest_groups g on g.owner_id = ${userId} and g.id = i.id`,
  );

/** Somebody in a group whom its owner may see, as on its screen: those who are hidden from them are not listed. */
export const guestIsShown: Condition = (userId) => sql`t.user_id is null or t.user_id <> all(${hiddenFrom(userId)})`;
