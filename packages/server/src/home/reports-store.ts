import { EVENT_PAGE } from '@folkmoot/contract/events/schema.ts';
import type { HomeReportView } from '@folkmoot/contract/home/schema.ts';
import { sql } from 'kysely';
import { type Db, firstRow } from '../core/db/db.ts';
import { slicePage } from '../core/db/slice-page.ts';
import { newId } from '../core/id.ts';
import { epoch, PERSON } from '../participations/fragments-store.ts';

export type NewReport = { serverId: string; reporterId: string; reason: string; note: string };

/** Records a report; of a person's open reports of one home, the first stays. */
export async function insertReport(db: Db, report: NewReport, now: Date): Promise<void> {
  await db
    .insertInto('home_reports')
    .values({
      id: newId(),
      server_id: report.serverId,
      reporter_id: report.reporterId,
      reason: report.reason,
      note: report.note,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Open reports of homes, oldest first. */
export async function listReports(
  db: Db,
  piece: { page: number; limit: number },
): Promise<{ data: HomeReportView[]; count: number }> {
  const from = sql`from home_reports x join servers s on s.id = x.server_id left join users u on u.id = x.reporter_id
    where x.answered_at is null`;
  const row = await firstRow(
    db,
    sql<{ data: HomeReportView[]; count: number }>`select coalesce((select json_agg(view) from (
        select json_build_object('id', x.id, 'reason', x.reason, 'note', x.note, 'created_epoc', ${epoch('x.created_at')},
          'reporter', case when u.id is not null then json_build_object(${PERSON}) end,
          'community', json_build_object('id', s.id, 'slug', s.slug, 'name', s.name)) as view
        ${from} order by x.created_at, x.id ${slicePage(piece, EVENT_PAGE)}) page), '[]'::json) as data,
      (select count(*)::int ${from}) as count`,
  );
  return row ?? { data: [], count: 0 };
}

/** Answers an open report; undefined if none is open by this id. */
export async function answerReport(
  db: Db,
  reportId: string,
  by: string,
  now: Date,
): Promise<{ id: string } | undefined> {
  return firstRow(
    db,
    sql<{ id: string }>`update home_reports set answered_at = ${now}, answered_by = ${by}
      where id = ${reportId} and answered_at is null returning id`,
  );
}
