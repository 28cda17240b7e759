import { fold } from '@folkmoot/contract/core/text.ts';
import { nameIn } from '@folkmoot/contract/search/rules.ts';
import { sql } from 'kysely';
import { isHere } from '../accounts/store.ts';
import { hiddenFrom, looksAfterMember } from '../blocks/store.ts';
import { allRows, type Db } from '../core/db/db.ts';

/** A searched conversation, threads included, and about how many messages it has. */
export type Home = { id: string; size: number };

/**
 * Every conversation that a person may search, threads aside: `canRead` in SQL, kept equal to it by a test,
 * without the archived ones. Private ones, channels they are in, and the open ones of their communities.
 */
export async function listHomes(db: Db, userId: string, serverId: string | undefined): Promise<Home[]> {
  return allRows(
    db,
    sql<Home>`
      with mine as (
        select m.server_id, 'VIEW_CHANNEL' = any(r.permissions) as may from members m join roles r on r.server_id = m.server_id and r.id = m.role_id
        where m.user_id = ${userId} ${serverId ? sql`and m.server_id = ${serverId}` : sql``}
      ), near as (
        select conversation_id as id from conversation_members where user_id = ${userId} ${serverId ? sql`and server_id = ${serverId}` : sql``}
        union select c.id from mine join conversations c on c.server_id = mine.server_id and c.parent_id is null and c.open_to = 'community' where mine.may)
      select c.id, c.last_seq as size from near join conversations c on c.id = near.id
      where c.parent_id is null and c.archived_at is null
        and (c.server_id is null or exists (select 1 from mine where mine.server_id = c.server_id))`,
  );
}

/** Whether a person is a member of a community. */
export async function isMember(db: Db, userId: string, serverId: string): Promise<boolean> {
  return (
    (await allRows(db, sql`select 1 from members where server_id = ${serverId} and user_id = ${userId}`)).length > 0
  );
}

/**
 * People with this username, or whose name is or starts with it; without people who are hidden from
 * the searcher, unless the searcher looks after a community that they are in.
 */
export async function findAuthorIds(db: Db, userId: string, name: string): Promise<string[]> {
  if (nameIn(name).toLowerCase() === 'me') return [userId];
  const wanted = nameIn(name);
  const beginning = `${fold(wanted).replace(/[\\%_]/g, '\\$&')} %`;
  const rows = await allRows(
    db,
    sql<{
      id: string;
    }>`select id from users u where (username = ${wanted.toLowerCase()} or search_text like ${beginning})
      and ${isHere('u')} and (not u.id = any(${hiddenFrom(userId)}) or ${looksAfterMember(userId, sql`u.id`)}) order by id limit 50`,
  );
  return rows.map((row) => row.id);
}

type Names = { id: string; names: string[] };

/** The name of each of these conversations: a channel's name, a group's, its people's names, a person's username. */
export async function listNames(db: Db, userId: string, homeIds: readonly string[]): Promise<Names[]> {
  return allRows(
    db,
    sql<Names>`
      select c.id, array_remove(array[h.name, nullif(c.name, ''), p.title, p.username], null) as names
      from conversations c left join channels h on h.server_id = c.server_id and h.conversation_id = c.id
        left join lateral (
          select string_agg(trim(u.first_name || ' ' || u.last_name), ', ' order by i.joined_at, u.id) as title,
            case when c.type = 'one-to-one' then max(u.username) end as username
          from conversation_members i join users u on u.id = i.user_id where i.conversation_id = c.id and i.user_id <> ${userId}) p on c.server_id is null
      where c.id = any(${homeIds}::uuid[])`,
  );
}
