import { codeKey, type Standing } from '@folkmoot/contract/codes/rules.ts';
import type { CodeFields, CodeView } from '@folkmoot/contract/codes/schema.ts';
import { sql } from 'kysely';
import { allRows, type Db, firstRow } from '../core/db/db.ts';
import { newId } from '../core/id.ts';
import { epoch } from '../participations/fragments-store.ts';
import type { UsedCode } from '../payments/orders/orders-actions.ts';

/** A use is a place that is taken with a code, or held: it comes back with the place. */
const USES = sql`(select count(*)::int from participations p where p.event_id = c.event_id and p.code_id = c.id
  and (p.status in ('going', 'offered') or p.hold_expires_at is not null))`;

const FIELDS = sql`c.id, c.code, c.kind, c.percent, c.amount, c.ticket_ids, c.max_uses, ${epoch('c.starts_at')} as starts_epoc,
  ${epoch('c.ends_at')} as ends_epoc, c.is_active, ${USES} as uses`;

/** An event's codes, newest first. */
export async function listCodes(db: Db, eventId: string): Promise<CodeView[]> {
  return allRows(
    db,
    sql<CodeView>`select ${FIELDS} from codes c where c.event_id = ${eventId} order by c.created_at desc, c.id desc`,
  );
}

/** One code by its id, or by what somebody typed. */
export async function findCode(
  db: Db,
  eventId: string,
  by: { id: string } | { typed: string },
): Promise<CodeView | undefined> {
  const where = 'id' in by ? sql`c.id = ${by.id}` : sql`c.key = ${codeKey(by.typed)}`;
  return firstRow(db, sql<CodeView>`select ${FIELDS} from codes c where c.event_id = ${eventId} and ${where}`);
}

/** How many codes an event has. */
export async function countCodes(db: Db, eventId: string): Promise<number> {
  const row = await firstRow(db, sql<{ n: number }>`select count(*)::int as n from codes where event_id = ${eventId}`);
  return row?.n ?? 0;
}

/** @returns its id; undefined if there is a code like it already. */
export async function insertCode(db: Db, eventId: string, code: CodeFields, now: Date): Promise<string | undefined> {
  const row = await firstRow(
    db,
    sql<{
      id: string;
    }>`insert into codes (event_id, id, code, key, kind, percent, amount, ticket_ids, max_uses, starts_at, ends_at, is_active, created_at)
      values (${eventId}, ${newId()}, ${code.code}, ${codeKey(code.code)}, ${code.kind}, ${code.percent}, ${code.amount}, ${code.ticket_ids},
        ${code.max_uses}, to_timestamp(${code.starts_epoc}::float8), to_timestamp(${code.ends_epoc}::float8), ${code.is_active}, ${now})
      on conflict do nothing returning id`,
  );
  return row?.id;
}

/** @returns false if there is another code like it. */
export async function updateCode(db: Db, eventId: string, id: string, code: CodeFields): Promise<boolean> {
  const row = await firstRow(
    db,
    sql`update codes set code = ${code.code}, key = ${codeKey(code.code)}, kind = ${code.kind}, percent = ${code.percent}, amount = ${code.amount},
        ticket_ids = ${code.ticket_ids}, max_uses = ${code.max_uses}, starts_at = to_timestamp(${code.starts_epoc}::float8),
        ends_at = to_timestamp(${code.ends_epoc}::float8), is_active = ${code.is_active}
      where event_id = ${eventId} and id = ${id}
        and not exists (select from codes o where o.event_id = ${eventId} and o.key = ${codeKey(code.code)} and o.id <> ${id}) returning id`,
  );
  return row !== undefined;
}

/** @returns whether there was one. */
export async function deleteCode(db: Db, eventId: string, id: string): Promise<boolean> {
  const row = await firstRow(db, sql`delete from codes where event_id = ${eventId} and id = ${id} returning id`);
  return row !== undefined;
}

/** What can be bought with a code, as far as it decides about it. Without the place of a person who has used it already, and without holds that have lapsed. */
export async function findStanding(
  db: Db,
  eventId: string,
  id: string,
  own: string | null,
  now: Date,
): Promise<(Standing & UsedCode) | undefined> {
  return firstRow(
    db,
    sql<
      Standing & UsedCode
    >`select ${FIELDS}, (select count(*)::int from participations p where p.event_id = c.event_id and p.id is distinct from ${own}::uuid and p.code_id = c.id
        and (p.status in ('going', 'offered') or p.hold_expires_at > ${now})) as uses
      from codes c where c.event_id = ${eventId} and c.id = ${id}`,
  );
}
