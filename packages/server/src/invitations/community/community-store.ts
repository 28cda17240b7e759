import type {
  EmailInvitationRow,
  EmailInvitationState,
  InvitedTo,
} from '@folkmoot/contract/invitations/community-schema.ts';
import { sql } from 'kysely';
import { hiddenFrom } from '../../blocks/store.ts';
import { allRows, type Db, firstRow } from '../../core/db/db.ts';
import { containing, fromCursor } from '../../core/http/cursor.ts';
import { findNewestLetter, PAGE, pageOf } from '../store.ts';

/** Whom an invitation to a community concerns, and from whom. */
export type Inviting = {
  serverId: string;
  inviterId: string;
  /** Whether the inviter sees everybody's invitations. */
  seesAll: boolean;
  now: Date;
};

export type Address = { address: string; key: string };

/** A person who is to get a letter. */
export type Invited = { id: string; address: string; key: string };

/** What became of the addresses of a call. */
export type Inserted = {
  invited: Invited[];
  /** Invited before, as far as the inviter may know. */
  before: InvitedTo[];
  unreachable: number;
};

const PERSON = sql`case when u.id is not null then json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'username', u.username, 'imageUrl', u.image) end`;

/**
 * Makes the invitations of a list of addresses in one statement. An address that can be invited again keeps its invitation; once it was
 * revoked or used, it gets a new link. Members, people who are banned, blocked or want no emails, and addresses that do not
 * work are counted together: the answer does not say who has an account.
 */
export async function insertInvitations(
  db: Db,
  addresses: readonly Address[],
  { serverId, inviterId, seesAll, now }: Inviting,
  { mailingId, channelIds }: { mailingId: string; channelIds: readonly string[] },
): Promise<Inserted> {
  const row = await firstRow(
    db,
    sql<Inserted>`with typed as (
        select distinct on (r.key) r.key, r.address from jsonb_to_recordset(${JSON.stringify(addresses)}::jsonb) r(key text, address text) order by r.key),
      people as materialized (
        select t.key, t.address, i.id, case
          when m.user_id is not null or account.id = ${inviterId}::uuid or account.id = any(${hiddenFrom(inviterId)})
            or exists (select 1 from bans b where b.server_id = ${serverId}::uuid and b.user_id = account.id)
            or exists (select 1 from mail_stops s where s.address_key = t.key and (s.ends_at is null or s.ends_at > ${now}::timestamptz)
              and (s.scope = 'all' or (s.scope = 'server' and s.scope_id = ${serverId}::uuid))) then 'unreachable'
          when i.state in ('queued', 'sent') then case when ${seesAll}::boolean or i.inviter_id = ${inviterId}::uuid then 'before' else 'unreachable' end
          end as skipped
        from typed t
        left join users account on account.email = t.key and account.email_verified
        left join members m on m.server_id = ${serverId}::uuid and m.user_id = account.id
        left join community_invitations i on i.server_id = ${serverId}::uuid and i.address_key = t.key),
      made as (
        insert into community_invitations (server_id, id, mailing_id, address, address_key, state, channel_ids, inviter_id, created_at)
        select ${serverId}::uuid, gen_random_uuid(), ${mailingId}::uuid, address, key, 'queued', ${[...channelIds]}::uuid[], ${inviterId}::uuid, ${now}::timestamptz
        from people where skipped is null order by key
        on conflict (server_id, address_key) do update set mailing_id = excluded.mailing_id, address = excluded.address, channel_ids = excluded.channel_ids,
          inviter_id = excluded.inviter_id, created_at = excluded.created_at, was = community_invitations.state, state = 'queued',
          issue = community_invitations.issue + (community_invitations.state in ('revoked', 'joined'))::int
          where community_invitations.state not in ('queued', 'sent')
        returning id, address, address_key as key)
      select coalesce((select json_agg(made) from made), '[]'::json) as invited,
        (select count(*)::int from people where skipped = 'unreachable') as unreachable,
        coalesce((select json_agg(json_build_object('id', i.id, 'invitedTo', i.address,
            'invitedAt', floor(extract(epoch from coalesce(i.sent_at, i.created_at)))::bigint, 'by', ${PERSON}) order by i.address_key)
          from people p join community_invitations i on i.server_id = ${serverId}::uuid and i.id = p.id left join users u on u.id = i.inviter_id
          where p.skipped = 'before'), '[]'::json) as before`,
  );
  return row ?? { invited: [], before: [], unreachable: 0 };
}

type Stored = {
  id: string;
  address: string;
  key: string;
  state: EmailInvitationState;
  issue: number;
  inviterId: string | null;
  mailingId: string | null;
  channelIds: string[];
  /** Whether the person who has this address is a member by now. */
  isMember: boolean;
};

/** Invitations of a community by id; `lock` locks them. */
export async function listByIds(db: Db, serverId: string, ids: readonly string[], lock = false): Promise<Stored[]> {
  return allRows(
    db,
    sql<Stored>`select i.id, i.address, i.address_key as key, i.state, i.issue, i.inviter_id as "inviterId", i.mailing_id as "mailingId",
      i.channel_ids as "channelIds", exists (select 1 from users u join members m on m.server_id = i.server_id and m.user_id = u.id
        where u.email = i.address_key and u.email_verified) as "isMember"
      from community_invitations i where i.server_id = ${serverId} and i.id = any(${[...ids]}::uuid[]) ${lock ? sql`order by i.id for update of i` : sql``}`,
  );
}

/**
 * What has become of queued invitations, in one statement, for the same reason as with events. Returns the addresses of those that were still
 * queued and whose letter has left.
 */
export async function settleInvitations(
  db: Db,
  serverId: string,
  { sent, failed }: { sent: readonly string[]; failed: readonly string[] },
  now: Date,
): Promise<string[]> {
  const hasLeft = sql`id = any(${[...sent]}::uuid[])`;
  const rows = await allRows(
    db,
    sql<{
      key: string;
      state: string;
    }>`update community_invitations set state = case when ${hasLeft} then 'sent' else 'failed' end, was = null, joined_by = null, joined_at = null,
        sent_at = case when ${hasLeft} then ${now}::timestamptz else sent_at end
      where server_id = ${serverId} and id = any(${[...sent, ...failed]}::uuid[]) and state = 'queued' returning address_key as key, state`,
  );
  return rows.filter(({ state }) => state === 'sent').map(({ key }) => key);
}

/** An invitation whose letter was returned has failed, unless it has been used by then. */
export async function markFailed(db: Db, serverId: string, id: string): Promise<void> {
  await sql`update community_invitations set state = 'failed' where server_id = ${serverId} and id = ${id} and state = 'sent'`.execute(
    db,
  );
}

/** Queued invitations whose letter never left are what they were before, or were never made. */
export async function unqueue(db: Db, serverId: string, ids: readonly string[]): Promise<void> {
  await sql`with back as (
      update community_invitations set state = was, was = null
      where server_id = ${serverId} and id = any(${[...ids]}::uuid[]) and state = 'queued' and was is not null)
    delete from community_invitations where server_id = ${serverId} and id = any(${[...ids]}::uuid[]) and state = 'queued' and was is null`.execute(
    db,
  );
}

/** Revokes invitations: their links open nothing any more. */
export async function revokeAll(db: Db, serverId: string, ids: readonly string[]): Promise<void> {
  await sql`update community_invitations set state = 'revoked', was = null where server_id = ${serverId} and id = any(${[...ids]}::uuid[])`.execute(
    db,
  );
}

/** A person has joined with an invitation. */
export async function markJoined(db: Db, serverId: string, id: string, userId: string, now: Date): Promise<void> {
  await sql`update community_invitations set state = 'joined', was = null, joined_by = ${userId}, joined_at = ${now} where server_id = ${serverId} and id = ${id}`.execute(
    db,
  );
}

/** The words that these invitations were last sent with. */
export function findLetterOf(db: Db, serverId: string, ids: readonly string[]) {
  return findNewestLetter(
    db,
    sql`select i.mailing_id from community_invitations i where i.server_id = ${serverId} and i.id = any(${[...ids]}::uuid[])`,
  );
}

/** Invitations that are sent again in a new mailing. Only those that nobody has used, sent before a moment. */
export async function requeue(
  db: Db,
  { serverId, inviterId, seesAll }: Omit<Inviting, 'now'>,
  ids: readonly string[],
  { mailingId, before }: { mailingId: string; before: Date },
): Promise<Invited[]> {
  return allRows(
    db,
    sql<Invited>`update community_invitations i set was = i.state, state = 'queued', mailing_id = ${mailingId}
      where i.server_id = ${serverId} and i.id = any(${[...ids]}::uuid[]) and i.state in ('sent', 'failed') and coalesce(i.sent_at, i.created_at) <= ${before}
        and (${seesAll}::boolean or i.inviter_id = ${inviterId})
      returning i.id, i.address, i.address_key as key`,
  );
}

type Count = { state: string; n: number };

type Filter = { state?: EmailInvitationState | undefined; search: string; cursor?: string | undefined };

/** A page of a community's invitations, newest first, with how many there are in each state. */
export async function pageInvitations(
  db: Db,
  { serverId, inviterId, seesAll }: Omit<Inviting, 'now'>,
  { state, search, cursor }: Filter,
): Promise<{ data: EmailInvitationRow[]; nextCursor: string | null; counts: Record<string, number> }> {
  const after = fromCursor(cursor, 'moment');
  const own = seesAll ? sql`` : sql`and i.inviter_id = ${inviterId}`;
  const rows = await allRows(
    db,
    sql<{
      view: EmailInvitationRow;
      id: string;
      at: string;
    }>`select i.id, i.created_at::text as at, json_build_object('id', i.id, 'email', i.address, 'state', i.state,
        'smtp', case when i.state = 'failed' then nullif(d.answer, '') end, 'sent_epoc', floor(extract(epoch from i.sent_at))::bigint,
        'joined_epoc', case when i.state = 'joined' then floor(extract(epoch from i.joined_at))::bigint end, 'channels', cardinality(i.channel_ids), 'mailingId', i.mailing_id, 'by', ${PERSON},
        'joinedAs', case when i.state = 'joined' and j.id is not null then json_build_object('id', j.id, 'firstName', j.first_name, 'lastName', j.last_name, 'username', j.username, 'imageUrl', j.image) end) as view
      from community_invitations i left join users u on u.id = i.inviter_id left join users j on j.id = i.joined_by
      left join letters d on d.mailing_id = i.mailing_id and d.address_key = i.address_key
      where i.server_id = ${serverId} ${own} ${state === undefined ? sql`` : sql`and i.state = ${state}`}
        ${search.trim() === '' ? sql`` : sql`and i.address_key like ${containing(search.trim().toLowerCase())}`}
        ${after === undefined ? sql`` : sql`and (i.created_at, i.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`}
      order by i.created_at desc, i.id desc limit ${sql.lit(PAGE + 1)}`,
  );
  // Those of a community are kept; a person without MANAGE_MEMBERS has sent few.
  const counted = await allRows(
    db,
    seesAll
      ? sql<Count>`select state, count as n from community_invitation_counts where server_id = ${serverId}`
      : sql<Count>`select i.state, count(*)::int as n from community_invitations i
          where i.inviter_id = ${inviterId} and i.server_id = ${serverId} group by 1`,
  );
  return pageOf(rows, counted);
}
