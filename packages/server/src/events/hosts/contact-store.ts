import type { PersonView } from '@folkmoot/contract/accounts/schema.ts';
import { CONTACT } from '@folkmoot/contract/events/contact-schema.ts';
import { SUGGESTED_HOSTS } from '@folkmoot/contract/events/hosts-schema.ts';
import { sql } from 'kysely';
import { allRows, type Db, firstRow } from '../../core/db/db.ts';
import { newId } from '../../core/id.ts';
import { notHidden, PERSON, SHOWN_GOING } from '../../participations/fragments-store.ts';

const HOUR = 3_600_000;

/** Guests whom a host may ask to host, in the order in which they registered: who has been asked already is left out. */
export async function suggestHosts(db: Db, eventId: string, userId: string): Promise<PersonView[]> {
  const rows = await allRows(
    db,
    sql<{ person: PersonView }>`select json_build_object(${PERSON}) as person
      from participations p join users u on u.id = p.user_id
      where p.event_id = ${eventId} and ${SHOWN_GOING} and p.role = 'guest' and p.asked_role is null
        and u.id <> ${userId} ${notHidden({ userId }, sql.ref('u.id'))}
      order by p.registered_at, p.id limit ${SUGGESTED_HOSTS}`,
  );
  return rows.map(({ person }) => person);
}

/** Counts a message for its sender. False if they have sent as many within the hour as they may. In a transaction. */
export async function insertMessage(tx: Db, eventId: string, senderId: string, now: Date): Promise<boolean> {
  // Two at once count together.
  await sql`select 1 from users where id = ${senderId} for no key update`.execute(tx);
  const since = new Date(now.getTime() - HOUR);
  const row = await firstRow(
    tx,
    sql`insert into host_messages (id, event_id, sender_id, sent_at)
      select ${newId()}::uuid, ${eventId}::uuid, ${senderId}::uuid, ${now}::timestamptz
      where (select count(*) from host_messages where sender_id = ${senderId} and sent_at > ${since}) < ${CONTACT.anHour}::int
      returning id`,
  );
  return row !== undefined;
}

/** Deletes what the limit does not count any more. */
export async function deleteOldMessages(db: Db, now: Date): Promise<void> {
  await sql`delete from host_messages where sent_at < ${new Date(now.getTime() - HOUR)}`.execute(db);
}
