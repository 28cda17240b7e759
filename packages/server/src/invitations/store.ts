import type { InvitationRow, InvitationState, LetterInvitation } from '@folkmoot/contract/invitations/schema.ts';
import type { ParticipationStatus } from '@folkmoot/contract/participations/schema.ts';
import { type RawBuilder, sql } from 'kysely';
import { allRows, type Db, firstRow } from '../core/db/db.ts';
import { containing, cutPage, fromCursor } from '../core/http/cursor.ts';

/** States that are stored; what people answer is in their participation. */
type Stored = 'queued' | 'sent' | 'failed' | 'revoked';

export type Invitation = {
  id: string;
  eventId: string;
  address: string;
  key: string;
  firstName: string;
  lastName: string;
  role: InvitationRow['role'];
  state: Stored;
  inviterId: string | null;
  mailingId: string | null;
  /** Whether hosts may see the address. */
  known: boolean;
  /** The participation that it made, if its letter has left. */
  status: ParticipationStatus | null;
  /** Whether somebody has accepted it with another account, and who: null if that account is gone. */
  accepted: boolean;
  acceptedBy: string | null;
};

const FROM = sql`from invitations i left join participations p on p.event_id = i.event_id and p.id = i.id`;

/** Invitations of an event by id. */
export async function listInvitations(db: Db, eventId: string, ids: readonly string[]): Promise<Invitation[]> {
  return allRows(
    db,
    sql<Invitation>`select i.id, i.event_id as "eventId", i.address, i.address_key as key, i.first_name as "firstName", i.last_name as "lastName",
      i.role, i.state, i.inviter_id as "inviterId", i.mailing_id as "mailingId", i.address_known as known, p.status,
      i.accepted_at is not null as accepted, i.accepted_by as "acceptedBy" ${FROM} where i.event_id = ${eventId} and i.id = any(${[...ids]}::uuid[])`,
  );
}

/**
 * What has become of queued invitations, in one statement: between two, the counts of the event would be locked while it waits for somebody
 * who answers. Returns the ids of those that were still queued and whose letter has left.
 */
export async function settleInvitations(
  db: Db,
  eventId: string,
  { sent, failed }: { sent: readonly string[]; failed: readonly string[] },
  now: Date,
): Promise<string[]> {
  const hasLeft = sql`id = any(${[...sent]}::uuid[])`;
  const rows = await allRows(
    db,
    sql<{
      id: string;
      state: Stored;
    }>`update invitations set state = case when ${hasLeft} then 'sent' else 'failed' end, was = null, sent_at = case when ${hasLeft} then ${now}::timestamptz else sent_at end
      where event_id = ${eventId} and id = any(${[...sent, ...failed]}::uuid[]) and state = 'queued' returning id, state`,
  );
  return rows.filter(({ state }) => state === 'sent').map(({ id }) => id);
}

/** Revokes invitations. */
export async function revokeAll(db: Db, eventId: string, ids: readonly string[]): Promise<void> {
  await sql`update invitations set state = 'revoked' where event_id = ${eventId} and id = any(${[...ids]}::uuid[])`.execute(
    db,
  );
}

/**
 * Somebody has accepted an invitation otherwise than by its link: with another account, or, without one, by registering with its address.
 * A letter that waits to be sent again is not needed any more.
 */
export async function markAccepted(
  db: Db,
  eventId: string,
  id: string,
  userId: string | null,
  now: Date,
): Promise<void> {
  await sql`update invitations set accepted_by = ${userId}::uuid, accepted_at = ${now}::timestamptz,
      state = case when state = 'queued' then coalesce(was, 'sent') else state end, was = null
    where event_id = ${eventId} and id = ${id}`.execute(db);
}

/** The letter of an invitation was opened: when that was first. */
export async function markOpened(db: Db, eventId: string, id: string, now: Date): Promise<void> {
  await sql`update invitations set opened_at = ${now}::timestamptz
    where event_id = ${eventId} and id = ${id} and opened_at is null and state <> 'revoked'`.execute(db);
}

/** An invitation whose letter was returned has failed. */
export async function markFailed(db: Db, eventId: string, id: string): Promise<void> {
  await sql`update invitations set state = 'failed' where event_id = ${eventId} and id = ${id} and state = 'sent'`.execute(
    db,
  );
}

/** Queued invitations whose letter never left are what they were before, or were never made. */
export async function unqueue(db: Db, eventId: string, ids: readonly string[]): Promise<void> {
  await sql`with back as (
      update invitations set state = was, was = null
      where event_id = ${eventId} and id = any(${[...ids]}::uuid[]) and state = 'queued' and was is not null)
    delete from invitations where event_id = ${eventId} and id = any(${[...ids]}::uuid[]) and state = 'queued' and was is null`.execute(
    db,
  );
}

type FoundLetter = Omit<LetterInvitation, 'sentTo'> & { address: string };

/** An invitation without an answer for its address, as its letter's link shows it to `viewerId`, or to a visitor. */
export async function findLetterInvitation(
  db: Db,
  eventId: string,
  id: string,
  viewerId: string | null,
): Promise<FoundLetter | undefined> {
  return firstRow(
    db,
    sql<FoundLetter>`select i.address, i.role, coalesce(own.email = i.address_key, false) as "isYours", i.accepted_at is not null as "isUsed",
        coalesce(p.gave_up, false) as "isDeclined",
        case when u.id is not null then json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'username', u.username, 'imageUrl', u.image) end as by
      ${FROM} left join users u on u.id = i.inviter_id left join users own on own.id = ${viewerId}::uuid
      where i.event_id = ${eventId} and i.id = ${id} and (i.state in ('sent', 'failed') or i.was is not null)
        and case when i.accepted_at is null then coalesce(p.status, 'invited') = 'invited' or p.gave_up else i.accepted_by is distinct from ${viewerId}::uuid end`,
  );
}

/** The words of the newest of some mailings. */
export async function findNewestLetter(
  db: Db,
  mailings: RawBuilder<unknown>,
): Promise<{ subject: string; html: string; body: string; note: object } | undefined> {
  return firstRow(
    db,
    sql<{
      subject: string;
      html: string;
      body: string;
      note: object;
    }>`select m.subject, m.html, m.body, m.note from mailings m where m.id in (${mailings}) order by m.created_at desc limit 1`,
  );
}

/** The words that these invitations were last sent with. */
export function findLetterOf(db: Db, eventId: string, ids: readonly string[]) {
  return findNewestLetter(
    db,
    sql`select i.mailing_id from invitations i where i.event_id = ${eventId} and i.id = any(${[...ids]}::uuid[])`,
  );
}

/** How many letters of invitation a person has sent since a moment or has queued. Their row is locked, so that two at once count together. */
export async function countInvitedBy(db: Db, inviterId: string, since: Date): Promise<number> {
  await sql`select 1 from users where id = ${inviterId} for no key update`.execute(db);
  const row = await firstRow(
    db,
    sql<{
      n: number;
    }>`select (select count(*) from event_outreach where sender = ${inviterId} and kind = 'letter' and at > ${since})::int
      + (select count(*) from invitations where inviter_id = ${inviterId}::uuid and state = 'queued')::int
      + (select count(*) from community_invitations where inviter_id = ${inviterId}::uuid and state = 'queued')::int
      + (select coalesce(sum(letter_count - sent - failed), 0) from mailings
        where sender_id = ${inviterId}::uuid and kind = 'event_reminder' and state in ('waiting', 'sending', 'paused'))::int as n`,
  );
  return row?.n ?? 0;
}

/** Invitations that are sent again: they are queued in a new mailing. Only those without an answer, sent before a moment. */
export async function requeue(
  db: Db,
  eventId: string,
  ids: readonly string[],
  { mailingId, before }: { mailingId: string; before: Date },
): Promise<{ id: string; address: string; key: string }[]> {
  return allRows(
    db,
    sql<{
      id: string;
      address: string;
      key: string;
    }>`update invitations i set was = i.state, state = 'queued', mailing_id = ${mailingId}
      where i.event_id = ${eventId} and i.id = any(${[...ids]}::uuid[]) and i.state in ('sent', 'failed') and coalesce(i.sent_at, i.created_at) <= ${before}
        and not exists (select 1 from participations p where p.event_id = i.event_id and p.id = i.id and p.status <> 'invited')
      returning i.id, i.address, i.address_key as key`,
  );
}

/** Invitations a page. */
export const PAGE = 50;

/** A page of invitations, from one row more than it shows, and how many there are in each state. */
export function pageOf<View>(
  rows: { view: View; id: string; at: string }[],
  counted: readonly { state: string; n: number }[],
): { data: View[]; nextCursor: string | null; counts: Record<string, number> } {
  const page = cutPage(rows, PAGE, ({ at, id }) => [at, id]);
  return {
    data: page.rows.map(({ view }) => view),
    nextCursor: page.nextCursor,
    counts: Object.fromEntries(counted.map(({ state, n }) => [state, n])),
  };
}

/** What has become of an invitation, its person's answer included. */
const STATE = sql`invitation_state(i.state, i.accepted_at, i.opened_at, p.status)`;

export type Filter = { state?: InvitationState | undefined; search: string; cursor?: string | undefined };

/** A page of an event's invitations, newest first, with how many there are in each state. */
export async function pageInvitations(
  db: Db,
  eventId: string,
  { state, search, cursor }: Filter,
): Promise<{ data: InvitationRow[]; nextCursor: string | null; counts: Record<string, number> }> {
  const after = fromCursor(cursor, 'moment');
  const pattern = containing(search.trim().toLowerCase());
  const rows = await allRows(
    db,
    sql<{
      view: InvitationRow;
      id: string;
      at: string;
    }>`select i.id, i.created_at::text as at, json_build_object('id', i.id,
        'name', trim(i.first_name || ' ' || i.last_name), 'email', case when i.address_known then i.address end, 'role', i.role, 'state', ${STATE},
        'smtp', case when i.state = 'failed' then nullif(d.answer, '') end, 'sent_epoc', floor(extract(epoch from i.sent_at))::bigint,
        'answered_epoc', case when ${STATE} in ('accepted', 'declined') then floor(extract(epoch from coalesce(i.accepted_at, p.changed_at)))::bigint end, 'mailingId', i.mailing_id,
        'by', case when u.id is not null then json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'username', u.username, 'imageUrl', u.image) end,
        'acceptedAs', case when a.id is not null then json_build_object('id', a.id, 'firstName', a.first_name, 'lastName', a.last_name, 'username', a.username, 'imageUrl', a.image) end) as view
      ${FROM} left join users u on u.id = i.inviter_id left join users a on a.id = i.accepted_by
      left join letters d on d.mailing_id = i.mailing_id and d.address_key = i.address_key
      where i.event_id = ${eventId} ${state === undefined ? sql`` : sql`and ${STATE} = ${state}`}
        ${search.trim() === '' ? sql`` : sql`and ((i.address_known and i.address_key like ${pattern}) or lower(i.first_name || ' ' || i.last_name) like ${pattern})`}
        ${after === undefined ? sql`` : sql`and (i.created_at, i.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`}
      order by i.created_at desc, i.id desc limit ${sql.lit(PAGE + 1)}`,
  );
  const counted = await allRows(
    db,
    sql<{
      state: string;
      n: number;
    }>`select state, count as n from invitation_counts where event_id = ${eventId}`,
  );
  return pageOf(rows, counted);
}
