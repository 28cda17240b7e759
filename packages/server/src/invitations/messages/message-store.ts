import {
  type Audience,
  type MessagePreview,
  type MessageView,
  NAMED,
} from '@folkmoot/contract/invitations/messages-schema.ts';
import { type RawBuilder, sql } from 'kysely';
import { hiddenFrom } from '../../blocks/store.ts';
import { allRows, type Db, firstRow } from '../../core/db/db.ts';
import { MAILING_VIEW } from '../../mailings/store.ts';
import { NAMED_AS } from '../../participations/fragments-store.ts';

/** Whom a message goes to, and from whom. */
export type Writing = { eventId: string; serverId: string | null; senderId: string; to: Audience; now: Date };

/**
 * The guests who fit, as `readers`, and beside each why they are left out, or null. `asks`: a host has put them on the list
 * and they have not answered. `unproved`: somebody registered their address who may not have been them.
 */
function readers({ eventId, serverId, senderId, to, now }: Writing): RawBuilder<unknown> {
  const { status, ticketId = null, attendance = null, question = null, option = null } = to;
  return sql`readers as materialized (
      select p.id, coalesce(u.email, p.email) as key, coalesce(u.email, p.email) as address, p.status = 'invited' or (not p.own_act and p.asked_by is not null) as asks,
        not p.own_act and p.asked_by is null as unproved, p.registered_at, ${NAMED_AS} as name, case
        when not p.own_act and p.asked_by is not null and p.status = 'not_going'
          and not exists (select 1 from invitations i where i.event_id = p.event_id and i.id = p.id and i.state = 'sent') then 'unanswered'
        when exists (select 1 from mail_stops m where m.address_key = coalesce(u.email, p.email) and (m.ends_at is null or m.ends_at > ${now}::timestamptz)
            and (m.scope = 'all' or (m.scope = 'server' and m.scope_id = ${serverId}::uuid) or (m.scope = 'person' and m.scope_id = ${senderId}::uuid)))
          or exists (select 1 from event_mail_stops m where m.event_id = p.event_id and m.address = coalesce(u.email, p.email))
          or p.user_id = any(${hiddenFrom(senderId)})
          or exists (select 1 from bans b where b.server_id = ${serverId}::uuid and b.user_id = p.user_id) then 'unreachable' end as skipped
      from participations p left join users u on u.id = p.user_id
      where p.event_id = ${eventId}::uuid and not p.deserted and p.role in ('guest', 'featured_guest') and p.status = any(${[...status]}::text[])
        and not coalesce(p.user_id = ${senderId}::uuid, false)
        and (${ticketId}::uuid is null or p.ticket_id = ${ticketId}::uuid)
        and (${attendance}::text is null or (p.checked_in_at is not null) = (${attendance}::text = 'came'))
        and (${question}::uuid is null or exists (select 1 from answers a where a.event_id = p.event_id and a.participation_id = p.id
          and a.question_id = ${question}::uuid and (${option}::uuid is null or ${option}::uuid = any(a.response_ids)))))`;
}

export type CountedReaders = {
  count: number;
  /** How many of these have not answered their invitation. */
  asks: number;
  skipped: MessagePreview['skipped'];
  leftOut: MessagePreview['leftOut'];
  checkedIn: boolean;
  digest: string;
};

/** How many a message reaches, and why others are left out. One statement. */
export async function countReaders(db: Db, writing: Writing): Promise<CountedReaders> {
  const row = await firstRow(
    db,
    sql<CountedReaders>`with ${readers(writing)} select count(*) filter (where skipped is null)::int as count,
      count(*) filter (where skipped is null and asks)::int as asks,
      json_build_object('unanswered', count(*) filter (where skipped = 'unanswered'), 'unreachable', count(*) filter (where skipped = 'unreachable')) as skipped,
      coalesce((select json_agg(json_build_object('name', name, 'reason', skipped)) from (
        select name, skipped from readers where skipped is not null order by registered_at, id limit ${sql.lit(NAMED)}) l), '[]'::json) as "leftOut",
      exists (select 1 from participations c where c.event_id = ${writing.eventId}::uuid and c.checked_in_at is not null) as "checkedIn",
      coalesce(md5(string_agg(id::text, ',' order by id) filter (where skipped is null)), '') as digest from readers`,
  );
  return (
    row ?? { count: 0, asks: 0, skipped: { unanswered: 0, unreachable: 0 }, leftOut: [], checkedIn: false, digest: '' }
  );
}

export type Reader = { id: string; address: string; key: string; asks: boolean; unproved: boolean };

/** Everybody whom a message reaches, each address once. */
export async function listReaders(db: Db, writing: Writing): Promise<Reader[]> {
  return allRows(
    db,
    sql<Reader>`with ${readers(writing)} select distinct on (key) id, address, key, asks, unproved from readers where skipped is null order by key, id`,
  );
}

/** First names of participations, as hosts see them, for those who are still on the list with one of these states. */
export async function listStillReaders(
  db: Db,
  { eventId, senderId, to: { status } }: Pick<Writing, 'eventId' | 'senderId' | 'to'>,
  ids: readonly string[],
): Promise<Map<string, { firstName: string; unproved: boolean; addressNo: number }>> {
  const rows = await allRows(
    db,
    sql<{
      id: string;
      firstName: string;
      unproved: boolean;
      addressNo: number;
    }>`select p.id, p.address_no as "addressNo", not p.own_act and p.asked_by is null as unproved, case when u.id is null or (p.typed and not p.own_act) then p.first_name else u.first_name end as "firstName"
      from participations p left join users u on u.id = p.user_id
      where p.event_id = ${eventId} and p.id = any(${[...ids]}::uuid[]) and p.status = any(${[...status]}::text[])
        and not coalesce(p.user_id = any(${hiddenFrom(senderId)}), false)
        and not exists (select 1 from event_mail_stops m where m.event_id = p.event_id and m.address = coalesce(u.email, p.email))`,
  );
  return new Map(rows.map(({ id, ...reader }) => [id, reader]));
}

/** How many messages about an event were made since a moment and not taken back whole. */
export async function countMessages(db: Db, eventId: string, since: Date): Promise<number> {
  const row = await firstRow(
    db,
    sql<{
      n: number;
    }>`select count(*)::int as n from mailings where event_id = ${eventId} and kind = 'guest_message' and created_at > ${since}
      and not (state = 'withdrawn' and sent = 0)`,
  );
  return row?.n ?? 0;
}

/** Messages a list. */
const PAGE = 50;

/** The latest messages to guests of an event: those to come first. */
export async function listMessageViews(db: Db, eventId: string): Promise<MessageView[]> {
  const rows = await allRows(
    db,
    sql<{
      view: MessageView;
    }>`select (${MAILING_VIEW})::jsonb || jsonb_build_object('to', m.note->'to', 'body', m.body, 'scheduled', m.unselected) as view
      from mailings m left join users u on u.id = m.sender_id where m.event_id = ${eventId} and m.kind = 'guest_message'
      order by m.created_at desc, m.id limit ${sql.lit(PAGE)}`,
  );
  return rows.map(({ view }) => view);
}
