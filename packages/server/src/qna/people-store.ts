import { type RawBuilder, sql } from 'kysely';
import { type Db, firstRow } from '../core/db/db.ts';

/** Somebody who takes part, in the order in which they are known: by their place at the event, by their account, or by a pass. */
export type Person = { id: string; participationId: string | null; userId: string | null; name: string };

/** Writes down somebody who does something under their name for the first time: for the head of a statement. */
export const knowing = (eventId: string, person: Person, now: Date): RawBuilder<unknown> => {
  const { id, participationId } = person;
  // Their place is theirs, whoever's account it belongs to.
  const userId = participationId === null ? person.userId : null;
  const name = participationId === null && userId === null ? person.name : '';
  return sql`insert into qna_people (event_id, id, participation_id, user_id, name, created_at)
    select ${eventId}::uuid, ${id}::uuid, ${participationId}::uuid, ${userId}::uuid, ${name}, ${now}::timestamptz
    where not exists (select 1 from qna_people where event_id = ${eventId} and id = ${id}) on conflict do nothing`;
};

export async function knowPerson(db: Db, eventId: string, person: Person, now: Date): Promise<void> {
  await knowing(eventId, person, now).execute(db);
}

/** The name of somebody who came by the code; undefined if there is nobody. */
export async function findGuestName(db: Db, eventId: string, guestId: string): Promise<string | undefined> {
  const row = await firstRow(
    db,
    sql<{ name: string }>`select name from qna_people where event_id = ${eventId} and id = ${guestId} and name <> ''`,
  );
  return row?.name;
}

/** Writes somebody who comes by the code, unless too many have. */
export async function insertGuest(
  db: Db,
  { eventId, id, name, most }: { eventId: string; id: string; name: string; most: number },
  now: Date,
): Promise<boolean> {
  const row = await firstRow(
    db,
    sql`insert into qna_people (event_id, id, name, created_at) select ${eventId}::uuid, ${id}::uuid, ${name}, ${now}::timestamptz
      where (select count(*) from qna_people where event_id = ${eventId} and name <> '') < ${most} returning 1`,
  );
  return row !== undefined;
}

/**
 * Person `a`, who has joined from `qna_people`, as JSON; null if there is nobody. `asHost`: they acted as a host.
 * Their place is `p` and their account `u`.
 */
export const personJson = (asHost: RawBuilder<unknown>) => sql`case when a.id is not null then json_build_object(
  'name', coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), nullif(trim(p.first_name || ' ' || p.last_name), ''), nullif(a.name, ''), u.username, 'Guest'),
  'userId', u.id, 'profile_photo', u.image,
  'role', case when ${asHost} then 'host' when p.role = 'featured_guest' and p.status = 'going' then 'featured_guest' else 'attendee' end) end`;

/** Joins person `a` with their place `p` and their account `u`. */
export const personJoins = (id: RawBuilder<unknown>, eventId: RawBuilder<unknown>) => sql`
  left join qna_people a on a.event_id = ${eventId} and a.id = ${id}
  left join participations p on p.event_id = a.event_id and p.id = a.participation_id
  left join users u on u.id = coalesce(p.user_id, a.user_id)`;
