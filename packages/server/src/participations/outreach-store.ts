import { sql } from 'kysely';
import { allRows, type Db, firstRow } from '../core/db/db.ts';
import { newId } from '../core/id.ts';

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
      (select count(*)::int from event_outreach o where o.sender = u.id::text and o.kind = 'invited' and o.at > ${since}) as sent from users u where u.id = ${userId}`,
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
  await lockOutreach(db, `to ${address}`);
  const row = await firstRow(
    db,
    sql<{
      n: number;
    }>`select count(*)::int as n from event_outreach where address = ${address} and kind = 'invited' and at > ${since}`,
  );
  return row?.n ?? 0;
}

/**
 * Records an email to each person on a list who may get one: as many as there are left, and none if the address has had
 * `each` since a given moment. One statement, however many people there are.
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
        where p.event_id = ${eventId} and p.id = any(${ids}::uuid[]) and not p.deserted
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

export type Outreach = {
  eventId: string;
  kind: 'invited' | 'visitor' | 'unconfirmed';
  sender: string;
  address: string;
};

/** Records that an email goes out. */
export async function insertOutreach(db: Db, mail: Outreach, now: Date): Promise<void> {
  await sql`insert into event_outreach (id, event_id, kind, sender, address, at)
    values (${newId()}, ${mail.eventId}, ${mail.kind}, ${mail.sender}, ${mail.address}, ${now})`.execute(db);
}

/** Records letters of invitation that have left, or messages to people who have not confirmed their registration: they count even if their event is deleted. */
export async function insertLetters(
  db: Db,
  eventId: string | null,
  {
    sender,
    addresses,
    kind = 'letter',
  }: { sender: string; addresses: readonly string[]; kind?: 'letter' | 'unconfirmed' },
  now: Date,
): Promise<void> {
  await sql`insert into event_outreach (id, event_id, kind, sender, address, at)
    select gen_random_uuid(), ${eventId}::uuid, ${kind}::text, ${sender}::text, a, ${now}::timestamptz from unnest(${[...addresses]}::text[]) a`.execute(
    db,
  );
}

/** Emails since a given moment of one kind that nobody in particular sent to an address, about one event or all. */
export async function countMails(
  db: Db,
  { kind, address, eventId }: { kind: Outreach['kind']; address: string; eventId?: string },
  since: Date,
): Promise<number> {
  const row = await firstRow(
    db,
    sql<{
      n: number;
    }>`select count(*)::int as n from event_outreach where address = ${address} and sender = '' and kind = ${kind} and at > ${since}
      and (${eventId ?? null}::uuid is null or event_id = ${eventId ?? null}::uuid)`,
  );
  return row?.n ?? 0;
}

/** Whether an address has been told of an event: invited, put on its list, or written to by its hosts. */
export async function hasBeenMailed(db: Db, eventId: string, address: string): Promise<boolean> {
  const row = await firstRow(
    db,
    sql`select 1 from event_outreach where event_id = ${eventId} and address = ${address} and kind in ('invited', 'letter')`,
  );
  return row !== undefined;
}

/** Messages since a given moment from a host to people who have not confirmed their registration. */
export async function countWords(db: Db, sender: string, since: Date): Promise<number> {
  const row = await firstRow(
    db,
    sql<{
      n: number;
    }>`select count(*)::int as n from event_outreach where sender = ${sender} and kind = 'unconfirmed' and at > ${since}`,
  );
  return row?.n ?? 0;
}

export type VisitorCount = {
  eventId: string;
  sender: string;
  most: number;
  hours: number;
  perMinute?: number;
};

/**
 * Counts one signed-out registration for its network, if it has had fewer than `most` in the last `hours`, or fewer than `perMinute`
 * in the last minute. Registrations of one network are counted one after the other, so that concurrent ones cannot exceed the limit. In a
 * transaction.
 *
 * @returns its id, or undefined if the limit is reached.
 */
export async function takeVisitorMail(
  tx: Db,
  { eventId, sender, most, hours, perMinute = 0 }: VisitorCount,
  now: Date,
): Promise<string | undefined> {
  await lockOutreach(tx, `visitors ${sender}`);
  const ago = (ms: number) => sql`${new Date(now.getTime() - ms)}::timestamptz`;
  const row = await firstRow(
    tx,
    sql<{ id: string }>`insert into event_outreach (id, event_id, kind, sender, address, at)
      select ${newId()}::uuid, ${eventId}::uuid, 'visitor', ${sender}::text, '', ${now}::timestamptz
      from (select count(*) as lately, count(*) filter (where at > ${ago(60_000)}) as just_now from event_outreach
        where sender = ${sender} and kind = 'visitor' and at > ${ago(hours * 3_600_000)}) counted
      where lately < ${most}::int or just_now < ${perMinute}::int
      returning id`,
  );
  return row?.id;
}

/** Takes back what was counted: no email was sent. */
export async function deleteOutreach(db: Db, id: string): Promise<void> {
  await db.deleteFrom('event_outreach').where('id', '=', id).execute();
}

/** Transactions that count the same emails wait until this one ends. */
async function lockOutreach(tx: Db, what: string): Promise<void> {
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
  await sql`delete from event_outreach where at < ${before} and (kind in ('visitor', 'unconfirmed') or event_id is null)`.execute(
    db,
  );
}
