import type { MailHealth, MailStop } from '@folkmoot/contract/mailings/health-schema.ts';
import { sql } from 'kysely';
import { allRows, type Db, firstRow } from '../../core/db/db.ts';
import { containing, cutPage, fromCursor } from '../../core/http/cursor.ts';
import { newId } from '../../core/id.ts';

const DAY = 86_400_000;

/** Paused mailings, and letters that are looked at for busy domains, at most. */
const MOST = { paused: 50, letters: 1000 } as const;

/** How letters to many go. Reads the mailings of a week, and some of the letters that wait. */
export async function readHealth(db: Db, now: Date): Promise<MailHealth> {
  const since = (days: number) => new Date(now.getTime() - days * DAY);
  const sums = (from: Date) =>
    sql`(select json_build_object('sent', coalesce(sum(sent), 0)::int, 'failed', coalesce(sum(failed), 0)::int, 'bounced', coalesce(sum(refused), 0)::int,
      'complaints', coalesce(sum(complaints), 0)::int) from mailings where starts_at > ${from} and starts_at <= ${now})`;
  const row = await firstRow(
    db,
    sql<MailHealth>`select ${sums(since(1))} as day, ${sums(since(7))} as week,
      (select coalesce(sum(letter_count - sent - failed), 0)::int from mailings where state in ('waiting', 'sending')) as queued,
      (select floor(extract(epoch from rests_until))::bigint from mail_rate where rests_until > ${now}) as rests_epoc,
      coalesce((select json_agg(json_build_object('domain', domain, 'until_epoc', until) order by domain) from (
        select substring(address_key from '@(.+)$') as domain, floor(extract(epoch from max(due_at)))::bigint as until from (
          select d.address_key, d.due_at from mailings m join letters d on d.mailing_id = m.id and d.state = 'queued' and d.due_at > ${now} and d.meaning = 'busy'
          where m.state = 'sending' limit ${MOST.letters}::int) w group by 1 limit 50) r), '[]'::json) as domains,
      coalesce((select json_agg(p.view) from (select json_build_object('id', m.id, 'kind', m.kind, 'subject', m.subject, 'about', coalesce(e.name, s.name, ''),
          'by', coalesce(trim(u.first_name || ' ' || u.last_name), ''), 'reason', m.reason, 'sent', m.sent, 'failed', m.failed,
          'queued', m.letter_count - m.sent - m.failed) as view
        from mailings m left join events e on e.id = m.event_id left join servers s on s.id = m.server_id left join users u on u.id = m.sender_id
        where m.state = 'paused' order by m.created_at desc limit ${MOST.paused}::int) p), '[]'::json) as paused`,
  );
  return row as MailHealth;
}

/** Addresses a page. */
const PAGE = 50;

const AT = sql`s.address_key || ' ' || s.scope`;

/** A page of the addresses that get no letters, in their order. */
export async function pageStops(
  db: Db,
  { search, cursor, now }: { search: string; cursor?: string | undefined; now: Date },
): Promise<{ data: MailStop[]; nextCursor: string | null }> {
  const after = fromCursor(cursor, 'text');
  const rows = await allRows(
    db,
    sql<
      MailStop & { at: string }
    >`select s.address_key as address, s.scope, s.scope_id as "scopeId", s.reason, ${AT} as at,
        case s.scope when 'server' then coalesce((select name from servers where id = s.scope_id), '')
          when 'person' then coalesce((select trim(first_name || ' ' || last_name) from users where id = s.scope_id), '') else '' end as "from",
        floor(extract(epoch from s.created_at))::bigint as since_epoc, floor(extract(epoch from s.ends_at))::bigint as ends_epoc
      from mail_stops s where (s.ends_at is null or s.ends_at > ${now})
        ${search.trim() === '' ? sql`` : sql`and s.address_key like ${containing(search.trim().toLowerCase())}`}
        ${after === undefined ? sql`` : sql`and (${AT}, s.scope_id) > (${after[0]}::text, ${after[1]}::uuid)`}
      order by ${AT}, s.scope_id limit ${sql.lit(PAGE + 1)}`,
  );
  const page = cutPage(rows, PAGE, ({ at, scopeId }) => [at, scopeId]);
  return { data: page.rows.map(({ at: _, ...stop }) => stop), nextCursor: page.nextCursor };
}

/** Takes an address off the list, and keeps who did it. False if it is not on it. */
export async function deleteStop(
  db: Db,
  { address, scope, scopeId }: Pick<MailStop, 'address' | 'scope' | 'scopeId'>,
  ownerId: string,
  now: Date,
): Promise<boolean> {
  const row = await firstRow(
    db,
    sql`with gone as (delete from mail_stops where address_key = ${address} and scope = ${scope} and scope_id = ${scopeId} returning *)
      insert into mail_stop_removals (id, address_key, scope, scope_id, reason, stopped_at, removed_by, removed_at)
      select ${newId()}::uuid, address_key, scope, scope_id, reason, created_at, ${ownerId}::uuid, ${now}::timestamptz from gone returning 1`,
  );
  return row !== undefined;
}
