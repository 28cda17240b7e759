import { sql } from 'kysely';
import { type Db, firstRow } from '../core/db/db.ts';

/** Somebody who was sent to Google. */
export type Consent = { userId: string; sessionId: string; stateHash: string; verifier: string; endsAt: Date };

/** Notes that somebody was sent to Google, and forgets those of theirs that have ended. One statement. */
export async function insertConsent(db: Db, consent: Consent, now: Date): Promise<void> {
  const { userId, sessionId, stateHash, verifier, endsAt } = consent;
  await sql`with ended as (delete from contact_consents where user_id = ${userId} and ends_at <= ${now})
    insert into contact_consents (user_id, state_hash, session_id, verifier, ends_at)
    values (${userId}, ${stateHash}, ${sessionId}, ${verifier}, ${endsAt})`.execute(db);
}

/** Takes what is known of somebody who comes back: a second time there is nothing. */
export async function takeConsent(
  db: Db,
  userId: string,
  stateHash: string,
): Promise<Pick<Consent, 'sessionId' | 'verifier' | 'endsAt'> | undefined> {
  return firstRow(
    db,
    sql<Pick<Consent, 'sessionId' | 'verifier' | 'endsAt'>>`
      delete from contact_consents where user_id = ${userId} and state_hash = ${stateHash}
      returning session_id as "sessionId", verifier, ends_at as "endsAt"`,
  );
}

/** The permission to read somebody's contacts; `tokens` are sealed. */
export type Connection = { userId: string; id: string; tokens: string; warmedAt: Date | null };

export async function findConnection(db: Db, userId: string): Promise<Connection | undefined> {
  return firstRow(
    db,
    sql<Connection>`select user_id as "userId", id, tokens, warmed_at as "warmedAt" from contact_connections where user_id = ${userId}`,
  );
}

/** Keeps a permission in place of the one before. */
export async function saveConnection(
  db: Db,
  { userId, id, tokens }: Omit<Connection, 'warmedAt'>,
  now: Date,
): Promise<void> {
  await sql`insert into contact_connections (user_id, id, tokens, created_at) values (${userId}, ${id}, ${tokens}, ${now})
    on conflict (user_id) do update set id = excluded.id, tokens = excluded.tokens, warmed_at = null, created_at = excluded.created_at`.execute(
    db,
  );
}

/** Keeps the tokens that Google has renewed, unless the permission was given up or replaced meanwhile. */
export async function updateTokens(db: Db, { userId, id }: Connection, tokens: string): Promise<void> {
  await sql`update contact_connections set tokens = ${tokens} where user_id = ${userId} and id = ${id}`.execute(db);
}

export async function noteWarmed(db: Db, { userId, id }: Connection, now: Date): Promise<void> {
  await sql`update contact_connections set warmed_at = ${now} where user_id = ${userId} and id = ${id}`.execute(db);
}

/** Nobody comes back from Google any more. */
export async function deleteConsents(db: Db, userId: string): Promise<void> {
  await sql`delete from contact_consents where user_id = ${userId}`.execute(db);
}

/**
 * Forgets a permission, and returns its sealed tokens.
 *
 * @param id only if it is this one still.
 */
export async function deleteConnection(db: Db, userId: string, id?: string): Promise<string | undefined> {
  const row = await firstRow(
    db,
    sql<{
      tokens: string;
    }>`delete from contact_connections where user_id = ${userId} and id = coalesce(${id ?? null}::uuid, id) returning tokens`,
  );
  return row?.tokens;
}
