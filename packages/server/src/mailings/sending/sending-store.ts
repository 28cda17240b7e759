import { sql } from 'kysely';
import { allRows, type Db, firstRow } from '../../core/db/db.ts';
import type { MailAnswer } from '../../core/mail/answers.ts';

/** A letter that is being sent. */
export type Letter = {
  mailingId: string;
  id: string;
  address: string;
  key: string;
  targetId: string | null;
  tries: number;
};

/** Milliseconds in which a letter that was taken is sent; later another process takes it over. */
const LEASE = 2 * 60_000;

/** Begins the mailings whose time has come. */
export async function beginMailings(db: Db, now: Date): Promise<void> {
  await sql`update mailings set state = 'sending' where state = 'waiting' and not unselected and starts_at <= ${now}`.execute(
    db,
  );
}

/** Mailings whose time has come and whose readers have not been chosen. */
export async function listUnselected(db: Db, now: Date): Promise<string[]> {
  const rows = await allRows(
    db,
    sql<{
      id: string;
    }>`select id from mailings where state = 'waiting' and unselected and starts_at <= ${now} order by starts_at, id limit 100`,
  );
  return rows.map(({ id }) => id);
}

/** Letters that a process took and did not send are queued again. */
export async function returnLetters(db: Db, now: Date): Promise<void> {
  await sql`update letters set state = 'queued', leased_until = null where state = 'sending' and leased_until <= ${now} and sent_at is null`.execute(
    db,
  );
}

/** Notes that the mail server has taken letters, so that none of them leaves again whatever becomes of this process. */
export async function noteTaken(db: Db, letters: readonly Letter[], now: Date): Promise<void> {
  await sql`update letters d set sent_at = ${now}
    from unnest(${letters.map(({ mailingId }) => mailingId)}::uuid[], ${letters.map(({ id }) => id)}::uuid[]) t(mailing_id, id)
    where d.mailing_id = t.mailing_id and d.id = t.id and d.state = 'sending'`.execute(db);
}

/** Letters that the mail server had taken from a process that died before it could write down what followed. */
export async function takeUnsettled(db: Db, most: number, now: Date): Promise<Letter[]> {
  return allRows(
    db,
    sql<Letter>`with left_over as materialized (
        select mailing_id, id from letters where state = 'sending' and leased_until <= ${now} and sent_at is not null
        limit ${most}::int for update skip locked)
      update letters d set leased_until = ${new Date(now.getTime() + LEASE)} from left_over o where d.mailing_id = o.mailing_id and d.id = o.id
      returning d.mailing_id as "mailingId", d.id, d.address, d.address_key as key, d.target_id as "targetId", d.tries`,
  );
}

/**
 * How many letters may leave now, of at most `most`: the bucket holds what comes in a quarter of a minute, and is the same
 * for all processes. None while the mail server is being left alone.
 *
 * @param perMinute how many letters may leave in a minute.
 */
export async function takeTokens(db: Db, most: number, perMinute: number, now: Date): Promise<number> {
  await sql`insert into mail_rate (tokens, filled_at) values (${perMinute / 4}, ${now}) on conflict do nothing`.execute(
    db,
  );
  const row = await firstRow(
    db,
    sql<{ taken: number }>`with full_bucket as (
        select least(${perMinute / 4}::float8, tokens + greatest(0, extract(epoch from ${now}::timestamptz - filled_at)) * ${perMinute / 60}::float8) as tokens
        from mail_rate where rests_until is null or rests_until <= ${now} for update
      ), given as (select tokens, least(${most}::int, floor(tokens)::int) as taken from full_bucket)
      update mail_rate r set tokens = g.tokens - g.taken, filled_at = ${now} from given g returning g.taken`,
  );
  return row?.taken ?? 0;
}

/** Puts tokens back that no letter needed. */
export async function returnTokens(db: Db, count: number): Promise<void> {
  if (count > 0) await sql`update mail_rate set tokens = tokens + ${count}::float8`.execute(db);
}

/** The mail server was away: it is left alone until a moment. */
export async function rest(db: Db, until: Date): Promise<void> {
  await sql`update mail_rate set rests_until = ${until}`.execute(db);
}

/** Mailings that are being sent. */
export async function listSending(db: Db): Promise<string[]> {
  const rows = await allRows(
    db,
    sql<{ id: string }>`select id from mailings where state = 'sending' order by starts_at, id`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Takes letters that are due, the same share from each mailing, so that twenty letters do not wait behind fifty thousand.
 * Other processes take others.
 */
export async function takeLetters(db: Db, mailingIds: readonly string[], most: number, now: Date): Promise<Letter[]> {
  if (mailingIds.length === 0) return [];
  const share = Math.ceil(most / mailingIds.length);
  return allRows(
    db,
    sql<Letter>`with chosen as materialized (
        select d.mailing_id, d.id from unnest(${[...mailingIds]}::uuid[]) m(id), lateral (
          select mailing_id, id from letters where mailing_id = m.id and state = 'queued' and due_at <= ${now}
          order by due_at, id limit ${share}::int for update skip locked) d
        limit ${most}::int)
      update letters d set state = 'sending', leased_until = ${new Date(now.getTime() + LEASE)}, tries = d.tries + 1
      from chosen c where d.mailing_id = c.mailing_id and d.id = c.id
      returning d.mailing_id as "mailingId", d.id, d.address, d.address_key as key, d.target_id as "targetId", d.tries`,
  );
}

/** What becomes of a letter that was tried. */
export type Outcome = {
  mailingId: string;
  id: string;
  state: 'sent' | 'failed' | 'queued' | 'withdrawn';
  /** When it is tried again. */
  dueAt: Date | null;
  /** The try does not count: the mail server was away. */
  free: boolean;
  answer: MailAnswer;
};

/** Writes down what became of letters, and counts them in their mailings. One statement, however many they are. */
export async function settleLetters(db: Db, outcomes: readonly Outcome[], now: Date): Promise<void> {
  const rows = outcomes.map(({ mailingId, id, state, dueAt, free, answer }) => ({
    ...{ mailing: mailingId, id, state, due: dueAt, free },
    ...{ meaning: answer.meaning, answer: answer.text },
  }));
  await sql`with outcome as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) o(mailing uuid, id uuid, state text, due timestamptz, free boolean, meaning text, answer text)),
    settled as (
      update letters d set state = o.state, leased_until = null, meaning = o.meaning, answer = o.answer,
        due_at = coalesce(o.due, d.due_at), tries = d.tries - o.free::int, sent_at = case when o.state = 'sent' then ${now}::timestamptz end
      from outcome o where d.mailing_id = o.mailing and d.id = o.id and d.state = 'sending'
      returning d.mailing_id, o.state, o.meaning)
    update mailings m set sent = m.sent + c.sent, failed = m.failed + c.failed, refused = m.refused + c.refused
    from (select mailing_id, count(*) filter (where state = 'sent')::int as sent, count(*) filter (where state = 'failed')::int as failed,
        count(*) filter (where state = 'failed' and meaning in ('gone', 'policy'))::int as refused from settled group by 1) c
    where m.id = c.mailing_id`.execute(db);
}

/** All other letters of these mailings to a domain wait until a moment. */
export async function restDomains(
  db: Db,
  resting: readonly { mailingId: string; domain: string }[],
  until: Date,
): Promise<void> {
  if (resting.length === 0) return;
  await sql`update letters d set due_at = ${until}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(resting)}::jsonb) r("mailingId" uuid, domain text)
    where d.mailing_id = r."mailingId" and d.state = 'queued' and d.due_at < ${until} and d.address_key like '%@' || r.domain`.execute(
    db,
  );
}

/** From how many outcomes on, and from which share of refused ones on, a mailing pauses itself. */
const BRAKE = { outcomes: 20, refused: 0.05 } as const;

/** From how many readers on who call a mailing spam, and from which share of them on, it pauses itself. */
const SPAM = { complaints: 3, share: 0.003 } as const;

/** Since somebody last let them go on. */
const IS_SPAM = sql`(complaints - judged_complaints >= ${sql.lit(SPAM.complaints)}
  and complaints - judged_complaints > (sent - judged_sent) * ${sql.lit(SPAM.share)})`;

const IS_REFUSED = sql`(sent + failed - judged_outcomes >= ${sql.lit(BRAKE.outcomes)}
  and refused - judged_refused > (sent + failed - judged_outcomes) * ${sql.lit(BRAKE.refused)})`;

const IS_DONE = sql`sent + failed >= letter_count`;

/**
 * Pauses mailings of which too many letters are refused or called spam, and ends those without a letter left, also if they
 * were paused while the last ones were under way.
 */
export async function closeMailings(db: Db, ids: readonly string[], now: Date): Promise<void> {
  await sql`update mailings set
      state = case when ${IS_DONE} then 'done' else 'paused' end,
      reason = case when ${IS_DONE} then '' when ${IS_SPAM} then 'complaints' else 'bounces' end,
      ended_at = case when ${IS_DONE} then ${now}::timestamptz end
    where id = any(${[...ids]}::uuid[]) and ((state = 'sending' and (${IS_DONE} or ${IS_REFUSED} or ${IS_SPAM}))
      or (state = 'paused' and reason in ('bounces', 'complaints') and ${IS_DONE}))`.execute(db);
}
