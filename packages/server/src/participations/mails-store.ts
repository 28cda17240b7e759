import { type RawBuilder, sql } from 'kysely';
import { allRows, type Db } from '../core/db/db.ts';
import { newId } from '../core/id.ts';
import { type Ref, refRows } from './store.ts';

/** Somebody who gets an email, and what it says to them alone. */
export type Recipient = Ref & { note?: object };

/** Emails that are due, written with the change they report. */
export async function insertMails(
  db: Db,
  recipients: readonly Recipient[],
  kind: string,
  note: object,
  now: Date,
): Promise<void> {
  if (recipients.length === 0) return;
  const rows = recipients.map(({ eventId, id, note: own }) => ({
    ...{ id: newId(), event: eventId, who: id },
    note: { ...note, ...own },
  }));
  await sql`insert into event_mails (id, event_id, participation_id, kind, note, created_at)
    select m.id, m.event, m.who, ${kind}, m.note, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) m(id uuid, event uuid, who uuid, note jsonb)`.execute(db);
}

/** Somebody without a participation who gets an email; its note names them. */
export type Addressee = { eventId: string; note: { userId: string } };

/** Emails that are due to people without a participation. */
export async function insertPersonMails(
  db: Db,
  addressees: readonly Addressee[],
  kind: string,
  now: Date,
): Promise<void> {
  const rows = addressees.map(({ eventId: event, note }) => ({ id: newId(), event, note }));
  await sql`insert into event_mails (id, event_id, kind, note, created_at)
    select m.id, m.event, ${kind}, m.note, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) m(id uuid, event uuid, note jsonb)`.execute(db);
}

/** The people among these who have had no repeat since `before`; the new one is recorded. */
export async function takeUntold(db: Db, some: readonly Ref[], before: Date, now: Date): Promise<Ref[]> {
  if (some.length === 0) return [];
  return allRows(
    db,
    sql<Ref>`update participations p set told_again_at = ${now} from ${refRows(some)} where p.event_id = r.event_id and p.id = r.id
      and (p.told_again_at is null or p.told_again_at <= ${before}) returning p.event_id as "eventId", p.id`,
  );
}

export type DueMail = {
  id: string;
  eventId: string;
  participationId: string | null;
  kind: string;
  note: {
    /** What was bought, for a link to its invoice. */
    order?: string;
    /** What was paid, a line for each part, and the number of the invoice. */
    receipt?: { lines: string[]; invoice: string };
    /** An amount of money, as people read it. */
    sum?: string;
    /** Their place has ended with it. */
    ended?: boolean;
    userId?: string;
    by?: string;
    /** The participation of somebody without an account who did it. */
    asker?: string;
    reason?: string;
    /** Who wrote it, if an answer goes to them. */
    answersTo?: string;
    subject?: string;
    text?: string;
    html?: string;
    message?: string;
    /** Of the guest it is about. */
    name?: string;
    /** Until when their place is held, in Unix seconds. */
    until?: number;
    /** What has stopped the sales of an event, and whether it is the reader's account. */
    why?: 'paused' | 'lost' | 'disconnected';
    mine?: boolean;
    /** How many have registered. */
    guests?: number;
    /** How often it could not be written. */
    tries?: number;
  };
};

/**
 * Takes emails that are due, oldest first; another process takes others. They are gone when the transaction commits.
 */
export async function takeDueMails(db: Db, most: number, now: Date): Promise<DueMail[]> {
  return allRows(
    db,
    // The rows that a deletion returns have no particular order.
    sql<DueMail>`with taken as (delete from event_mails
        where id in (select id from event_mails where created_at <= ${now} order by created_at, id limit ${sql.lit(most)} for update skip locked) returning *)
      select id, event_id as "eventId", participation_id as "participationId", kind, note from taken order by created_at, id`,
  );
}

/** Postpones an email that could not be written, or gives it up if `until` is undefined. */
export async function putOffMail(db: Db, id: string, tries: number, until: Date | undefined): Promise<void> {
  if (until === undefined) {
    await db.deleteFrom('event_mails').where('id', '=', id).execute();
    return;
  }
  await sql`update event_mails set created_at = ${until}, note = note || ${JSON.stringify({ tries })}::jsonb where id = ${id}`.execute(
    db,
  );
}

/** An email that was taken is due later, unless one of its kind for the same person already is. */
export async function delayMail(
  db: Db,
  { id, eventId, participationId, kind, note }: DueMail,
  until: Date,
): Promise<void> {
  await sql`insert into event_mails (id, event_id, participation_id, kind, note, created_at)
    select ${id}::uuid, ${eventId}::uuid, ${participationId}::uuid, ${kind}::text, ${JSON.stringify(note)}::jsonb, ${until}::timestamptz
    where not exists (select 1 from event_mails m where m.event_id = ${eventId}::uuid and m.participation_id = ${participationId}::uuid
      and m.kind = ${kind}::text)`.execute(db);
}

/**
 * Who gets an email about their event: its guests, whether they are going, waiting, asking or invited; everybody in
 * whatever role, except one person; or those who are going and registered before a moment.
 */
export type Recipients = { of: 'guests' } | { of: 'everybody'; except: string } | { of: 'going'; since: Date };

/**
 * An email that is due to everybody whom these events concern, in one statement however many they are. PostgreSQL makes
 * the ids here: those of emails are in no order, and their time is in a column.
 *
 * @returns how many emails are due.
 */
export async function insertMailsToAll(
  db: Db,
  eventIds: readonly string[],
  recipients: Recipients,
  kind: string,
  note: object,
  now: Date,
): Promise<number> {
  const result = await sql`insert into event_mails (id, event_id, participation_id, kind, note, created_at)
    select gen_random_uuid(), event_id, id, ${kind}, ${JSON.stringify(note)}::jsonb, ${now}::timestamptz
    from participations where event_id = any(${[...eventIds]}::uuid[]) and ${concerned(recipients)}`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}

function concerned(recipients: Recipients): RawBuilder<boolean> {
  switch (recipients.of) {
    case 'guests':
      return sql`status <> 'not_going' and role in ('guest', 'featured_guest')`;
    case 'everybody':
      return sql`status <> 'not_going' and user_id is distinct from ${recipients.except}`;
    case 'going':
      return sql`status = 'going' and role <> 'check_in' and changed_at <= ${recipients.since}`;
  }
}
