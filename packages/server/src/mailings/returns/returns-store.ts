import { sql } from 'kysely';
import { type Db, firstRow } from '../../core/db/db.ts';
import type { MailAnswer } from '../../core/mail/answers.ts';

/** A letter that a report is about. */
export type Reported = { mailingId: string; key: string; targetId: string | null };

const REPORTED = sql`l.mailing_id as "mailingId", l.address_key as key, l.target_id as "targetId"`;

/**
 * A letter that had left was not delivered: it has failed, and its mailing counts it as such. Nothing for one that has been
 * reported before.
 */
export async function markReturned(db: Db, letterId: string, answer: MailAnswer): Promise<Reported | undefined> {
  const refused = answer.meaning === 'gone' || answer.meaning === 'policy' ? 1 : 0;
  return firstRow(
    db,
    sql<Reported>`with l as (
        update letters set state = 'failed', meaning = ${answer.meaning}, answer = ${answer.text}
        where id = ${letterId} and state = 'sent' returning mailing_id, address_key, target_id),
      counted as (
        update mailings m set sent = m.sent - 1, failed = m.failed + 1, refused = m.refused + ${refused}::int from l where m.id = l.mailing_id)
      select ${REPORTED} from l`,
  );
}

/** A reader called a letter spam. Nothing if that has been reported before. */
export async function markComplained(db: Db, letterId: string): Promise<Reported | undefined> {
  return firstRow(
    db,
    sql<Reported>`with l as (
        update letters set meaning = 'complained' where id = ${letterId} and state = 'sent' and meaning is distinct from 'complained'
        returning mailing_id, address_key, target_id),
      counted as (update mailings m set complaints = m.complaints + 1 from l where m.id = l.mailing_id)
      select ${REPORTED} from l`,
  );
}
