import type { PersonView } from '@folkmoot/contract/accounts/schema.ts';
import { fold } from '@folkmoot/contract/core/text.ts';
import { EVENT_PAGE } from '@folkmoot/contract/events/schema.ts';
import { ParticipationStatus } from '@folkmoot/contract/participations/schema.ts';
import {
  GUEST_PAGE,
  type GuestDetail,
  type GuestQuery,
  type GuestView,
  type InsightsView,
} from '@folkmoot/contract/registrations/schema.ts';
import { sql } from 'kysely';
import { allRows, type Db, firstRow } from '../core/db/db.ts';
import { slicePage } from '../core/db/slice-page.ts';
import { containing } from '../core/http/cursor.ts';
import {
  addressFor,
  addressKnown,
  epoch,
  notHidden,
  PERSON,
  typedOnly,
  type Viewer,
  waitlistPosition,
} from '../participations/fragments-store.ts';

const TYPED = typedOnly();

const NAME = sql`trim(case when u.id is null or ${TYPED} then p.first_name || ' ' || p.last_name else u.first_name || ' ' || u.last_name end)`;

/** Participation `p`, its person `u` and ticket `k` as hosts see them, as JSON. */
const guestJson = (
  who: Viewer,
) => sql`json_build_object('participationId', p.id, 'userId', case when not ${TYPED} then p.user_id end,
  'name', ${NAME}, 'email', coalesce(${addressFor(who)}, ''), 'profile_photo', case when not ${TYPED} then u.image end,
  'username', case when not ${TYPED} then u.username end, 'role', p.role, 'askedRole', p.asked_role, 'status', p.status, 'isCreator', coalesce(p.user_id = e.creator_id, false),
  'ticketId', p.ticket_id, 'ticketName', k.name, 'registered_epoc', ${epoch('p.registered_at')}, 'checked_in_at', ${epoch('p.checked_in_at')},
  'waitlistPosition', ${waitlistPosition()},
  'offer_expires_epoc', ${epoch('p.offer_expires_at')}, 'hasAccount', p.user_id is not null and not ${TYPED})`;

const FROM = sql`from participations p join events e on e.id = p.event_id left join users u on u.id = p.user_id
  left join tickets k on k.event_id = p.event_id and k.id = p.ticket_id`;

const ORDER = {
  newest: sql`p.registered_at desc, p.id desc`,
  oldest: sql`p.registered_at, p.id`,
  name: sql`lower(case when u.id is null or ${TYPED} then p.last_name else u.last_name end),
    lower(case when u.id is null or ${TYPED} then p.first_name else u.first_name end), p.id`,
};

export type GuestFilter = Pick<GuestQuery, 'search' | 'status' | 'role' | 'ticketId'>;

/** A state only applies to guests; hosts and people at the door are found under all, and by their role. */
const filtered = (
  who: Viewer,
  eventId: string,
  { search, status, role, ticketId }: GuestFilter,
) => sql`p.event_id = ${eventId}
  ${status === 'all' ? sql`and p.status <> 'invited'` : sql`and p.status = ${status}`}
  ${status === 'all' || role !== 'all' ? sql`` : sql`and p.role in ('guest', 'featured_guest')`}
  ${role === 'all' ? sql`` : sql`and p.role = ${role}`}
  ${ticketId === undefined ? sql`` : sql`and p.ticket_id = ${ticketId}`}
  ${search.trim() === '' ? sql`` : matching(who, fold(search), search.trim().toLowerCase())}`;

/** The search ignores what the host is not allowed to see. */
const matching = (who: Viewer, folded: string, typed: string) =>
  sql`and (p.search_text like ${containing(folded)} or (u.search_text like ${containing(folded)} and not ${TYPED})
    or (${TYPED} and lower(p.first_name || ' ' || p.last_name) like ${containing(folded)})
    or (u.email like ${containing(typed)} and ${addressKnown(who)}) or (p.user_id is null and p.email like ${containing(typed)}))`;

/** A page of the guest list, with how many fit the filter, and how many there are in each state. As JSON text. */
export async function listGuests(db: Db, eventId: string, query: GuestQuery, who: Viewer): Promise<string> {
  const { sort } = query;
  const where = filtered(who, eventId, query);
  // Only a search needs the people to be counted with.
  const counting = query.search.trim() === '' ? sql`from participations p` : FROM;
  const row = await firstRow(
    db,
    sql<{ body: string }>`select json_build_object(
      'data', coalesce((select json_agg(view) from (select ${guestJson(who)} as view ${FROM} where ${where} order by ${ORDER[sort]} ${slicePage(query, GUEST_PAGE)}) page), '[]'::json),
      'count', (select count(*)::int ${counting} where ${where}), 'counts', ${COUNTS(eventId)})::text as body`,
  );
  return row?.body ?? '';
}

/** Each state counts the same people as `goingCount`: hosts and people at the door are among all, and in no state. */
const COUNTS = (
  eventId: string,
) => sql`(select json_build_object('all', coalesce(sum(n) filter (where status <> 'invited'), 0),
  ${sql.join(ParticipationStatus.options.map((status) => sql`${sql.lit(status)}, coalesce(sum(n) filter (where guests and status = ${sql.lit(status)}), 0)`))})
  from (select status, role in ('guest', 'featured_guest') as guests, count(*)::int as n from participations where event_id = ${eventId} group by 1, 2) g)`;

/** One guest as hosts see them. */
export async function findGuest(db: Db, eventId: string, id: string, who: Viewer): Promise<GuestView | undefined> {
  const row = await firstRow(
    db,
    sql<{ view: GuestView }>`select ${guestJson(who)} as view ${FROM} where p.event_id = ${eventId} and p.id = ${id}`,
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

/** People who registered themselves, are going and are shown to others, by time of registration. */
export async function listGoing(
  db: Db,
  eventId: string,
  viewerId: string | undefined,
  { page, limit, search }: { page: number; limit: number; search: string },
): Promise<{ data: (PersonView & { role: GuestView['role'] })[]; count: number }> {
  const where = sql`from participations p join users u on u.id = p.user_id where p.event_id = ${eventId} and p.status = 'going' and p.user_id is not null and p.own_act and p.role in ('guest', 'featured_guest')
    ${search.trim() === '' ? sql`` : sql`and u.search_text like ${containing(fold(search))}`} ${notHidden({ userId: viewerId }, sql.ref('u.id'))}`;
  const row = await firstRow(
    db,
    sql<{
      data: (PersonView & { role: GuestView['role'] })[];
      count: number;
    }>`select coalesce((select json_agg(view) from (
        select json_build_object(${PERSON}, 'role', p.role) as view ${where} order by p.registered_at, p.id ${slicePage({ page, limit }, EVENT_PAGE)}) page), '[]'::json) as data,
      (select count(*)::int ${where}) as count`,
  );
  return row ?? { data: [], count: 0 };
}

export type ExportRow = {
  id: string;
  name: string;
  email: string;
  role: string;
  status: string;
  ticket: string | null;
  registered: Date;
  checkedIn: Date | null;
  answers: Record<string, string[]>;
};

/** Guests for a file, in pieces of a size, by id: however many there are, only one piece is in memory. */
export async function listForExport(
  db: Db,
  eventId: string,
  filter: GuestFilter,
  { after, size, who }: { after: string | undefined; size: number; who: Viewer },
): Promise<ExportRow[]> {
  return allRows(
    db,
    sql<ExportRow>`select p.id, ${NAME} as name, coalesce(${addressFor(who)}, '') as email,
        p.role, p.status, k.name as ticket, p.registered_at as registered, p.checked_in_at as "checkedIn",
        coalesce((select json_object_agg(a.question_id, a.response_text) from answers a where a.event_id = p.event_id and a.participation_id = p.id), '{}'::json) as answers
      ${FROM} where ${filtered(who, eventId, filter)} ${after === undefined ? sql`` : sql`and p.id > ${after}`} order by p.id limit ${sql.lit(size)}`,
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
        'counts', ${COUNTS(eventId)}, 'capacity', e.capacity,
        'checkedIn', (select count(*)::int from participations p where p.event_id = e.id and p.checked_in_at is not null),
        'tickets', coalesce((select json_agg(json_build_object('id', k.id, 'name', k.name, 'taken', k.taken_count, 'capacity', k.capacity) order by k.position, k.id)
          from tickets k where k.event_id = e.id), '[]'::json),
        'questions', coalesce((select json_agg(json_build_object('question_id', q.id, 'question', v.question, 'type', v.type,
            'answered', (select count(*)::int from answers a where a.event_id = q.event_id and a.question_id = q.id),
            'choices', case when v.type in ('single-select', 'multi-select') then coalesce((select json_agg(json_build_object('text', c.text, 'count', c.n) order by c.n desc, c.text) from (
              select t.text, count(*)::int as n from answers a, unnest(a.response_text) t(text) where a.event_id = q.event_id and a.question_id = q.id group by 1 order by 2 desc, 1 limit 50) c), '[]'::json)
              else '[]'::json end) order by q.position, q.id)
          from questions q join question_versions v on v.event_id = q.event_id and v.id = q.version_id where q.event_id = e.id and q.removed_at is null), '[]'::json)) as view
      from events e where e.id = ${eventId}`,
  );
  return row?.view;
}
