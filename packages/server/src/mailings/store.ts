import type { MailingKind, MailingState, MailingView, PauseReason } from '@folkmoot/contract/mailings/schema.ts';
import { type RawBuilder, sql } from 'kysely';
import { allRows, type Db, firstRow } from '../core/db/db.ts';

/** What a mailing is about. */
export type About = { eventId: string; serverId?: undefined } | { eventId?: undefined; serverId: string };

export type NewMailing = About & {
  id: string;
  kind: MailingKind;
  senderId: string;
  subject: string;
  html: string;
  body: string;
  note: object;
  startsAt: Date;
};

/** One letter that is to be sent: `targetId` is what it tells of, by the kind of its mailing. */
export type NewLetter = { id: string; address: string; key: string; targetId: string };

export type Mailing = {
  id: string;
  kind: MailingKind;
  eventId: string | null;
  serverId: string | null;
  senderId: string | null;
  subject: string;
  html: string;
  body: string;
  note: Record<string, unknown>;
  state: MailingState;
  letters: number;
  startsAt: Date;
  /** Its readers are chosen when it leaves, which is to come. */
  unselected: boolean;
};

const COLUMNS = sql`m.id, m.kind, m.event_id as "eventId", m.server_id as "serverId", m.sender_id as "senderId", m.subject, m.html, m.body,
  m.note, m.state, m.letter_count as letters, m.starts_at as "startsAt", m.unselected`;

/** A mailing by id, locked until the command ends. */
export async function lockMailing(db: Db, id: string): Promise<Mailing | undefined> {
  return firstRow(db, sql<Mailing>`select ${COLUMNS} from mailings m where m.id = ${id} for no key update`);
}

/** Mailings by id. */
export async function listMailings(db: Db, ids: readonly string[]): Promise<Mailing[]> {
  return allRows(db, sql<Mailing>`select ${COLUMNS} from mailings m where m.id = any(${[...ids]}::uuid[])`);
}

/** A new mailing. False if there is one with this id. `unselected`: its letters are made when it leaves. */
export async function insertMailing(db: Db, mailing: NewMailing, now: Date, unselected = false): Promise<boolean> {
  const row = await firstRow(
    db,
    sql`insert into mailings (id, kind, event_id, server_id, sender_id, subject, html, body, note, state, starts_at, created_at, letter_count, unselected)
      values (${mailing.id}, ${mailing.kind}, ${mailing.eventId ?? null}, ${mailing.serverId ?? null}, ${mailing.senderId}, ${mailing.subject},
        ${mailing.html}, ${mailing.body}, ${JSON.stringify(mailing.note)}::jsonb, 'waiting', ${mailing.startsAt}, ${now}, 0, ${unselected})
      on conflict (id) do nothing returning id`,
  );
  return row !== undefined;
}

/** The letters of a new mailing: one statement, however many there are. */
export async function insertLetters(
  db: Db,
  mailingId: string,
  letters: readonly NewLetter[],
  dueAt: Date,
): Promise<void> {
  await sql`with made as (
      insert into letters (mailing_id, id, address, address_key, target_id, due_at)
      select ${mailingId}::uuid, l.id, l.address, l.key, l."targetId", ${dueAt}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(letters)}::jsonb) l(id uuid, address text, key text, "targetId" uuid) returning 1)
    update mailings set letter_count = (select count(*)::int from made), unselected = false where id = ${mailingId}`.execute(
    db,
  );
}

const aboutOf = ({ eventId, serverId }: About): RawBuilder<unknown> =>
  eventId === undefined ? sql`m.server_id = ${serverId}` : sql`m.event_id = ${eventId}`;

/** A mailing `m` and its sender `u`, as JSON. */
export const MAILING_VIEW = sql`json_build_object('id', m.id, 'kind', m.kind, 'subject', m.subject, 'state', m.state, 'reason', nullif(m.reason, ''),
  'starts_epoc', floor(extract(epoch from m.starts_at))::bigint,
  'by', case when u.id is not null then json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'username', u.username, 'imageUrl', u.image) end,
  'counts', json_build_object('queued', case when m.state = 'withdrawn' then 0 else m.letter_count - m.sent - m.failed end, 'sent', m.sent, 'failed', m.failed))`;

/** Mailings a page of their list. */
const PAGE = 50;

/** The latest mailings of some kinds about something, newest first; of one sender if they are named. */
export async function listMailingViews(
  db: Db,
  about: About,
  kinds: readonly MailingKind[],
  senderId?: string,
): Promise<MailingView[]> {
  const rows = await allRows(
    db,
    sql<{
      view: MailingView;
    }>`select ${MAILING_VIEW} as view from mailings m left join users u on u.id = m.sender_id where ${aboutOf(about)} and m.kind = any(${[...kinds]}::text[]) ${senderId === undefined ? sql`` : sql`and m.sender_id = ${senderId}`}
      order by m.created_at desc, m.id limit ${sql.lit(PAGE)}`,
  );
  return rows.map(({ view }) => view);
}

/** One of them. */
export async function findMailingView(db: Db, about: About, id: string): Promise<MailingView | undefined> {
  const row = await firstRow(
    db,
    sql<{
      view: MailingView;
    }>`select ${MAILING_VIEW} as view from mailings m left join users u on u.id = m.sender_id where ${aboutOf(about)} and m.id = ${id}`,
  );
  return row?.view;
}

/** Letters that have not left are not sent any more. Returns what they were to tell of. Under the mailing's lock. */
export async function withdrawLetters(db: Db, mailingId: string): Promise<string[]> {
  const rows = await allRows(
    db,
    sql<{
      id: string;
    }>`update letters set state = 'withdrawn' where mailing_id = ${mailingId} and state = 'queued' returning target_id as id`,
  );
  return rows.map(({ id }) => id);
}

/** Forgets a mailing that has no letter. */
export async function deleteMailing(db: Db, id: string): Promise<void> {
  await db.deleteFrom('mailings').where('id', '=', id).execute();
}

/** Letters of several mailings that tell of these and have not left are not sent, and are no part of their mailings. */
export async function dropLetters(db: Db, targetIds: readonly string[], mailingIds: readonly string[]): Promise<void> {
  await sql`with dropped as (
      delete from letters where mailing_id = any(${[...mailingIds]}::uuid[]) and target_id = any(${[...targetIds]}::uuid[]) and state = 'queued' returning mailing_id)
    update mailings m set letter_count = m.letter_count - d.n from (select mailing_id, count(*)::int as n from dropped group by 1) d where m.id = d.mailing_id`.execute(
    db,
  );
}

/** Ends or pauses a mailing, or lets it go on. Under its lock. */
export async function setState(
  db: Db,
  id: string,
  state: MailingState,
  { reason = '', now }: { reason?: PauseReason | ''; now: Date },
): Promise<void> {
  const ended = state === 'done' || state === 'withdrawn';
  await sql`update mailings set state = ${state}, reason = ${reason}, ended_at = case when ${ended}::boolean then ${now}::timestamptz end where id = ${id}`.execute(
    db,
  );
}

/** Whoever lets a mailing go on has seen what came of it so far: it is judged by what comes from now on. */
export async function forgiveMailing(db: Db, id: string): Promise<void> {
  await sql`update mailings set judged_outcomes = sent + failed, judged_refused = refused, judged_sent = sent, judged_complaints = complaints
    where id = ${id}`.execute(db);
}

/** A restored installation may have sent these already: somebody decides. */
export async function pauseRestored(db: Db): Promise<void> {
  await sql`update mailings set state = 'paused', reason = 'restored' where state in ('waiting', 'sending')`.execute(
    db,
  );
}
