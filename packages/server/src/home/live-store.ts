import type { PersonView } from '@folkmoot/contract/accounts/schema.ts';
import { LIMITS, type NewMemberView } from '@folkmoot/contract/home/schema.ts';
import { sql } from 'kysely';
import { hiddenFrom } from '../blocks/store.ts';
import { allRows, type Db, firstRow } from '../core/db/db.ts';

/** Nobody who is hidden from the viewer; for visitors there is nobody. */
const notHidden = (viewerId: string | undefined) =>
  viewerId === undefined ? sql`` : sql`and not m.user_id = any(${hiddenFrom(viewerId)})`;

const PERSON = sql`u.id, u.first_name as "firstName", u.last_name as "lastName", u.username, u.image as "imageUrl"`;

/** The people who joined a community last, newest first. */
export async function listNewMembers(db: Db, serverId: string, viewerId: string | undefined): Promise<NewMemberView[]> {
  const rows = await allRows(
    db,
    sql<
      PersonView & { joinedAt: Date }
    >`select ${PERSON}, m.joined_at as "joinedAt" from members m join users u on u.id = m.user_id
      where m.server_id = ${serverId} ${notHidden(viewerId)}
      order by m.joined_at desc, m.user_id desc limit ${sql.lit(LIMITS.newMembers)}`,
  );
  return rows.map((row) => ({ ...row, joinedAt: row.joinedAt.toISOString() }));
}

/** Those of the people who are members of a community, as far as the viewer may see them. */
export function listPeople(
  db: Db,
  serverId: string,
  userIds: readonly string[],
  viewerId: string | undefined,
): Promise<PersonView[]> {
  return allRows(
    db,
    sql<PersonView>`select ${PERSON} from members m join users u on u.id = m.user_id
      where m.server_id = ${serverId} and m.user_id = any(${[...userIds]}::uuid[]) ${notHidden(viewerId)} order by u.id`,
  );
}

/** How many of the people are members of a community. */
export async function countMembersAmong(db: Db, serverId: string, userIds: readonly string[]): Promise<number> {
  const row = await firstRow(
    db,
    sql<{ count: number }>`select count(*)::int as count from members
      where server_id = ${serverId} and user_id = any(${[...userIds]}::uuid[])`,
  );
  return row?.count ?? 0;
}
