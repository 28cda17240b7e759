import type { PersonView } from '@folkmoot/contract/accounts/schema.ts';
import type { AuditGroup } from '@folkmoot/contract/communities/audit-schema.ts';
import { PAGE } from '@folkmoot/contract/core/page.ts';
import { sql } from 'kysely';
import { allRows, type Db } from '../core/db/db.ts';
import { cutPage, fromCursor } from '../core/http/cursor.ts';
import { newId } from '../core/id.ts';

export type AuditRow = {
  serverId: string;
  actorId: string;
  action: string;
  subjectId?: string;
  before?: object;
  after?: object;
};

/** One line of the audit log. */
export async function insertAudit(db: Db, entry: AuditRow, now: Date): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      server_id: entry.serverId,
      id: newId(),
      actor_id: entry.actorId,
      action: entry.action,
      subject_id: entry.subjectId ?? null,
      before: entry.before === undefined ? null : JSON.stringify(entry.before),
      after: entry.after === undefined ? null : JSON.stringify(entry.after),
      created_at: now,
    })
    .execute();
}

export type AuditLine = {
  id: string;
  at: string;
  action: string;
  actor: PersonView | null;
  subjectId: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};

type Filter = { cursor?: string | undefined; group?: AuditGroup | undefined; actorId?: string | undefined };

/** The log, newest first. */
export async function listAudit(
  db: Db,
  serverId: string,
  { cursor, group, actorId }: Filter,
): Promise<{ data: AuditLine[]; nextCursor: string | null }> {
  const position = fromCursor(cursor, 'count');
  const rows = await allRows(
    db,
    sql<Omit<AuditLine, 'at'> & { created_at: Date }>`
      select a.id, a.action, a.subject_id as "subjectId", a.before, a.after, a.created_at,
        case when u.id is null then null else json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'username', u.username, 'imageUrl', u.image) end as actor
      from audit_log a left join users u on u.id = a.actor_id
      where a.server_id = ${serverId} ${group ? sql`and split_part(a.action, '.', 1) = ${group}` : sql``}
        ${actorId ? sql`and a.actor_id = ${actorId}` : sql``} ${position ? sql`and a.id < ${position[1]}::uuid` : sql``}
      order by a.id desc limit ${PAGE + 1}`,
  );
  const page = cutPage(rows, PAGE, (row) => [0, row.id]);
  const data = page.rows.map(({ created_at, ...row }) => ({ ...row, at: created_at.toISOString() }));
  return { data, nextCursor: page.nextCursor };
}

/** Names of people by id; deleted accounts are missing. */
export async function findPersonNames(db: Db, userIds: string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await allRows(
    db,
    sql<{ id: string; name: string }>`select id, name from users where id = any(${userIds}::uuid[])`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
