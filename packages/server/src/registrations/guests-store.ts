import {
  type GuestDetail,
  type GuestView,
  INSIGHT_TEXTS,
  type InsightsView,
} from '@folkmoot/contract/registrations/schema.ts';
import { sql } from 'kysely';
import { allRows, type Db, firstRow } from '../core/db/db.ts';
import { addressFor, epoch, PERSON, typedOnly, type Viewer } from '../participations/fragments-store.ts';
import { countsOf, FIRST_NAME, fits, type GuestFilter, guestColumns, LAST_NAME, TICKET_NAME } from './list-store.ts';

const TYPED = typedOnly();

const FROM = sql`from participations p join events e on e.id = p.event_id left join users u on u.id = p.user_id`;

/** One guest as hosts see them. */
export async function findGuest(db: Db, eventId: string, id: string, who: Viewer): Promise<GuestView | undefined> {
  const row = await firstRow(
    db,
    sql<{
      view: GuestView;
    }>`select row_to_json(g) as view from (select ${guestColumns(who)} ${FROM} where p.event_id = ${eventId} and p.id = ${id}) g`,
  );
  return row?.view;
}

/** The history of a participation, latest change first. It does not reveal the person before the list does. */
export async function listHistory(db: Db, eventId: string, id: string): Promise<GuestDetail['history']> {
  const rows = await allRows(
    db,
    sql<{
      view: GuestDetail['history'][number];
    }>`select json_build_object('at', ${epoch('h.at')}, 'from', h.from_status, 'to', h.to_status, 'reason', h.reason,
        'by', case when u.id is not null and not (u.id = p.user_id and ${TYPED}) then json_build_object(${PERSON}) end) as view
      from participation_history h join participations p on p.event_id = h.event_id and p.id = h.participation_id
      left join users u on u.id = h.actor_id where h.event_id = ${eventId} and h.participation_id = ${id} order by h.at desc, h.id desc limit 100`,
  );
  return rows.map(({ view }) => view);
}

export type ExportRow = {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  role: string;
  status: string;
  ticket: string | null;
  /** What they bought it with, and what of it has not gone back. */
  order: { id: string; amount: number; currency: string } | null;
  /** On the event's clock, as spreadsheets read them; invited people have not registered. */
  registered: string | null;
  checkedIn: string | null;
  answers: Record<string, string[]>;
};

/** A moment on the clock of a zone. */
const onClock = (column: string, zone: string) =>
  sql`to_char(${sql.ref(column)} at time zone ${zone}::text, 'YYYY-MM-DD HH24:MI:SS')`;

/** Guests for a file, in pieces of a size, by id: however many there are, only one piece is in memory. */
export async function listForExport(
  db: Db,
  eventId: string,
  filter: GuestFilter,
  { after, size, who, zone }: { after: string | undefined; size: number; who: Viewer; zone: string },
): Promise<ExportRow[]> {
  return allRows(
    db,
    sql<ExportRow>`select p.id, ${FIRST_NAME} as "firstName", ${LAST_NAME} as "lastName", coalesce(${addressFor(who)}, '') as email,
        p.role, p.status, ${TICKET_NAME} as ticket, case when p.status <> 'invited' then ${onClock('p.registered_at', zone)} end as registered,
        ${onClock('p.checked_in_at', zone)} as "checkedIn", (select json_build_object('id', o.id, 'amount', o.total - o.refunded, 'currency', o.currency)
          from orders o where o.event_id = p.event_id and o.participation_id = p.id and o.paid_at is not null order by o.created_at desc limit 1) as "order",
        coalesce((select json_object_agg(a.question_id, a.response_text) from answers a where a.event_id = p.event_id and a.participation_id = p.id), '{}'::json) as answers
      ${FROM} where ${fits(who, eventId, filter)} ${after === undefined ? sql`` : sql`and p.id > ${after}`} order by p.id limit ${sql.lit(size)}`,
  );
}

/** Every question that was ever asked and answered, in the questionnaire's order, for the columns of a file. */
export async function listEveryQuestion(db: Db, eventId: string): Promise<{ id: string; question: string }[]> {
  return allRows(
    db,
    sql<{
      id: string;
      question: string;
    }>`select q.id, v.question from questions q join question_versions v on v.event_id = q.event_id and v.id = q.version_id
      where q.event_id = ${eventId} and (q.removed_at is null or exists (select 1 from answers a where a.event_id = q.event_id and a.question_id = q.id)) order by q.removed_at is not null, q.position, q.id`,
  );
}

/** The figures of an event. */
export async function findInsights(db: Db, eventId: string): Promise<InsightsView | undefined> {
  const row = await firstRow(
    db,
    sql<{ view: InsightsView }>`
      with days as (
        select (h.at at time zone e.time_zone)::date as date, count(*) filter (where h.to_status = 'going')::int as registered,
          count(*) filter (where h.from_status = 'going' and h.to_status <> 'going')::int as gone
        from participation_history h join events e on e.id = h.event_id
        join participations p on p.event_id = h.event_id and p.id = h.participation_id and p.role in ('guest', 'featured_guest')
        where h.event_id = ${eventId} group by 1)
      select json_build_object(
        'days', coalesce((select json_agg(json_build_object('date', to_char(date, 'YYYY-MM-DD'), 'registered', registered, 'left', gone, 'total', total) order by date)
          from (select *, sum(registered - gone) over (order by date)::int as total from days where registered + gone > 0) d), '[]'::json),
        'counts', ${countsOf(eventId)}, 'capacity', e.capacity,
        'checkedIn', (select count(*)::int from participations p where p.event_id = e.id and p.checked_in_at is not null),
        'tickets', coalesce((select json_agg(json_build_object('id', k.id, 'name', k.name, 'taken', k.taken_count, 'capacity', k.capacity) order by k.position, k.id)
          from tickets k where k.event_id = e.id), '[]'::json),
        'questions', coalesce((select json_agg(json_build_object('question_id', q.id, 'question', v.question, 'type', v.type,
            'answered', (select count(*)::int from answers a where a.event_id = q.event_id and a.question_id = q.id),
            'choices', case when v.type in ('single-select', 'multi-select') then coalesce((select json_agg(json_build_object('text', c.text, 'count', c.n) order by c.n desc, c.text) from (
              select t.text, count(*)::int as n from answers a, unnest(a.response_text) t(text) where a.event_id = q.event_id and a.question_id = q.id group by 1 order by 2 desc, 1 limit 50) c), '[]'::json)
              else '[]'::json end,
            'texts', case when v.type in ('single-select', 'multi-select') then '[]'::json else coalesce((select json_agg(t.text order by t.answered_at desc, t.participation_id) from (
              select array_to_string(a.response_text, ', ') as text, a.answered_at, a.participation_id from answers a where a.event_id = q.event_id and a.question_id = q.id
              order by a.answered_at desc, a.participation_id limit ${sql.lit(INSIGHT_TEXTS)}) t), '[]'::json) end) order by q.position, q.id)
          from questions q join question_versions v on v.event_id = q.event_id and v.id = q.version_id where q.event_id = e.id and q.removed_at is null), '[]'::json),
        'revenue', coalesce((select json_agg(r order by r.name, r.currency, r."ticketId") from (
          select o.ticket_id as "ticketId", coalesce(max(k.name), max(o.ticket_name)) as name, l.currency, count(distinct o.id) filter (where l.kind = 'charge')::int as orders,
            coalesce(sum(l.amount) filter (where l.kind = 'charge'), 0)::float8 as sold, (-coalesce(sum(l.amount) filter (where l.kind in ('refund', 'refund_failed')), 0))::float8 as refunded
          from orders o join ledger l on l.order_id = o.id left join tickets k on k.event_id = o.event_id and k.id = o.ticket_id
          where o.event_id = e.id group by o.ticket_id, l.currency) r), '[]'::json)) as view
      from events e where e.id = ${eventId}`,
  );
  return row?.view;
}
