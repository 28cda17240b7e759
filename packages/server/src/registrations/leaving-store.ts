import { sql } from 'kysely';
import { allRows, type Db, firstRow } from '../core/db/db.ts';
import { epoch, over } from '../participations/fragments-store.ts';

/** Coming events at which somebody has a place or asks for one, with when they start. */
export async function listComing(tx: Db, userId: string, now: Date): Promise<{ id: string; starts: number | null }[]> {
  return allRows(
    tx,
    sql<{
      id: string;
      starts: number | null;
    }>`select e.id, case when not e.tbd_date then ${epoch('e.start_at')} end as starts
      from participations p join events e on e.id = p.event_id
      where p.user_id = ${userId} and p.status <> 'not_going' and not ${over(now)} order by e.id`,
  );
}

/** How many places somebody has at coming events of others, and had at past ones. */
export async function countPlaces(tx: Db, userId: string, now: Date): Promise<{ places: number; pastPlaces: number }> {
  const row = await firstRow(
    tx,
    sql<{ places: number; pastPlaces: number }>`select count(*) filter (where not ${over(now)})::int as places,
        count(*) filter (where ${over(now)} and p.status = 'going')::int as "pastPlaces"
      from participations p join events e on e.id = p.event_id
      where p.user_id = ${userId} and p.status <> 'not_going' and e.creator_id <> ${userId}`,
  );
  return row ?? { places: 0, pastPlaces: 0 };
}
