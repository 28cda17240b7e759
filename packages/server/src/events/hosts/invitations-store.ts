import { fold } from '@folkmoot/contract/core/text.ts';
import type { AttentionView, InvitationView } from '@folkmoot/contract/events/invitations-schema.ts';
import { holdsSeat } from '@folkmoot/contract/participations/rules.ts';
import type { ParticipationRole } from '@folkmoot/contract/participations/schema.ts';
import { sql } from 'kysely';
import { hiddenFrom } from '../../blocks/store.ts';
import { allRows, type Db, firstRow } from '../../core/db/db.ts';
import { newId } from '../../core/id.ts';
import { epoch, notBanned, over, PERSON } from '../fragments-store.ts';
import type { Participation } from '../participations-store.ts';

/** What a host asks of a person on the list; null takes it back. */
export async function setAsked(
  db: Db,
  { eventId, id }: Pick<Participation, 'eventId' | 'id'>,
  asked: { role: ParticipationRole | null; by: string },
  now: Date,
): Promise<void> {
  await sql`update participations set asked_role = ${asked.role}, asked_by = ${asked.by}, asked_at = ${now}
    where event_id = ${eventId} and id = ${id}`.execute(db);
}

/**
 * A host typed a person's address: hosts know it. Until the person answers, hosts see no more of them than they
 * typed.
 */
export async function setTyped(
  db: Db,
  { eventId, id }: Pick<Participation, 'eventId' | 'id'>,
  typed: { email: string; firstName: string; lastName: string },
): Promise<void> {
  await sql`update participations set address_given = true, typed = true, first_name = ${typed.firstName}, last_name = ${typed.lastName}
    where event_id = ${eventId} and id = ${id}`.execute(db);
}

/** A person has opened the link of an email that went to their address: it is theirs. */
export async function noteOwnAct(db: Db, eventId: string, id: string): Promise<void> {
  await sql`update participations set own_act = true where event_id = ${eventId} and id = ${id} and not own_act and status <> 'not_going'`.execute(
    db,
  );
}

/** The role that a person is asked to take, with as much of the event as they may see before they answer. */
export async function findInvitation(db: Db, eventId: string, userId: string): Promise<InvitationView | undefined> {
  const row = await firstRow(
    db,
    sql<{
      view: InvitationView;
    }>`select json_build_object('eventId', e.id, 'alias', e.alias, 'name', e.name, 'status', e.status,
        'start_epoc', case when not e.tbd_date then ${epoch('e.start_at')} end, 'end_epoc', case when not e.tbd_date then ${epoch('e.end_at')} end,
        'time_zone', e.time_zone, 'is_all_day', e.is_all_day, 'tbdDate', e.tbd_date, 'tint', coalesce(e.tint, e.cover_tint),
        'role', coalesce(p.asked_role, 'guest'), 'asked_epoc', ${epoch('p.asked_at')},
        'by', case when u.id is not null then json_build_object(${PERSON}) end) as view
      from participations p join events e on e.id = p.event_id left join users u on u.id = p.asked_by
      where p.event_id = ${eventId} and p.user_id = ${userId} and p.asked_role is not null and e.status <> 'cancelled'
        and not coalesce(p.asked_by = any(${hiddenFrom(userId)}), false) and ${notBanned('p')}`,
  );
  return row?.view;
}

/** What is waiting for a host, event by event, and how many invitations are waiting for them. */
export async function findAttention(
  db: Db,
  userId: string,
  now: Date,
): Promise<{ data: AttentionView[]; invitations: number }> {
  const row = await firstRow(
    db,
    sql<{ data: AttentionView[]; invitations: number }>`
      with waiting as (
        select e.id as "eventId", e.alias, e.name, own.registered_at as since,
          (select count(*)::int from participations p where p.event_id = e.id and p.status = 'requested') as requests,
          (select count(*)::int from event_access a where a.event_id = e.id and a.status = 'pending' and not a.user_id = any(${hiddenFrom(userId)})) as access,
          (select count(*)::int from participations p where p.event_id = e.id and p.role = 'guest' and p.status in ('going', 'waitlisted')
            and (p.own_act or p.asked_by is null) and p.registered_at > coalesce(own.looked_at, own.registered_at)) as registered
        from participations own join events e on e.id = own.event_id
        where own.user_id = ${userId} and own.role = 'host' and own.status <> 'not_going' and e.status = 'published' and not ${over(now)}
        order by own.registered_at desc limit 200)
      select coalesce((select json_agg(json_build_object('eventId', "eventId", 'alias', alias, 'name', name, 'requests', requests, 'access', access, 'registered', registered)
          order by requests + access desc, registered desc, since desc) from waiting where requests + access + registered > 0), '[]'::json) as data,
        (select count(*)::int from participations own join events e on e.id = own.event_id where own.user_id = ${userId} and own.asked_role is not null
          and e.status <> 'cancelled' and not ${over(now)} and not coalesce(own.asked_by = any(${hiddenFrom(userId)}), false) and ${notBanned('own')}) as invitations`,
  );
  return row ?? { data: [], invitations: 0 };
}

/** A host has looked at the guest list. Recorded at most once in this many seconds. */
export async function noteLook(db: Db, eventId: string, userId: string, now: Date): Promise<void> {
  await sql`update participations set looked_at = ${now} where event_id = ${eventId} and user_id = ${userId} and role = 'host'
    and (looked_at is null or looked_at < ${new Date(now.getTime() - 5000)})`.execute(db);
}

/**
 * Invites the people of one event to its copy: three statements, however many they are. People with an account are
 * invited to be what they were; an address without one keeps its participation. Returns the ids, and which of them
 * had registered themselves.
 */
export async function insertCopied(
  db: Db,
  eventId: string,
  people: readonly Participation[],
  actorId: string,
  now: Date,
): Promise<{ id: string; ownAct: boolean }[]> {
  const rows = people.map(({ userId, email, firstName, lastName, role, ownAct, addressGiven }) => {
    const bare = { email, first: firstName, last: lastName, text: fold(`${firstName} ${lastName} ${email ?? ''}`) };
    return {
      id: newId(),
      record: newId(),
      who: userId,
      role: userId === null ? role : 'guest',
      asked: userId === null ? null : role,
      status: userId === null ? 'going' : 'invited',
      given: addressGiven,
      ownAct,
      ...(userId === null ? bare : { first: '', last: '', text: '' }),
    };
  });
  const list = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r(id uuid, record uuid, who uuid, email text, first text, last text, role text, asked text, status text, given boolean, text text)`;
  await sql`insert into participations (event_id, id, user_id, email, first_name, last_name, role, status, approved, registered_at, changed_at, search_text,
      asked_role, asked_by, asked_at, address_given)
    select ${eventId}, r.id, r.who, r.email, r.first, r.last, r.role, r.status, true, ${now}::timestamptz, ${now}::timestamptz, r.text,
      r.asked, ${actorId}::uuid, ${now}::timestamptz, r.given from ${list}`.execute(db);
  await sql`insert into participation_history (event_id, id, participation_id, from_status, to_status, actor_id, at)
    select ${eventId}, r.record, r.id, 'not_going', r.status, ${actorId}, ${now}::timestamptz from ${list}`.execute(db);
  const seats = rows.filter(({ role, status }) => status === 'going' && holdsSeat({ role, status })).length;
  await sql`update events set taken_count = taken_count + ${seats}, going_count = going_count + ${seats} where id = ${eventId}`.execute(
    db,
  );
  return rows.map(({ id, ownAct }) => ({ id, ownAct }));
}

/**
 * How many emails a sender has had sent since a given moment. Their row is locked, so that two at once count
 * together.
 */
export async function countSent(
  db: Db,
  userId: string,
  since: Date,
): Promise<{ sent: number; joined: Date } | undefined> {
  await sql`select 1 from users where id = ${userId} for no key update`.execute(db);
  return firstRow(
    db,
    sql<{ sent: number; joined: Date }>`select u.created_at as joined,
      (select count(*)::int from event_outreach o where o.sender = u.id::text and o.at > ${since}) as sent from users u where u.id = ${userId}`,
  );
}

/** Whether an address has been invited to an event by email since a given moment. */
export async function wasTold(db: Db, eventId: string, address: string, since: Date): Promise<boolean> {
  const row = await firstRow(
    db,
    sql`select 1 from event_outreach where event_id = ${eventId} and address = ${address} and kind = 'invited' and at > ${since}`,
  );
  return row !== undefined;
}

/**
 * How many emails that invite an address have been sent since a given moment, about all events together. The address
 * is locked, so that several hosts at once count together.
 */
export async function countInvited(db: Db, address: string, since: Date): Promise<number> {
  await holdOutreach(db, `to ${address}`);
  const row = await firstRow(
    db,
    sql<{
      n: number;
    }>`select count(*)::int as n from event_outreach where address = ${address} and kind = 'invited' and at > ${since}`,
  );
  return row?.n ?? 0;
}

/**
 * Records an email to each person on a list who may get one: as many as there are left, and none whose address has
 * had `each` since a given moment. In one statement, however many they are.
 *
 * @returns whom it goes to.
 */
export async function insertOutreachToMany(
  db: Db,
  eventId: string,
  ids: readonly string[],
  by: { sender: string; left: number; each: number; since: Date },
  now: Date,
): Promise<string[]> {
  const rows = await allRows(
    db,
    sql<{ id: string }>`with told as (
        select p.id, coalesce(u.email, p.email) as address from participations p left join users u on u.id = p.user_id
        where p.event_id = ${eventId} and p.id = any(${ids}::uuid[])
          and (select count(*) from event_outreach o where o.address = coalesce(u.email, p.email) and o.kind = 'invited' and o.at > ${by.since}) < ${by.each}::int
        order by p.registered_at, p.id limit ${Math.max(0, by.left)}::int
      ), counted as (
        insert into event_outreach (id, event_id, kind, sender, address, at)
        select gen_random_uuid(), ${eventId}::uuid, 'invited', ${by.sender}::text, told.address, ${now}::timestamptz from told
      )
      select id from told`,
  );
  return rows.map(({ id }) => id);
}

export type Outreach = { eventId: string; kind: 'invited' | 'visitor'; sender: string; address: string };

/** Records that an email goes out. */
export async function insertOutreach(db: Db, mail: Outreach, now: Date): Promise<void> {
  await sql`insert into event_outreach (id, event_id, kind, sender, address, at)
    values (${newId()}, ${mail.eventId}, ${mail.kind}, ${mail.sender}, ${mail.address}, ${now})`.execute(db);
}

/** Emails since a given moment that signed-out registrations sent to an address. */
export async function countVisitorMails(db: Db, address: string, since: Date): Promise<number> {
  const row = await firstRow(
    db,
    sql<{
      n: number;
    }>`select count(*)::int as n from event_outreach where address = ${address} and sender = '' and kind = 'visitor' and at > ${since}`,
  );
  return row?.n ?? 0;
}

/**
 * Counts one signed-out registration for its network, if it has had fewer than `most` since a given moment.
 * Registrations of one network are counted one after the other, so that concurrent ones cannot exceed the limit. In a
 * transaction.
 *
 * @returns its id, or undefined if the limit is reached.
 */
export async function takeVisitorMail(
  tx: Db,
  { eventId, sender, most, since }: { eventId: string; sender: string; most: number; since: Date },
  now: Date,
): Promise<string | undefined> {
  await holdOutreach(tx, `visitors ${sender}`);
  const row = await firstRow(
    tx,
    sql<{ id: string }>`insert into event_outreach (id, event_id, kind, sender, address, at)
      select ${newId()}::uuid, ${eventId}::uuid, 'visitor', ${sender}::text, '', ${now}::timestamptz
      where (select count(*) from event_outreach where sender = ${sender} and kind = 'visitor' and at > ${since}) < ${most}::int
      returning id`,
  );
  return row?.id;
}

/** Takes back what was counted: no email was sent. */
export async function deleteOutreach(db: Db, id: string): Promise<void> {
  await db.deleteFrom('event_outreach').where('id', '=', id).execute();
}

/** Transactions that count the same emails wait until this one ends. */
async function holdOutreach(tx: Db, what: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`outreach ${what}`}))`.execute(tx);
}

/** An address unsubscribes from emails about an event. */
export async function insertMailStop(db: Db, eventId: string, address: string, now: Date): Promise<void> {
  await sql`insert into event_mail_stops (event_id, address, stopped_at) values (${eventId}, ${address}, ${now}) on conflict do nothing`.execute(
    db,
  );
}

/** Whether an address has unsubscribed from emails about an event. */
export async function isStopped(db: Db, eventId: string, address: string): Promise<boolean> {
  const row = await firstRow(
    db,
    sql`select 1 from event_mail_stops where event_id = ${eventId} and address = ${address}`,
  );
  return row !== undefined;
}

/** Deletes what no limit counts any more. */
export async function deleteOldOutreach(db: Db, before: Date): Promise<void> {
  await sql`delete from event_outreach where at < ${before} and (kind = 'visitor' or event_id is null)`.execute(db);
  await sql`delete from passcode_tries where at < ${before} and not correct`.execute(db);
}
