import type { PersonView } from '@folkmoot/contract/accounts/schema.ts';
import type { InviteCodeView } from '@folkmoot/contract/communities/schema.ts';
import { PAGE } from '@folkmoot/contract/core/page.ts';
import { sql } from 'kysely';
import { allRows, type Db, firstRow } from '../core/db/db.ts';
import { cutPage, fromCursor } from '../core/http/cursor.ts';
import { newId } from '../core/id.ts';

export type Invite = {
  id: string;
  serverId: string;
  createdBy: string | null;
  uses: number;
  maxUses: number | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
};

const INVITE = sql`id, server_id as "serverId", created_by as "createdBy", uses, max_uses as "maxUses", expires_at as "expiresAt", revoked_at as "revokedAt"`;

/** The invitation with this code. `lock` locks it, so that its last use is given once. */
export async function findInvite(db: Db, code: string, lock = false): Promise<Invite | undefined> {
  return firstRow(
    db,
    sql<Invite>`select ${INVITE} from invite_codes where code = ${code} ${lock ? sql`for update` : sql``}`,
  );
}

/** One of a community's invitations by its id. */
export async function findInviteById(db: Db, serverId: string, id: string): Promise<Invite | undefined> {
  return firstRow(db, sql<Invite>`select ${INVITE} from invite_codes where server_id = ${serverId} and id = ${id}`);
}

/** One more has joined by this invitation. */
export async function countUse(db: Db, id: string, serverId: string): Promise<void> {
  await db
    .updateTable('invite_codes')
    .set(({ eb }) => ({ uses: eb('uses', '+', 1) }))
    .where('server_id', '=', serverId)
    .where('id', '=', id)
    .execute();
}

export type NewInvite = {
  code: string;
  createdBy: string;
  standing: boolean;
  expiresAt: Date | null;
  maxUses: number | null;
};

/** Writes an invitation. A second permanent one of the same person is not written: undefined. */
export async function insertInvite(
  db: Db,
  serverId: string,
  invite: NewInvite,
  now: Date,
): Promise<string | undefined> {
  const row = await firstRow(
    db,
    sql<{ id: string }>`
      insert into invite_codes (server_id, id, code, created_by, standing, created_at, expires_at, max_uses)
      values (${serverId}, ${newId()}, ${invite.code}, ${invite.createdBy}, ${invite.standing}, ${now}, ${invite.expiresAt}, ${invite.maxUses})
      on conflict (server_id, created_by) where standing and revoked_at is null do nothing returning id`,
  );
  return row?.id;
}

export async function findStandingCode(db: Db, serverId: string, userId: string): Promise<string | undefined> {
  const row = await firstRow(
    db,
    sql<{
      code: string;
    }>`select code from invite_codes where server_id = ${serverId} and created_by = ${userId} and standing and revoked_at is null`,
  );
  return row?.code;
}

export async function revokeInvite(db: Db, serverId: string, id: string, now: Date): Promise<void> {
  await sql`update invite_codes set revoked_at = coalesce(revoked_at, ${now}) where server_id = ${serverId} and id = ${id}`.execute(
    db,
  );
}

type Row = Omit<InviteCodeView, 'createdAt' | 'expiresAt' | 'revokedAt'> & {
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
};

/** Invitations, newest first; or the one with `id`. */
export async function listInvites(
  db: Db,
  serverId: string,
  cursor: string | undefined,
  id?: string,
): Promise<{ data: InviteCodeView[]; nextCursor: string | null }> {
  const position = fromCursor(cursor, 'count');
  const rows = await allRows(
    db,
    sql<Row>`
      select i.id, i.code as "inviteCode", i.created_at as "createdAt", i.uses, i.max_uses as "maxUses", i.expires_at as "expiresAt", i.revoked_at as "revokedAt",
        case when u.id is null then null else json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'username', u.username, 'imageUrl', u.image) end as "createdBy"
      from invite_codes i left join users u on u.id = i.created_by
      where i.server_id = ${serverId} ${id ? sql`and i.id = ${id}` : sql``} ${position ? sql`and i.id < ${position[1]}::uuid` : sql``}
      order by i.id desc limit ${PAGE + 1}`,
  );
  const page = cutPage(rows, PAGE, (row) => [0, row.id]);
  const data = page.rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
  }));
  return { data, nextCursor: page.nextCursor };
}

/** Who made an invitation, for the page it opens. */
export async function findPerson(db: Db, userId: string | null): Promise<PersonView | null> {
  if (userId === null) return null;
  const row = await db
    .selectFrom('users')
    .select(['id', 'first_name as firstName', 'last_name as lastName', 'username', 'image as imageUrl'])
    .where('id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

/** Withdraws every code that a person made, so that their codes stop working when they leave. */
export async function revokeInvitesOf(db: Db, serverId: string, userId: string, now: Date): Promise<void> {
  await sql`update invite_codes set revoked_at = ${now}
    where server_id = ${serverId} and created_by = ${userId} and revoked_at is null`.execute(db);
}
