import { type RawBuilder, sql } from 'kysely';
import { compileOnce } from '../core/db/compile-once.ts';
import type { Db } from '../core/db/db.ts';
import { untilWon } from '../core/db/lost-race.ts';
import { createBatchedBy } from '../core/grouped.ts';
import { newId } from '../core/id.ts';
import type { AppContext } from '../core/slice.ts';
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
 * Seats people who were not on an event's list, or holds the seat of one while they pay, in one statement: the seats, the record, the
 * answers, and the emails that are due or the order. It locks the event's row, like every other change of a seat. If there are fewer
 * seats than people, those who come first in the list get them.
 *
 * @param seats of one event and ticket, all with an email or all without; one that has to be paid for is alone.
 * @returns the participations' ids; undefined for people for whom no seat is free, before whom others wait, who are on the list already, or
 *   if something decisive changed. Then nothing has happened for them.
 */
export async function seatsAtOnce(
  db: Db,
  seats: readonly FirstSeat[],
  now: Date,
): Promise<readonly (string | undefined)[]> {
  const [first] = seats;
  if (!first) return [];
  const { eventId, ticketId, mail, paying } = first;
  const given = seats.map(({ whose, revision, responses, answersText, ownAct }, nth) => ({
    ...{
      nth,
      revision,
      id: newId(),
      history: newId(),
      letter: newId(),
      account: whose.userId,
      address: whose.email,
      client: whose.clientId,
    },
    ...{ first: whose.firstName ?? '', last: whose.lastName ?? '', text: answersText, act: ownAct },
    answers: responses.map((response) => ({
      question: response.event_question_id,
      version: response.event_question_version_id,
      texts: response.response_text,
      ids: response.response_id,
    })),
  }));
  const shape = {
    ticketed: ticketId !== null,
    mailed: mail !== undefined,
    order: paying?.order,
    pays: paying !== undefined,
  };
  const values: SeatValues = {
    eventId,
    ticketId,
    now,
    mail: mail ?? null,
    until: paying?.until ?? null,
    given: JSON.stringify(given),
  };
  const taken = new Set((await takeSeats(db, shape, { ...paying?.values, ...values })).map(({ id }) => id));
  return given.map(({ id }) => (taken.has(id) ? id : undefined));
}

/** The same for one person. */
export async function seatAtOnce(db: Db, seat: FirstSeat, now: Date): Promise<string | undefined> {
  return (await seatsAtOnce(db, [seat], now))[0];
}

/** Seats a person, as `seatAtOnce` does. */
export type TakeSeat = (seat: FirstSeat) => Promise<string | undefined>;

/**
 * For commands outside a transaction: people who register while others are being seated are seated together, in one statement. A crowd
 * waits for the event's row once, and not once for each person.
 */
export function createSeats({ db, services }: Pick<AppContext, 'db' | 'services'>): TakeSeat {
  const together = createBatchedBy<FirstSeat, string | undefined>(
    ({ eventId, ticketId, mail }) => `${eventId} ${ticketId} ${mail}`,
    (seats) => untilWon(() => seatsAtOnce(db, seats, services.clock.now())),
  );
  return (seat) => (seat.paying ? untilWon(() => seatAtOnce(db, seat, services.clock.now())) : together(seat));
}

type SeatShape = {
  ticketed: boolean;
  mailed: boolean;
  pays: boolean;
  /** The same for every seat that has to be paid for. */
  order: HeldSeat['order'] | undefined;
};

type SeatValues = Pick<FirstSeat, 'eventId' | 'ticketId'> & {
  now: Date;
  mail: string | null;
  until: Date | null;
  /** The people with their answers, as JSON. */
  given: string;
};

const takeSeats = compileOnce<SeatShape, SeatValues, { id: string }>(({ ticketed, mailed, pays, order }, values) => {
  const { eventId, ticketId, now } = values;
  const status = sql.lit(pays ? 'payment_pending' : 'going');
  const taken = sql`(select count(*)::int from added)`;
  return sql<{ id: string }>`
      with given as materialized (
        select * from jsonb_to_recordset(${values.given}::jsonb) g (nth int, revision int, id uuid, history uuid, letter uuid,
          account uuid, address text, client uuid, first text, last text, text text, act boolean, answers jsonb)
      ), held as materialized (
        select e.id, e.revision, least(e.capacity - e.taken_count${ticketed ? sql`, k.capacity - k.taken_count` : sql``}) as free
        from events e ${ticketed ? sql`join tickets k on k.event_id = e.id and k.id = ${ticketId}` : sql``}
        where e.id = ${eventId} and e.status = 'published'
          and (e.capacity is null or (e.taken_count < e.capacity and e.waiting_count = 0))
          ${ticketed ? sql`and (k.capacity is null or (k.taken_count < k.capacity and k.waiting_count = 0))` : sql``}
        for no key update
      ), added as (
        insert into participations (event_id, id, user_id, email, client_id, first_name, last_name, role, status, ticket_id, registered_at, changed_at, search_text, own_act, address_given, hold_expires_at)
        select held.id, g.id, g.account, g.address, g.client, g.first, g.last, 'guest', ${status}, ${ticketId}::uuid,
          ${now}::timestamptz, ${now}::timestamptz, g.text, g.act, true, ${values.until}::timestamptz
        from held join given g on g.revision = held.revision and (held.free is null or g.nth < held.free) order by g.nth
        on conflict do nothing returning *
      ), counted as (
        update events set taken_count = taken_count + ${taken}, going_count = going_count + ${pays ? sql`0` : taken} where id = ${eventId} and exists (select 1 from added)
      ), ticketed as (
        update tickets set taken_count = taken_count + ${taken} where event_id = ${eventId} and id = ${ticketId}::uuid and exists (select 1 from added)
      ), recorded as (
        insert into participation_history (event_id, id, participation_id, to_status, actor_id, at)
        select added.event_id, g.history, added.id, ${status}, added.user_id, ${now}::timestamptz from added join given g on g.id = added.id
      ), answered as (
        insert into answers (event_id, participation_id, question_id, version_id, response_text, response_ids, answered_at)
        select added.event_id, added.id, a.question, a.version, a.texts, a.ids, ${now}::timestamptz
        from added join given g on g.id = added.id, jsonb_to_recordset(g.answers) a(question uuid, version uuid, texts text[], ids uuid[])
      )
      ${order ? sql`, ordered as (${order(values)})` : sql``}
      ${
        mailed
          ? sql`, posted as (
        insert into event_mails (id, event_id, participation_id, kind, created_at)
        select g.letter, added.event_id, added.id, ${values.mail}, ${now}::timestamptz from added join given g on g.id = added.id
      )`
          : sql``
      }
      select id from added`;
});
