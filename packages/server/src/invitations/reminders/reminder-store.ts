import type { ReminderPreview } from '@folkmoot/contract/invitations/schema.ts';
import { type RawBuilder, sql } from 'kysely';
import { hiddenFrom } from '../../blocks/store.ts';
import { allRows, type Db, firstRow } from '../../core/db/db.ts';

/** Whom a reminder concerns, and from whom. */
export type Reminding = {
  eventId: string;
  serverId: string | null;
  senderId: string;
  now: Date;
  /** Invitations that were sent later are too fresh. */
  before: Date;
};

/** Everybody whose invitation left and who has not answered, as `silent`, and beside each why they are left out, or null. */
function silent({ eventId, serverId, senderId, now, before }: Reminding): RawBuilder<unknown> {
  return sql`silent as materialized (
      select i.id, i.address, i.address_key as key, case
        when exists (select 1 from mail_stops m where m.address_key = i.address_key and (m.ends_at is null or m.ends_at > ${now}::timestamptz)
            and (m.scope = 'all' or (m.scope = 'server' and m.scope_id = ${serverId}::uuid) or (m.scope = 'person' and m.scope_id = ${senderId}::uuid)))
          or exists (select 1 from event_mail_stops m where m.event_id = i.event_id and m.address = i.address_key)
          or u.id = any(${hiddenFrom(senderId)})
          or exists (select 1 from bans b where b.server_id = ${serverId}::uuid and b.user_id = u.id) then 'unreachable'
        when i.reminded_at is not null then 'reminded'
        when i.sent_at > ${before}::timestamptz then 'recent' end as skipped
      from invitations i join participations p on p.event_id = i.event_id and p.id = i.id and p.status = 'invited'
      left join users u on u.email = i.address_key and u.email_verified
      where i.event_id = ${eventId}::uuid and i.state = 'sent')`;
}

/** How many a reminder reaches, and why others are left out. One statement. */
export async function countSilent(db: Db, reminding: Reminding): Promise<ReminderPreview> {
  const row = await firstRow(
    db,
    sql<ReminderPreview>`with ${silent(reminding)} select count(*) filter (where skipped is null)::int as count,
      json_build_object('recent', count(*) filter (where skipped = 'recent'), 'reminded', count(*) filter (where skipped = 'reminded'),
        'unreachable', count(*) filter (where skipped = 'unreachable')) as skipped,
      coalesce(md5(string_agg(key, ',' order by key) filter (where skipped is null)), '') as digest from silent`,
  );
  return row ?? { count: 0, skipped: { recent: 0, reminded: 0, unreachable: 0 }, digest: '' };
}

/** Notes that everybody is reminded who can be, each once. Returns whom the letters go to. One statement. */
export async function markReminded(
  db: Db,
  reminding: Reminding,
): Promise<{ id: string; address: string; key: string }[]> {
  return allRows(
    db,
    sql<{ id: string; address: string; key: string }>`with ${silent(reminding)}
      update invitations i set reminded_at = ${reminding.now}::timestamptz from silent s
      where s.skipped is null and i.event_id = ${reminding.eventId}::uuid and i.id = s.id and i.reminded_at is null
      returning i.id, i.address, i.address_key as key`,
  );
}

/** Reminders that never left: these people can be reminded later. */
export async function unmarkReminded(db: Db, eventId: string, ids: readonly string[]): Promise<void> {
  await sql`update invitations set reminded_at = null where event_id = ${eventId} and id = any(${[...ids]}::uuid[])`.execute(
    db,
  );
}
