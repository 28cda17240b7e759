import type { BanView } from '@folkmoot/contract/communities/schema.ts';
import { PAGE } from '@folkmoot/contract/core/page.ts';
import { sql } from 'kysely';
import { allRows, type Db, firstRow } from '../core/db/db.ts';
import { cutPage, fromCursor } from '../core/http/cursor.ts';
import { newId } from '../core/id.ts';

export async function isBanned(db: Db, serverId: string, userId: string): Promise<boolean> {
  const row = await firstRow(
    db,
    sql<{
      banned: boolean;
    }>`select exists (select 1 from bans where server_id = ${serverId} and user_id = ${userId}) as banned`,
  );
  return row?.banned ?? false;
}

export type NewBan = { userId: string; reason: string; by: string };

/** Writes a ban; false if the person was banned already. */
export async function insertBan(db: Db, serverId: string, ban: NewBan, now: Date): Promise<boolean> {
  const row = await firstRow(
    db,
    sql<{ id: string }>`insert into bans (server_id, user_id, id, reason, banned_by, banned_at)
      values (${serverId}, ${ban.userId}, ${newId()}, ${ban.reason}, ${ban.by}, ${now})
      on conflict (server_id, user_id) do nothing returning id`,
  );
  return row !== undefined;
}

/** Ends a ban; false if there was none. */
export async function deleteBan(db: Db, serverId: string, userId: string): Promise<boolean> {
  const rows = await allRows(
    db,
    sql<{ id: string }>`delete from bans where server_id = ${serverId} and user_id = ${userId} returning id`,
  );
  return rows.length > 0;
}

const person = (alias: string) => {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  return sql`json_build_object('id', ${of('id')}, 'firstName', ${of('first_name')}, 'lastName', ${of('last_name')}, 'username', ${of('username')}, 'imageUrl', ${of('image')})`;
};

/** Banned people, latest first. */
export async function listBans(db: Db, serverId: string, cursor: string | undefined) {
  const position = fromCursor(cursor, 'count');
  const rows = await allRows(
    db,
    sql<Omit<BanView, 'bannedAt'> & { id: string; banned_at: Date }>`
      select b.id, b.reason, b.banned_at, ${person('u')} as person,
        case when m.id is null then null else ${person('m')} end as "bannedBy"
      from bans b join users u on u.id = b.user_id left join users m on m.id = b.banned_by
      where b.server_id = ${serverId} ${position ? sql`and b.id < ${position[1]}::uuid` : sql``} order by b.id desc limit ${PAGE + 1}`,
  );
  const page = cutPage(rows, PAGE, (row) => [0, row.id]);
  const data = page.rows.map(({ id: _, banned_at, ...row }) => ({ ...row, bannedAt: banned_at.toISOString() }));
  return { data, nextCursor: page.nextCursor };
}

export type NewTimeout = { userId: string; until: Date; reason: string; by: string };

/** Keeps a person from writing until a moment; one that they have already is replaced. */
export async function putTimeout(db: Db, serverId: string, { userId, until, reason, by }: NewTimeout, now: Date) {
  await sql`insert into timeouts (server_id, user_id, until, reason, given_by, given_at)
    values (${serverId}, ${userId}, ${until}, ${reason}, ${by}, ${now})
    on conflict (server_id, user_id) do update set until = excluded.until, reason = excluded.reason, given_by = excluded.given_by, given_at = excluded.given_at`.execute(
    db,
  );
}

/** Ends a time-out; false if none lasted. Those that are over go too. */
export async function deleteTimeout(db: Db, serverId: string, userId: string, now: Date): Promise<boolean> {
  const rows = await allRows(
    db,
    sql<{ until: Date }>`delete from timeouts where server_id = ${serverId} and user_id = ${userId} returning until`,
  );
  return rows.some(({ until }) => until > now);
}
