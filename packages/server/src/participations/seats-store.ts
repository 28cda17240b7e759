import { type RawBuilder, sql } from 'kysely';
import { compileOnce } from '../core/db/compile-once.ts';
import type { Db } from '../core/db/db.ts';
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
  /** A seat that has to be paid for. */
  paying: HeldSeat | undefined;
};

/** Until when a seat is held, and its order: the statement that makes it from the row of `added`, and the values of that statement. */
export type HeldSeat = {
  until: Date;
  values: object;
  order: (values: object) => RawBuilder<unknown>;
};

/**
 * Seats a person who was not on the list, or holds the seat while they pay, in one statement: the seat, the record, the
 * answers, and the email that is due or the order. It locks the event's row, like every other change of a seat.
 *
 * @returns the participation's id, or undefined if no seat is free, others wait, something decisive changed, or they
 *   are on the list already. Then nothing has happened.
 */
export async function seatAtOnce(db: Db, seat: FirstSeat, now: Date): Promise<string | undefined> {
  const { eventId, revision, whose, ticketId, responses, answersText, ownAct, mail, paying } = seat;
  const answers = responses.map((response) => ({
    question: response.event_question_id,
    version: response.event_question_version_id,
    texts: response.response_text,
    ids: response.response_id,
  }));
  const values: SeatValues = {
    ...{ eventId, revision, ticketId, answersText, ownAct, now, id: newId(), historyId: newId(), mailId: newId() },
    ...{ userId: whose.userId ?? null, email: whose.email ?? null, mail: mail ?? null, until: paying?.until ?? null },
    ...{ firstName: whose.firstName ?? '', lastName: whose.lastName ?? '', answers: JSON.stringify(answers) },
  };
  const shape = {
    ticketed: ticketId !== null,
    mailed: mail !== undefined,
    order: paying?.order,
    pays: paying !== undefined,
  };
  const [row] = await takeSeat(db, shape, { ...paying?.values, ...values });
  return row?.id;
}

type SeatShape = {
  ticketed: boolean;
  mailed: boolean;
  pays: boolean;
  /** The same for every seat that has to be paid for. */
  order: HeldSeat['order'] | undefined;
};

type SeatValues = Pick<FirstSeat, 'eventId' | 'revision' | 'ticketId' | 'answersText' | 'ownAct'> & {
  now: Date;
  id: string;
  historyId: string;
  mailId: string;
  userId: string | null;
  email: string | null;
  firstName: string;
  lastName: string;
  /** As JSON. */
  answers: string;
  mail: string | null;
  until: Date | null;
};

const takeSeat = compileOnce<SeatShape, SeatValues, { id: string }>(({ ticketed, mailed, pays, order }, values) => {
  const { eventId, id, ticketId, userId, now } = values;
  const status = sql.lit(pays ? 'payment_pending' : 'going');
  return sql<{ id: string }>`
      with held as materialized (
        select e.id from events e ${ticketed ? sql`join tickets k on k.event_id = e.id and k.id = ${ticketId}` : sql``}
        where e.id = ${eventId} and e.status = 'published' and e.revision = ${values.revision}
          and (e.capacity is null or (e.taken_count < e.capacity and e.waiting_count = 0))
          ${ticketed ? sql`and (k.capacity is null or (k.taken_count < k.capacity and k.waiting_count = 0))` : sql``}
        for no key update
      ), added as (
        insert into participations (event_id, id, user_id, email, first_name, last_name, role, status, ticket_id, registered_at, changed_at, search_text, own_act, address_given, hold_expires_at)
        select id, ${id}::uuid, ${userId}::uuid, ${values.email}, ${values.firstName}, ${values.lastName}, 'guest', ${status}, ${ticketId}::uuid,
          ${now}::timestamptz, ${now}::timestamptz, ${values.answersText}, ${values.ownAct}::boolean, true, ${values.until}::timestamptz from held
        on conflict do nothing returning *
      ), counted as (
        update events set taken_count = taken_count + 1, going_count = going_count + ${sql.lit(pays ? 0 : 1)} where id = ${eventId} and exists (select 1 from added)
      ), ticketed as (
        update tickets set taken_count = taken_count + 1 where event_id = ${eventId} and id = ${ticketId}::uuid and exists (select 1 from added)
      ), recorded as (
        insert into participation_history (event_id, id, participation_id, to_status, actor_id, at)
        select event_id, ${values.historyId}::uuid, id, ${status}, ${userId}::uuid, ${now}::timestamptz from added
      ), answered as (
        insert into answers (event_id, participation_id, question_id, version_id, response_text, response_ids, answered_at)
        select added.event_id, added.id, a.question, a.version, a.texts, a.ids, ${now}::timestamptz
        from added, jsonb_to_recordset(${values.answers}::jsonb) a(question uuid, version uuid, texts text[], ids uuid[])
      )
      ${order ? sql`, ordered as (${order(values)})` : sql``}
      ${
        mailed
          ? sql`, posted as (
        insert into event_mails (id, event_id, participation_id, kind, created_at)
        select ${values.mailId}::uuid, event_id, id, ${values.mail}, ${now}::timestamptz from added
      )`
          : sql``
      }
      select id from added`;
});
