import { sql } from 'kysely';
import type { Db } from '../core/db/db.ts';
import { newId } from '../core/id.ts';
import { insertMailing } from '../mailings/store.ts';
import { insertInvited, moveParticipation } from '../participations/moves-store.ts';
import { findParticipation } from '../participations/store.ts';
import type { DemoInvitation } from './words/events.ts';

const WORDS = { subject: 'Will you come to supper?', body: 'We would love to have you at the table.' };

/** People whom a host invited by email some days ago, and what they have answered. */
export async function inviteByEmail(
  db: Db,
  eventId: string,
  hostId: string,
  people: readonly DemoInvitation[],
  at: Date,
): Promise<void> {
  if (people.length === 0) return;
  const mailing = { id: newId(), kind: 'event_invitation', eventId, senderId: hostId } as const;
  const html = `<p>${WORDS.body}</p>`;
  await insertMailing(db, { ...mailing, ...WORDS, html, note: { role: 'guest' }, startsAt: at }, at);
  const rows = people.map(({ name: [firstName, lastName], became }) => ({
    ...{
      id: newId(),
      letter: newId(),
      firstName,
      lastName,
      became,
      key: `${firstName}.${lastName}@post.example`.toLowerCase(),
    },
    ...{ role: 'guest' as const, by: hostId, known: true, state: became === 'failed' ? 'failed' : 'sent' },
  }));
  const failed = rows.filter(({ state }) => state === 'failed').length;
  await sql`update mailings set state = 'done', ended_at = ${at}, letter_count = ${rows.length}::int, sent = ${rows.length - failed}::int,
    failed = ${failed}::int, refused = ${failed}::int where id = ${mailing.id}`.execute(db);
  const list = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r(id uuid, letter uuid, key text, "firstName" text, "lastName" text, state text)`;
  await sql`insert into letters (mailing_id, id, address, address_key, target_id, state, tries, due_at, meaning, answer, sent_at)
    select ${mailing.id}::uuid, letter, key, key, id, state, 1, ${at}::timestamptz, case state when 'sent' then 'sent' else 'gone' end,
      case state when 'sent' then '' else '550 5.1.1 No such user' end, case state when 'sent' then ${at}::timestamptz end from ${list}`.execute(
    db,
  );
  await sql`insert into invitations (event_id, id, mailing_id, address, address_key, address_known, first_name, last_name, role, state, inviter_id, created_at, sent_at)
    select ${eventId}::uuid, id, ${mailing.id}::uuid, key, key, true, "firstName", "lastName", 'guest', state, ${hostId}::uuid, ${at}::timestamptz,
      case state when 'sent' then ${at}::timestamptz end from ${list}`.execute(db);
  await insertInvited(
    db,
    eventId,
    rows.filter(({ state }) => state === 'sent'),
    at,
  );
  for (const { id, became } of rows) {
    const before = await findParticipation(db, eventId, id);
    if (!before || (became !== 'going' && became !== 'not_going')) continue;
    await moveParticipation(db, before, { status: became, actorId: null, ownAct: true }, at);
  }
}
