import { randomInt } from 'node:crypto';
import type { AdmissionCard } from '@folkmoot/contract/admission/schema.ts';
import { EVENT_PAGE } from '@folkmoot/contract/events/schema.ts';
import { CODE } from '@folkmoot/contract/participations/codes-rules.ts';
import { sql } from 'kysely';
import { allRows, type Db, firstRow } from '../core/db/db.ts';
import { slicePage } from '../core/db/slice-page.ts';
import { cardJson } from '../events/fragments-store.ts';
import { BY_START } from '../events/store.ts';
import { over } from '../participations/fragments-store.ts';
import { type Ref, refRows } from '../participations/store.ts';

/** A ticket as it is kept. */
export type Admission = Ref & { issue: number; code: string };

/** Codes that are drawn for one ticket: the first that nobody at the event has is taken. */
const DRAWN = 4;

const drawCode = () => Array.from({ length: CODE.length }, () => CODE.letters[randomInt(CODE.letters.length)]).join('');

/** Guests and featured guests who are going have a ticket: `hasTicket` in SQL. Of participation `p`. */
const HAS_TICKET = sql`p.status = 'going' and p.role in ('guest', 'featured_guest')`;

/**
 * The tickets of those among these people who have one, made where they are shown for the first time. One statement,
 * however many they are.
 */
export async function issueAdmissions(db: Db, refs: readonly Ref[], now: Date): Promise<Admission[]> {
  if (refs.length === 0) return [];
  const rows = refs.map(({ eventId, id }) => ({ eventId, id, codes: Array.from({ length: DRAWN }, drawCode) }));
  const issue = () =>
    allRows(
      db,
      sql<Admission>`with asked as materialized (
          select p.event_id, p.id, g.codes, a.issue, a.code
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) g("eventId" uuid, id uuid, codes text[])
          join participations p on p.event_id = g."eventId" and p.id = g.id and ${HAS_TICKET}
          left join admissions a on a.event_id = p.event_id and a.participation_id = p.id),
        made as (
          insert into admissions as a (event_id, participation_id, issue, code, issued_at)
          select n.event_id, n.id, 1, c.code, ${now}::timestamptz from asked n, lateral (
            select code from unnest(n.codes) with ordinality d(code, at)
            where not exists (select 1 from admissions o where o.event_id = n.event_id and o.code = d.code) order by at limit 1) c
          where n.code is null
          on conflict (event_id, participation_id) do update set code = excluded.code, issued_at = excluded.issued_at where a.code is null
          returning a.event_id, a.participation_id, a.issue, a.code)
        select event_id as "eventId", id, issue, code from asked where code is not null
        union all select event_id, participation_id, issue, code from made`,
    );
  const issued = await issue();
  // Somebody else was making one of them at the same moment: now it is there.
  return issued.length === refs.length ? issued : issue();
}

/** Makes the tickets of these people void: the next one that is shown has another number and another code. */
export async function voidAdmissions(db: Db, refs: readonly Ref[]): Promise<void> {
  if (refs.length === 0) return;
  await sql`update admissions a set issue = a.issue + 1, code = null from ${refRows(refs)}
    where a.event_id = r.event_id and a.participation_id = r.id`.execute(db);
}

/** What a ticket says besides its event. */
export async function findTicketName(db: Db, { eventId, id }: Ref): Promise<string | null> {
  const row = await firstRow(
    db,
    sql<{
      name: string;
    }>`select k.name from participations p join tickets k on k.event_id = p.event_id and k.id = p.ticket_id
      where p.event_id = ${eventId} and p.id = ${id}`,
  );
  return row?.name ?? null;
}

type Listed = Omit<AdmissionCard, 'code'>;

/** A person's tickets: of upcoming events, the next one first, or of past ones, latest first. */
export async function listOwnTickets(
  db: Db,
  userId: string,
  { show, page, limit }: { show: 'upcoming' | 'past'; page: number; limit: number },
  now: Date,
): Promise<{ data: Listed[]; count: number }> {
  const from = sql`from participations p join participations own on own.event_id = p.event_id and own.id = p.id join events e on e.id = p.event_id
    left join servers s on s.id = e.server_id left join members m on m.server_id = e.server_id and m.user_id = ${userId}
    where p.user_id = ${userId} and ${HAS_TICKET} and e.status <> 'draft' and ${show === 'past' ? sql`${over(now)}` : sql`not ${over(now)}`}`;
  const order = show === 'past' ? sql`e.start_at desc, e.id desc` : BY_START;
  const row = await firstRow(
    db,
    sql<{ data: Listed[]; count: number }>`select coalesce((select json_agg(view) from (
        select json_build_object('participationId', p.id,
          'ticketName', (select k.name from tickets k where k.event_id = p.event_id and k.id = p.ticket_id), 'event', ${cardJson({ userId })}) as view
        ${from} order by ${order} ${slicePage({ page, limit }, EVENT_PAGE)}) page), '[]'::json) as data, (select count(*)::int ${from}) as count`,
  );
  return row ?? { data: [], count: 0 };
}
