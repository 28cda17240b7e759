import type { EventReportView } from '@folkmoot/contract/events/reports-schema.ts';
import { EVENT_PAGE } from '@folkmoot/contract/events/schema.ts';
import { sql } from 'kysely';
import { countFor, type Db, firstRow } from '../../core/db/db.ts';
import { slicePage } from '../../core/db/slice-page.ts';
import { epoch, PERSON } from '../../participations/fragments-store.ts';

/** Open reports of events, oldest first: of one community's, or with null of those without a community. */
export async function listEventReports(
  db: Db,
  serverId: string | null,
  piece: { page: number; limit: number },
): Promise<{ data: EventReportView[]; count: number }> {
  const from = sql`from event_reports x join events e on e.id = x.event_id left join users u on u.id = x.reporter_id
    where x.answered_at is null and x.server_id is not distinct from ${serverId}::uuid`;
  const row = await firstRow(
    db,
    sql<{ data: EventReportView[]; count: number }>`select coalesce((select json_agg(view) from (
        select json_build_object('id', x.id, 'reason', x.reason, 'note', x.note, 'created_epoc', ${epoch('x.created_at')},
          'reporter', case when u.id is not null then json_build_object(${PERSON}) end,
          'event', json_build_object('id', e.id, 'alias', e.alias, 'name', e.name, 'status', e.status)) as view
        ${from} order by x.created_at, x.id ${slicePage(piece, EVENT_PAGE)}) page), '[]'::json) as data,
      (select count(*)::int ${from}) as count`,
  );
  return row ?? { data: [], count: 0 };
}

/** Answers an open report; returns the event's name for the audit log, or undefined if none is open by this id. */
export async function answerReport(
  db: Db,
  serverId: string | null,
  reportId: string,
  by: string,
  now: Date,
): Promise<{ eventId: string; name: string } | undefined> {
  return firstRow(
    db,
    sql<{
      eventId: string;
      name: string;
    }>`update event_reports x set answered_at = ${now}, answered_by = ${by} from events e
      where x.id = ${reportId} and x.answered_at is null and x.server_id is not distinct from ${serverId}::uuid and e.id = x.event_id
      returning e.id as "eventId", e.name`,
  );
}

/** How many reports of events are open in each of these communities; those without one are left out. */
export async function countOpenIn(db: Db, serverIds: string[]): Promise<Map<string, number>> {
  return countFor(db, serverIds, sql`select 1 from event_reports x where x.server_id = s.id and x.answered_at is null`);
}
