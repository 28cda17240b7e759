import { type RawBuilder, sql } from 'kysely';
import { type Db, firstRow } from '../core/db/db.ts';
import { newId } from '../core/id.ts';
import type { Whose } from './store.ts';

/** An answer as it is stored, in the words of the contract. */
type Response = {
  event_question_id: string;
  event_question_version_id: string;
  response_text: string[];
  response_id: string[] | null;
};

export type FirstSeat = {
  eventId: string;
  /** The facts on which the decision was based: if they have changed, nothing happens. */
  revision: number;
  whose: Whose;
  ticketId: string | null;
  responses: readonly Response[];
  answersText: string;
  /** They have registered themselves, and not only typed an address. */
  ownAct: boolean;
  /** The email that is due; none while they pay. */
  mail: string | undefined;
  /** A seat that has to be paid for: until when it is held, and the statement that makes its order from the row of `added`. */
  paying: { until: Date; order: RawBuilder<unknown> } | undefined;
};

/**
 * Seats a person who was not on the list, or holds the seat while they pay, in one statement: the seat, the record, the
 * answers, and the email that is due or the order. It locks the event's row, like every other change of a seat.
 *
 * @returns the participation's id, or undefined if no seat is free, others wait, something decisive changed, or they
 *   are on the list already. Then nothing has happened.
 */
export async function seatAtOnce(db: Db, seat: FirstSeat, now: Date): Promise<string | undefined> {
  const { eventId, whose, ticketId, responses, paying } = seat;
  const status = paying ? 'payment_pending' : 'going';
  const id = newId();
  const answers = responses.map((response) => ({
    question: response.event_question_id,
    version: response.event_question_version_id,
    texts: response.response_text,
    ids: response.response_id,
  }));
  const row = await firstRow(
    db,
    sql<{ id: string }>`
      with held as materialized (
        select e.id from events e ${ticketId === null ? sql`` : sql`join tickets k on k.event_id = e.id and k.id = ${ticketId}`}
        where e.id = ${eventId} and e.status = 'published' and e.revision = ${seat.revision}
          and (e.capacity is null or (e.taken_count < e.capacity and e.waiting_count = 0))
          ${ticketId === null ? sql`` : sql`and (k.capacity is null or (k.taken_count < k.capacity and k.waiting_count = 0))`}
        for no key update
      ), added as (
        insert into participations (event_id, id, user_id, email, first_name, last_name, role, status, ticket_id, registered_at, changed_at, search_text, own_act, address_given, hold_expires_at)
        select id, ${id}::uuid, ${whose.userId ?? null}::uuid, ${whose.email ?? null}, ${whose.firstName ?? ''}, ${whose.lastName ?? ''}, 'guest', ${status}, ${ticketId}::uuid,
          ${now}::timestamptz, ${now}::timestamptz, ${seat.answersText}, ${seat.ownAct}::boolean, true, ${paying?.until ?? null}::timestamptz from held
        on conflict do nothing returning *
      ), counted as (
        update events set taken_count = taken_count + 1, going_count = going_count + ${paying ? 0 : 1}::int where id = ${eventId} and exists (select 1 from added)
      ), ticketed as (
        update tickets set taken_count = taken_count + 1 where event_id = ${eventId} and id = ${ticketId}::uuid and exists (select 1 from added)
      ), recorded as (
        insert into participation_history (event_id, id, participation_id, to_status, actor_id, at)
        select event_id, ${newId()}::uuid, id, ${status}, ${whose.userId ?? null}::uuid, ${now}::timestamptz from added
      ), answered as (
        insert into answers (event_id, participation_id, question_id, version_id, response_text, response_ids, answered_at)
        select added.event_id, added.id, a.question, a.version, a.texts, a.ids, ${now}::timestamptz
        from added, jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) a(question uuid, version uuid, texts text[], ids uuid[])
      )
      ${paying ? sql`, ordered as (${paying.order})` : sql``}
      ${
        seat.mail === undefined
          ? sql``
          : sql`, posted as (
        insert into event_mails (id, event_id, participation_id, kind, created_at)
        select ${newId()}::uuid, event_id, id, ${seat.mail}, ${now}::timestamptz from added
      )`
      }
      select id from added`,
  );
  return row?.id;
}
