import { DELETED_MEMBER } from '@folkmoot/contract/communities/audit-schema.ts';
import type { CodeGuest, QuestionState, QuestionView, WhichGuests } from '@folkmoot/contract/qna/schema.ts';
import { type RawBuilder, sql } from 'kysely';
import { hiddenFrom } from '../blocks/store.ts';
import { allRows, type Db, firstRow } from '../core/db/db.ts';
import { epoch } from '../participations/fragments-store.ts';

type QuestionVotes = Pick<QuestionView, '_id' | 'votes' | 'rev'>;

/** Somebody who takes part, in the order in which they are known: by their place at the event, by their account, or by a pass. */
export type Person = { id: string; participationId: string | null; userId: string | null; name: string };

/** How somebody is written down: by one of place, account and name. Their place counts first, even if it belongs to an account. */
export function rowOf({ participationId, userId, name }: Person): Omit<Person, 'id'> {
  if (participationId !== null) return { participationId, userId: null, name: '' };
  return { participationId, userId, name: userId === null ? name : '' };
}

/** Writes down somebody who does something under their name for the first time: for the head of a statement. */
export const knowing = (eventId: string, person: Person, now: Date): RawBuilder<unknown> => {
  const { participationId, userId, name } = rowOf(person);
  return sql`insert into qna_people (event_id, id, participation_id, user_id, name, created_at)
    select ${eventId}::uuid, ${person.id}::uuid, ${participationId}::uuid, ${userId}::uuid, ${name}, ${now}::timestamptz
    where not exists (select 1 from qna_people where event_id = ${eventId} and id = ${person.id}) on conflict do nothing`;
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

/** Those who came by the code and not, as it were, those whose account is deleted. */
const BY_CODE = sql`a.name <> '' and a.name <> ${DELETED_MEMBER}`;
const QUIET = sql`not exists (select 1 from qna_questions q where q.event_id = a.event_id and q.asker_id = a.id)
  and not exists (select 1 from qna_votes v where v.event_id = a.event_id and v.voter_id = a.id)
  and not exists (select 1 from qna_comments c where c.event_id = a.event_id and c.author_id = a.id)
  and not exists (select 1 from qna_reactions r where r.event_id = a.event_id and r.person_id = a.id)
  and not exists (select 1 from qna_reports r where r.event_id = a.event_id and r.reporter_id = a.id)`;

/** How long somebody who does nothing keeps a seat that another one needs. */
const SEAT_MS = 10 * 60_000;

/**
 * Writes somebody who comes by the code, unless too many have. Where all seats are taken, the seat goes to them that somebody has had
 * the longest without doing anything: a script that takes them all shuts nobody out.
 */
export async function insertGuest(
  db: Db,
  { eventId, id, name, most }: { eventId: string; id: string; name: string; most: number },
  now: Date,
): Promise<boolean> {
  const row = await firstRow(
    db,
    sql`with seats as (select count(*) < ${most} as free from qna_people a where a.event_id = ${eventId} and ${BY_CODE}),
      given as (delete from qna_people where event_id = ${eventId} and not (select free from seats) and id = (
        select a.id from qna_people a
          where a.event_id = ${eventId} and ${BY_CODE} and ${QUIET} and a.created_at < ${new Date(now.getTime() - SEAT_MS)}
          order by a.id limit 1 for update skip locked) returning 1)
      insert into qna_people (event_id, id, name, created_at) select ${eventId}::uuid, ${id}::uuid, ${name}, ${now}::timestamptz
      where (select free from seats) or exists (select 1 from given) returning 1`,
  );
  return row !== undefined;
}

/** A page of the people who came by the code, newest first, how many there are, and how many of them have done nothing. */
export async function listByCode(
  db: Db,
  eventId: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ items: CodeGuest[]; count: number; quiet: number }> {
  const items = await allRows(
    db,
    sql<CodeGuest>`select a.id as "_id", a.name, ${epoch('a.created_at')} as joined_epoc,
        (select count(*)::int from qna_questions q where q.event_id = a.event_id and q.asker_id = a.id) as questions,
        (select count(*)::int from qna_votes v where v.event_id = a.event_id and v.voter_id = a.id) as votes,
        (select count(*)::int from qna_comments c where c.event_id = a.event_id and c.author_id = a.id) as comments
      from qna_people a where a.event_id = ${eventId} and ${BY_CODE} order by a.id desc limit ${limit} offset ${(page - 1) * limit}`,
  );
  const counts = await firstRow(
    db,
    sql<{ count: number; quiet: number }>`select count(*)::int as count, count(*) filter (where ${QUIET})::int as quiet
      from qna_people a where a.event_id = ${eventId} and ${BY_CODE}`,
  );
  return { items, count: counts?.count ?? 0, quiet: counts?.quiet ?? 0 };
}

/**
 * Removes people who came by the code, with their votes, reactions and reports; what they asked and wrote stays, without a name.
 *
 * @returns how many, what they asked, and the questions that they voted for.
 */
export async function removeByCode(
  db: Db,
  eventId: string,
  whom: { guestId: string } | { which: WhichGuests },
): Promise<{ done: number; asked: { id: string; state: QuestionState; isNow: boolean }[]; votes: QuestionVotes[] }> {
  const which = 'guestId' in whom ? sql`a.id = ${whom.guestId}` : whom.which === 'quiet' ? QUIET : sql`true`;
  const found = await allRows(
    db,
    sql<{
      id: string;
    }>`select a.id from qna_people a where a.event_id = ${eventId} and ${BY_CODE} and ${which} order by a.id for update`,
  );
  if (found.length === 0) return { done: 0, asked: [], votes: [] };
  const ids = sql`${found.map(({ id }) => id)}::uuid[]`;
  const asked = await allRows(
    db,
    sql<{ id: string; state: QuestionState; isNow: boolean }>`update qna_questions set asker_id = null, rev = rev + 1
      where event_id = ${eventId} and asker_id = any(${ids}) returning id, state, now_at is not null as "isNow"`,
  );
  // In one statement: counts change once for all of them.
  const gone = await allRows(
    db,
    sql<{
      id: string;
    }>`delete from qna_votes where event_id = ${eventId} and voter_id = any(${ids}) returning question_id as id`,
  );
  await sql`delete from qna_people where event_id = ${eventId} and id = any(${ids})`.execute(db);
  const votes = await allRows(
    db,
    sql<QuestionVotes>`select id as "_id", votes, rev from qna_questions where event_id = ${eventId}
      and id = any(${[...new Set(gone.map(({ id }) => id))]}::uuid[])`,
  );
  return { done: found.length, asked, votes };
}

/**
 * Person `a`, who has joined from `qna_people`, as JSON; null if there is nobody. `asHost`: they acted as a host.
 * Their place is `p` and their account `u`.
 */
export const personJson = (asHost: RawBuilder<unknown>) => sql`case when a.id is not null then json_build_object(
  'name', coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), nullif(trim(p.first_name || ' ' || p.last_name), ''), nullif(a.name, ''), u.username, 'Guest'),
  'userId', u.id, 'profile_photo', u.image,
  'role', case when ${asHost} then 'host' when p.role = 'featured_guest' and p.status = 'going' then 'featured_guest' else 'attendee' end) end`;

/** Leaves out what was done by people who are hidden from somebody, by the column that says by whom; hosts see everybody. */
export function notHiddenFrom(
  { userId, host, hides }: { userId?: string | undefined; host: boolean; hides?: boolean },
  eventId: RawBuilder<unknown>,
  column: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (userId === undefined || host || !hides) return sql``;
  return sql`and not exists (select 1 from qna_people h left join participations hp on hp.event_id = h.event_id and hp.id = h.participation_id
    where h.event_id = ${eventId} and h.id = ${column} and coalesce(hp.user_id, h.user_id) = any(${hiddenFrom(userId)}))`;
}

/** Joins person `a` with their place `p` and their account `u`. */
export const personJoins = (id: RawBuilder<unknown>, eventId: RawBuilder<unknown>) => sql`
  left join qna_people a on a.event_id = ${eventId} and a.id = ${id}
  left join participations p on p.event_id = a.event_id and p.id = a.participation_id
  left join users u on u.id = coalesce(p.user_id, a.user_id)`;

/**
 * Gives what somebody did under one participation of an event to another of theirs: for several events at once. Votes and
 * reactions that they gave under both become one; triggers keep the counts.
 */
export async function moveQuestions(
  db: Db,
  moves: readonly { eventId: string; from: string; to: string }[],
): Promise<void> {
  const known = sql`(select m.* from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) m("eventId" uuid, "from" uuid, "to" uuid)
    join qna_people a on a.event_id = m."eventId" and a.id = m."from") m`;
  await sql`insert into qna_people (event_id, id, participation_id, name, created_at)
    select m."eventId", m."to", m."to", '', a.created_at from ${known} join qna_people a on a.event_id = m."eventId" and a.id = m."from"
    on conflict do nothing`.execute(db);
  const at = (table: string, column: string) =>
    sql`${sql.table(table)} x set ${sql.ref(column)} = m."to" from ${known} where x.event_id = m."eventId" and x.${sql.ref(column)} = m."from"`;
  await sql`update ${at('qna_questions', 'asker_id')}`.execute(db);
  await sql`update ${at('qna_comments', 'author_id')}`.execute(db);
  await sql`insert into qna_votes (event_id, question_id, voter_id) select x.event_id, x.question_id, m."to" from qna_votes x
    join ${known} on x.event_id = m."eventId" and x.voter_id = m."from" on conflict do nothing`.execute(db);
  await sql`update ${at('qna_reactions', 'person_id')} and not exists (select 1 from qna_reactions y where y.event_id = x.event_id
    and y.comment_id = x.comment_id and y.emoji = x.emoji and y.person_id = m."to")`.execute(db);
  await sql`delete from qna_people a using ${known} where a.event_id = m."eventId" and a.id = m."from"`.execute(db);
}
