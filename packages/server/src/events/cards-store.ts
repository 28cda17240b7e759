import type { EventCard } from '@folkmoot/contract/events/schema.ts';
import type { Seeing } from '@folkmoot/contract/participations/rules.ts';
import { sql } from 'kysely';
import { allRows, type Db } from '../core/db/db.ts';
import { over, type Viewer, viewerJoins } from '../participations/fragments-store.ts';
import { cardJson } from './fragments-store.ts';
import { BY_START, LISTED, matching, SEEING } from './store.ts';

/** An event as a card, and what decides whether the viewer may have it. */
export type SeenCard = Seeing & { card: EventCard };
/** The same, by the address by which it was asked for. */
export type NamedCard = SeenCard & { asked: string };

/** The events at these addresses, earlier ones too. `canSee` decides which of them exist for the viewer. */
export async function findNamedCards(db: Db, who: Viewer, aliases: readonly string[]): Promise<NamedCard[]> {
  return allRows(
    db,
    sql<NamedCard>`select a.alias as asked, ${SEEING(who)}, ${cardJson(who)} as card
      from aliases a join events e on a.resource_type = 'event' and e.id = a.resource_id ${viewerJoins(who)}
      where a.alias = any(${aliases}::text[])`,
  );
}

/** How many events a search by name finds. */
const FOUND = sql.lit(6);

/**
 * Events by a part of their name: upcoming ones that are listed for a person, and those that they take part in; the
 * next one first, past ones at the end. `canSee` decides which of them exist for the person.
 */
export async function findByName(
  db: Db,
  userId: string,
  { search, serverId }: { search: string; serverId?: string | undefined },
  now: Date,
): Promise<SeenCard[]> {
  const who = { userId };
  const asked = sql`${matching(search)} ${serverId === undefined ? sql`` : sql`and e.server_id = ${serverId}`}`;
  return allRows(
    db,
    sql<SeenCard>`
      with found as (
        (select e.id from events e ${viewerJoins(who)}
          where e.status = 'published' and not ${over(now)} and ${LISTED} ${asked}
          order by ${BY_START} limit ${FOUND})
        union
        (select e.id from participations p join events e on e.id = p.event_id
          where p.user_id = ${userId} and p.status <> 'not_going' ${asked}
          order by e.start_at desc nulls first, e.id limit ${FOUND}))
      select ${SEEING(who)}, ${cardJson(who)} as card
      from found join events e on e.id = found.id ${viewerJoins(who)}
      order by ${over(now)}, 
        case when ${over(now)} then -extract(epoch from e.start_at) when not e.tbd_date then extract(epoch from e.start_at) end nulls last, e.id
      limit ${FOUND}`,
  );
}
