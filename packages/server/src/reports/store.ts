import { PAGE } from '@folkmoot/contract/core/page.ts';
import type { NewReport, ReportAnswer, ReportState, ReportView } from '@folkmoot/contract/reports/schema.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { allRows, countFor, type Db, firstRow } from '../core/db/db.ts';
import { cutPage, fromCursor } from '../core/http/cursor.ts';
import { newId } from '../core/id.ts';

type Reported = {
  serverId: string;
  conversationId: string;
  messageId: string;
  authorId: string | null;
  text: string;
  reporterId: string;
};

/**
 * Writes a report; the same person's open report of the same message is changed instead.
 *
 * @returns whether the report is new.
 */
export async function upsertReport(
  db: Db,
  { serverId, conversationId, messageId, authorId, text, reporterId }: Reported,
  { reason, note }: z.output<typeof NewReport>,
  now: Date,
): Promise<boolean> {
  const id = newId();
  const row = await firstRow(
    db,
    sql<{ isNew: boolean }>`
    insert into reports (server_id, id, conversation_id, message_id, author_id, reporter_id, reason, note, text, created_at)
    values (${serverId}, ${id}, ${conversationId}, ${messageId}, ${authorId}, ${reporterId}, ${reason}, ${note}, ${text}, ${now})
    on conflict (server_id, message_id, reporter_id) where answer is null
    do update set reason = excluded.reason, note = excluded.note, text = excluded.text, created_at = excluded.created_at
    returning id = ${id} as "isNew"`,
  );
  return row?.isNew ?? false;
}

/** A joined person as JSON; null if nobody is. */
export const person = (u: string) => {
  const of = (column: string) => sql.ref(`${u}.${column}`);
  return sql`case when ${of('id')} is not null then json_build_object('id', ${of('id')}, 'firstName', ${of('first_name')}, 'lastName', ${of('last_name')},
    'username', ${of('username')}, 'imageUrl', ${of('image')}) end`;
};

type Row = { view: ReportView; at: string; id: string };

/** A community's reports: open ones oldest first; answered ones by newest answer. */
export async function listReports(
  db: Db,
  serverId: string,
  state: ReportState,
  cursor: string | undefined,
): Promise<{ data: ReportView[]; nextCursor: string | null }> {
  const position = fromCursor(cursor, 'text');
  const open = state === 'open';
  const at = open ? sql`p.created_at` : sql`p.answered_at`;
  const direction = open ? sql`asc` : sql`desc`;
  const rows = await allRows(
    db,
    sql<Row>`
      select p.id, ${at}::text as at, json_build_object('id', p.id, 'reason', p.reason, 'note', p.note, 'createdAt', p.created_at, 'text', p.text,
        'count', (select count(*)::int from reports o where o.server_id = p.server_id and o.message_id = p.message_id and o.answer is null),
        'reporter', ${person('reporter')}, 'author', ${person('author')}, 'answeredBy', ${person('answerer')},
        'answer', p.answer, 'answeredAt', p.answered_at, 'channelId', h.id, 'channelName', h.name, 'rootSeq', c.root_seq,
        'message', case when x.id is not null then json_build_object('id', x.id, 'seq', x.seq, 'conversationId', x.conversation_id, 'deletedAt', x.deleted_at,
          'attachments', x.attachments) end) as view
      from reports p join conversations c on c.id = p.conversation_id
        left join channels h on h.server_id = p.server_id and h.conversation_id = c.home_id
        left join messages x on x.conversation_id = c.id and x.id = p.message_id
        left join users reporter on reporter.id = p.reporter_id left join users author on author.id = p.author_id
        left join users answerer on answerer.id = p.answered_by
      where p.server_id = ${serverId} and p.answer is ${open ? sql`null` : sql`not null`}
        ${position ? sql`and (${at}, p.id) ${open ? sql`>` : sql`<`} (${position[0]}::timestamptz, ${position[1]}::uuid)` : sql``}
      order by ${at} ${direction}, p.id ${direction} limit ${PAGE + 1}`,
  );
  const page = cutPage(rows, PAGE, (row) => [row.at, row.id]);
  return { data: page.rows.map((row) => row.view), nextCursor: page.nextCursor };
}

export async function countOpen(db: Db, serverId: string): Promise<number> {
  const row = await firstRow(
    db,
    sql<{ count: number }>`select count(*)::int as count from reports where server_id = ${serverId} and answer is null`,
  );
  return row?.count ?? 0;
}

export type Report = { messageId: string; conversationId: string; answer: ReportAnswer | null };

/**
 * One report, locked until the command ends together with all open reports of the same message: always in the same
 * order, since two moderators may answer two of them at once.
 */
export async function lockReport(db: Db, serverId: string, reportId: string): Promise<Report | undefined> {
  const rows = await allRows(
    db,
    sql<
      Report & { id: string }
    >`select id, message_id as "messageId", conversation_id as "conversationId", answer from reports
      where server_id = ${serverId} and message_id = (select message_id from reports where server_id = ${serverId} and id = ${reportId})
        and (answer is null or id = ${reportId}) order by id for update`,
  );
  return rows.find((row) => row.id === reportId);
}

/** Answers every open report of a message. Returns how many there were. */
export async function answerAll(
  db: Db,
  serverId: string,
  messageId: string,
  { answer, by, now }: { answer: ReportAnswer; by: string; now: Date },
): Promise<number> {
  const rows = await allRows(
    db,
    sql`update reports set answer = ${answer}, answered_by = ${by}, answered_at = ${now}
      where server_id = ${serverId} and message_id = ${messageId} and answer is null returning 1`,
  );
  return rows.length;
}

/** How many reports are open in each of these communities; those without one are left out. */
export async function countOpenIn(db: Db, serverIds: string[]): Promise<Map<string, number>> {
  return countFor(db, serverIds, sql`select 1 from reports x where x.server_id = s.id and x.answer is null`);
}
