import { fold } from '@folkmoot/contract/core/text.ts';
import { EVENT_PAGE } from '@folkmoot/contract/events/schema.ts';
import { type GoingPerson, GUEST_COUNT } from '@folkmoot/contract/registrations/schema.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Db, firstRow } from '../core/db/db.ts';
import { slicePage } from '../core/db/slice-page.ts';
import { containing } from '../core/http/cursor.ts';
import { notHidden, over, PERSON, SHOWN_GOING } from '../participations/fragments-store.ts';
import { FOUND_BY, hasTrigrams, SAMPLE } from './list-store.ts';

const FIRST = sql`order by p.registered_at, p.id limit ${sql.lit(GUEST_COUNT)}`;
const COLUMNS = sql`p.user_id, p.role, p.registered_at, p.id, p.event_id, p.checked_in_at`;

/**
 * The first `GUEST_COUNT` people with this in their names. A frequent word is looked for along the list, any other in the
 * index, which also knows what only hosts may search; the first on the list decide which, as in `list-store.ts`.
 */
function found(eventId: string, search: string, visible: RawBuilder<unknown>): RawBuilder<unknown> {
  const shown = sql`${SHOWN_GOING} ${visible}`;
  // Nobody registered before that: it makes PostgreSQL read along the index.
  const walk = sql`select ${COLUMNS} from participations p where p.event_id = ${eventId} and p.registered_at > '-infinity' and ${shown}`;
  if (search.trim() === '') return sql`found as materialized (${walk} ${FIRST})`;
  const contains = sql`strpos(p.person_name, ${fold(search)}) > 0`;
  if (!hasTrigrams(search)) return sql`found as materialized (${walk} and ${contains} ${FIRST})`;
  return sql`sample as materialized (
      select count(*) filter (where ${contains}) >= ${sql.lit(SAMPLE.frequent)} or count(*) < ${sql.lit(SAMPLE.of)} as walks from (
        select p.person_name from participations p where p.event_id = ${eventId} and ${shown}
        order by p.registered_at, p.id limit ${sql.lit(SAMPLE.of)}) p),
    found as materialized (
      (${walk} and ${contains} and (select walks from sample) ${FIRST})
      union all
      (select ${COLUMNS} from participations p where (p.event_id::text) = ${eventId}::uuid::text
        and ${FOUND_BY} like ${containing(fold(search))} and ${contains} and ${shown} and not (select walks from sample) ${FIRST}))`;
}

/** Whom a host invites to another event by participation `p`, and whether they came: to event `e`, once it is over. */
const forHosts = (
  now: Date,
) => sql`, 'participationId', p.id, 'came', case when ${over(now)} then p.checked_in_at is not null
  or not exists (select 1 from participations d where d.event_id = p.event_id and d.checked_in_at is not null) end`;

type Seen = { viewerId: string | undefined; manages: boolean; now: Date };

/**
 * People who registered themselves, are going and are shown to others, by time of registration. The first
 * `GUEST_COUNT` of them are listed; a search finds the others.
 */
export async function listGoing(
  db: Db,
  eventId: string,
  { viewerId, manages, now }: Seen,
  { page, limit, search }: { page: number; limit: number; search: string },
): Promise<{ data: GoingPerson[]; count: number }> {
  const row = await firstRow(
    db,
    sql<{ data: GoingPerson[]; count: number }>`
      with ${found(eventId, search, notHidden({ userId: viewerId }, sql.ref('p.user_id')))}
      select coalesce((select json_agg(json_build_object(${PERSON}, 'role', p.role${manages ? forHosts(now) : sql``}) order by p.registered_at, p.id) from (
          select * from found order by registered_at, id ${slicePage({ page, limit }, EVENT_PAGE)}) p
        join users u on u.id = p.user_id ${manages ? sql`join events e on e.id = p.event_id` : sql``}), '[]'::json) as data, (select count(*)::int from found) as count`,
  );
  return row ?? { data: [], count: 0 };
}
