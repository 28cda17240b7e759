import { PAGE } from '@folkmoot/contract/core/page.ts';
import type { NewReport, PersonalReportView } from '@folkmoot/contract/reports/schema.ts';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { allRows, type Db, firstRow } from '../core/db/db.ts';
import { cutPage, fromCursor } from '../core/http/cursor.ts';
import { newId } from '../core/id.ts';
import { person } from './store.ts';

type Said = {
  conversationId: string;
  messageId: string;
  authorId: string | null;
  text: string;
  files: number;
  reporterId: string;
};

/**
 * Writes a report of a message between people, with the message: the reporter gives it away. Their earlier report of the
 * same message is changed instead.
 *
 * @returns whether the report is new.
 */
export async function insertPersonalReport(
  db: Db,
  { conversationId, messageId, authorId, text, files, reporterId }: Said,
  { reason, note }: z.output<typeof NewReport>,
  now: Date,
): Promise<boolean> {
  const id = newId();
  const row = await firstRow(
    db,
    sql<{ isNew: boolean }>`
    insert into personal_reports (id, conversation_id, message_id, author_id, reporter_id, reason, note, text, files, created_at)
    values (${id}, ${conversationId}, ${messageId}, ${authorId}, ${reporterId}, ${reason}, ${note}, ${text}, ${files}, ${now})
    on conflict (message_id, reporter_id) do update
      set reason = excluded.reason, note = excluded.note, text = excluded.text, files = excluded.files, created_at = excluded.created_at
    returning id = ${id} as "isNew"`,
  );
  return row?.isNew ?? false;
}

type Row = { view: PersonalReportView; at: string; id: string };

/** Reports of messages between people, oldest first. */
export async function listPersonalReports(
  db: Db,
  cursor: string | undefined,
): Promise<{ data: PersonalReportView[]; nextCursor: string | null }> {
  const position = fromCursor(cursor, 'text');
  const rows = await allRows(
    db,
    sql<Row>`
      select p.id, p.created_at::text as at, json_build_object('id', p.id, 'reason', p.reason, 'note', p.note, 'createdAt', p.created_at,
        'text', p.text, 'files', p.files, 'reporter', ${person('reporter')}, 'author', ${person('author')},
        'deleted', not exists (select 1 from messages x where x.conversation_id = p.conversation_id and x.id = p.message_id and x.deleted_at is null)) as view
      from personal_reports p left join users reporter on reporter.id = p.reporter_id left join users author on author.id = p.author_id
      ${position ? sql`where (p.created_at, p.id) > (${position[0]}::timestamptz, ${position[1]}::uuid)` : sql``}
      order by p.created_at, p.id limit ${PAGE + 1}`,
  );
  const page = cutPage(rows, PAGE, (row) => [row.at, row.id]);
  return { data: page.rows.map((row) => row.view), nextCursor: page.nextCursor };
}

/** Deletes every report of the message of one. Returns what was reported, or undefined if there is no such report. */
export async function takePersonalReports(
  db: Db,
  reportId: string,
): Promise<{ conversationId: string; messageId: string } | undefined> {
  return firstRow(
    db,
    sql<{ conversationId: string; messageId: string }>`delete from personal_reports
      where message_id = (select message_id from personal_reports where id = ${reportId})
      returning conversation_id as "conversationId", message_id as "messageId"`,
  );
}

/** How many messages between people are reported, if this person owns the installation; else 0. */
export const reportedMessagesFor = (userId: string): RawBuilder<unknown> =>
  sql`(select count(distinct p.message_id)::int from personal_reports p where exists (select 1 from installation i where i.owner_id = ${userId}::uuid))`;
