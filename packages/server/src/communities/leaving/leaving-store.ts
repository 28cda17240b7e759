import { DELETED_MEMBER } from '@folkmoot/contract/communities/audit-schema.ts';
import { sql } from 'kysely';
import { allRows, type Db } from '../../core/db/db.ts';
import { DELETED_MEMBER as NO_PERSON } from '../../core/id.ts';
import type { EraseStep, Leaver, NameStep } from '../../core/personal-data.ts';

type AuditRow = { serverId: string; id: string; subjectId: string | null; before: unknown; after: unknown };

/**
 * What was done to somebody stays in the audit log, and what it says of them does not. Only lines about the person are changed,
 * value by value: a community that is called like them keeps its name. A line that was changed does not mention them any more.
 */
export const forgetInAudit: EraseStep = async (tx, leaver, most) => {
  const { id } = leaver;
  // The operator can use an index, the function of the same meaning cannot.
  const holds = (column: 'before' | 'after') => sql`${sql.ref(column)} @? ${`$.** ? (@ == "${id}")`}::jsonpath`;
  const rows = await allRows(
    tx,
    sql<AuditRow>`with about as materialized (
        select server_id, id from audit_log where subject_id = ${id}::uuid or ${holds('before')} or ${holds('after')})
      select a.server_id as "serverId", a.id, a.subject_id as "subjectId", a.before, a.after
      from (select * from about order by server_id, id limit ${most}) first
        join audit_log a on a.server_id = first.server_id and a.id = first.id
      order by a.server_id, a.id for update of a`,
  );
  const cleaned = rows.map(({ serverId, id: line, subjectId, before, after }) => {
    const clean = (value: unknown) => without(leaver, value, subjectId === id);
    return { server_id: serverId, id: line, before: clean(before), after: clean(after) };
  });
  if (rows.length > 0)
    await sql`update audit_log a set subject_id = nullif(a.subject_id, ${id}::uuid), before = c.before, after = c.after
    from jsonb_to_recordset(${JSON.stringify(cleaned)}::jsonb) c(server_id uuid, id uuid, before jsonb, after jsonb)
    where a.server_id = c.server_id and a.id = c.id`.execute(tx);
  return rows.length;
};

/** What a line says, without this person; if it is about them, also without the reason that somebody wrote. */
function without(leaver: Leaver, value: unknown, about: boolean): unknown {
  const { id, email, username, firstName, lastName } = leaver;
  if (typeof value === 'string') {
    // Lists of people show the one who stands for those who are gone.
    if (value === id) return NO_PERSON;
    if (value === email) return '';
    return [`@${username}`, `${firstName} ${lastName}`.trim()].includes(value) ? DELETED_MEMBER : value;
  }
  if (Array.isArray(value)) return value.map((one) => without(leaver, one, about));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, about && key === 'reason' ? '' : without(leaver, one, about)]),
  );
}

/** The communities that somebody made, with how many others are in each. */
export async function listMade(
  tx: Db,
  userId: string,
  lock: boolean,
): Promise<{ id: string; name: string; slug: string; others: number }[]> {
  // Who joins meanwhile waits for the lock, and is counted or refused.
  if (lock) await sql`select from servers where creator_id = ${userId} order by id for update`.execute(tx);
  return allRows(
    tx,
    sql<{ id: string; name: string; slug: string; others: number }>`select s.id, s.name, s.slug,
        (select count(*)::int from members m where m.server_id = s.id and m.user_id <> ${userId}) as others
      from servers s where s.creator_id = ${userId} order by s.name, s.id`,
  );
}

/** Somebody's memberships. */
export async function listMembershipsOf(tx: Db, userId: string): Promise<{ serverId: string; memberId: string }[]> {
  return allRows(
    tx,
    sql<{
      serverId: string;
      memberId: string;
    }>`select server_id as "serverId", id as "memberId" from members where user_id = ${userId} order by server_id`,
  );
}

/** The names of communities that somebody is in, or that everybody can see. */
export const nameCommunities: NameStep = (db, ids, userId) =>
  allRows(
    db,
    sql<{
      id: string;
      name: string;
    }>`select s.id, s.name from unnest(${[...ids]}::uuid[]) i (id) join servers s on s.id = i.id
      where s.visibility = 'public' or exists (select from members m where m.server_id = s.id and m.user_id = ${userId})`,
  );
