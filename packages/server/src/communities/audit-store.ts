import type { Db } from '../core/db.ts';
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
