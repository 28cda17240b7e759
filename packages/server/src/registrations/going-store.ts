import type { PersonView } from '@folkmoot/contract/accounts/schema.ts';
import { fold } from '@folkmoot/contract/core/text.ts';
import { EVENT_PAGE } from '@folkmoot/contract/events/schema.ts';
import { GUEST_COUNT, type GuestView } from '@folkmoot/contract/registrations/schema.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Db, firstRow } from '../core/db/db.ts';
import { slicePage } from '../core/db/slice-page.ts';
import { containing } from '../core/http/cursor.ts';
import { notHidden, PERSON, SHOWN_GOING } from '../participations/fragments-store.ts';
import { FOUND_BY, hasTrigrams, SAMPLE } from './list-store.ts';

const FIRST = sql`order by p.registered_at, p.id limit ${sql.lit(GUEST_COUNT)}`;
const COLUMNS = sql`p.user_id, p.role, p.registered_at, p.id`;

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

/**
 * People who registered themselves, are going and are shown to others, by time of registration. The first
 * `GUEST_COUNT` of them are listed; a search finds the others.
 */
export async function listGoing(
  db: Db,
  eventId: string,
  viewerId: string | undefined,
  { page, limit, search }: { page: number; limit: number; search: string },
): Promise<{ data: (PersonView & { role: GuestView['role'] })[]; count: number }> {
  const row = await firstRow(
    db,
    sql<{ data: (PersonView & { role: GuestView['role'] })[]; count: number }>`
      with ${found(eventId, search, notHidden({ userId: viewerId }, sql.ref('p.user_id')))}
      select coalesce((select json_agg(json_build_object(${PERSON}, 'role', p.role) order by p.registered_at, p.id) from (
          select * from found order by registered_at, id ${slicePage({ page, limit }, EVENT_PAGE)}) p
        join users u on u.id = p.user_id), '[]'::json) as data, (select count(*)::int from found) as count`,
  );
  return row ?? { data: [], count: 0 };
}
