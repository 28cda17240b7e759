import { THREE } from '@folkmoot/contract/core/money/money.ts';
import { type SaleFields, TICKET_PAGE, type TicketFields, type TicketView } from '@folkmoot/contract/tickets/schema.ts';
import { type RawBuilder, sql } from 'kysely';
import { allRows, type Db, firstRow } from '../core/db/db.ts';
import { slicePage } from '../core/db/slice-page.ts';
import { newId } from '../core/id.ts';
import type { NameStep } from '../core/personal-data.ts';
import { epoch } from '../participations/fragments-store.ts';
import { dropTicket } from '../participations/moves-store.ts';

/** The operator's fee on ticket `k`: `feeOf` in SQL. */
const feeOf = (percent: number) => sql`case when k.price = 0 then 0 else
  (floor((k.price::bigint * ${Math.round(percent * 100)}::bigint + 5000 * s.step) / (10000 * s.step)::numeric) * s.step)::int end`;

/** Ticket `k` as JSON. @param percent the operator's share of what is paid. */
const viewOf = (percent: number) => sql`json_build_object('fee_bearer', k.fee_bearer, 'vat_rate', k.vat_rate,
  'fee_percent', ${percent}::float8, 'fee', (select ${feeOf(percent)} from (select case when k.currency = any(${THREE.split(' ')}::text[]) then 10 else 1 end as step) s), 'id', k.id, 'name', k.name, 'description', k.description, 'type', k.type, 'price', k.price, 'currency', k.currency,
  'is_refundable', k.is_refundable, 'refund_policy', k.refund_policy, 'capacity', k.capacity, 'taken', k.taken_count,
  'is_hidden', k.is_hidden, 'is_archived', k.is_archived, 'require_approval', k.require_approval,
  'sale_starts_epoc', ${epoch('k.sale_starts_at')}, 'sale_ends_epoc', ${epoch('k.sale_ends_at')},
  'left', case when k.capacity is not null then greatest(0, k.capacity - k.taken_count) end)`;

type Piece = { page: number; limit: number };
type Tickets = { data: TicketView[]; count: number; needed: boolean; takesCodes: boolean };

/** Which tickets are shown: those that are offered to everybody, or all of them. */
const OFFERED = sql`not (k.is_hidden or k.is_archived)`;

/** A page of those of an event's tickets that are shown, in its order, as JSON. */
const ticketsJson = (eventId: RawBuilder<unknown>, percent: number, piece: Piece, shown: RawBuilder<unknown>) =>
  sql<Tickets>`json_build_object(
  'data', coalesce((select json_agg(view) from (
    select ${viewOf(percent)} as view from tickets k where k.event_id = ${eventId} and ${shown} order by k.position, k.id ${slicePage(piece, TICKET_PAGE)}) page), '[]'::json),
  'count', (select count(*)::int from tickets k where k.event_id = ${eventId} and ${shown}),
  'needed', exists (select from tickets k where k.event_id = ${eventId}),
  'takesCodes', exists (select from codes c where c.event_id = ${eventId} and c.is_active))`;

/** Those offered to everybody, in a statement whose event is `e`. */
export const ticketsBeside = (percent: number, piece: Piece) => ticketsJson(sql`e.id`, percent, piece, OFFERED);

/** @param whose `all` for hosts; else the participation of the person who looks, whose own ticket is shown as well. */
export async function listTickets(
  db: Db,
  eventId: string,
  percent: number,
  piece: Piece,
  whose: 'all' | { participationId: string | null },
): Promise<Tickets> {
  const shown =
    whose === 'all'
      ? sql`true`
      : sql`(${OFFERED} or k.id = (select p.ticket_id from participations p where p.event_id = ${eventId} and p.id = ${whose.participationId}::uuid and p.status <> 'not_going'))`;
  const row = await firstRow(
    db,
    sql<{ tickets: Tickets }>`select ${ticketsJson(sql`${eventId}`, percent, piece, shown)} as tickets`,
  );
  return row?.tickets ?? { data: [], count: 0, needed: false, takesCodes: false };
}

/** @param percent the operator's share of what is paid, for the fee that is shown. */
export async function findTicket(db: Db, eventId: string, id: string, percent = 0): Promise<TicketView | undefined> {
  const row = await firstRow(
    db,
    sql<{
      view: TicketView;
    }>`select ${viewOf(percent)} as view from tickets k where k.event_id = ${eventId} and k.id = ${id}`,
  );
  return row?.view;
}

/** What a ticket costs, in full. */
export type Price = Pick<
  TicketView,
  'type' | 'price' | 'currency' | 'is_refundable' | 'refund_policy' | 'fee_bearer' | 'vat_rate'
>;

/** A ticket of whose price nothing was said. */
export const FREE: Price = {
  ...{ type: 'free', price: 0, currency: null, fee_bearer: 'buyer', vat_rate: null },
  ...{ is_refundable: true, refund_policy: [{ valid_before: 7 * 86_400 }] },
};

/** Adds a ticket after the others. */
export async function insertTicket(
  db: Db,
  eventId: string,
  fields: TicketFields & SaleFields,
  price: Price,
  now: Date,
): Promise<string> {
  const id = newId();
  await sql`insert into tickets (event_id, id, name, description, capacity, is_hidden, is_archived, require_approval, sale_starts_at, sale_ends_at,
      type, price, currency, is_refundable, refund_policy, fee_bearer, vat_rate, position, created_at)
    select ${eventId}, ${id}, ${fields.name}, ${fields.description}, ${fields.capacity}::int, ${fields.is_hidden ?? false}, ${fields.is_archived ?? false},
      ${fields.require_approval ?? false}, ${instant(fields.sale_starts_epoc) ?? null}::timestamptz, ${instant(fields.sale_ends_epoc) ?? null}::timestamptz,
      ${price.type}, ${price.price}::int, ${price.currency}, ${price.is_refundable}, ${JSON.stringify(price.refund_policy)}::jsonb, ${price.fee_bearer}, ${price.vat_rate}::float8, coalesce(max(position) + 1, 0), ${now} from tickets where event_id = ${eventId}`.execute(
    db,
  );
  return id;
}

export async function updateTicket(
  db: Db,
  eventId: string,
  id: string,
  change: {
    [Name in keyof (TicketFields & SaleFields & Price)]?: (TicketFields & SaleFields & Price)[Name] | undefined;
  },
): Promise<void> {
  const { refund_policy: policy, sale_starts_epoc: starts, sale_ends_epoc: ends, ...others } = change;
  const set = Object.fromEntries(
    Object.entries({
      ...others,
      ...{
        refund_policy: policy && JSON.stringify(policy),
        sale_starts_at: instant(starts),
        sale_ends_at: instant(ends),
      },
    }).filter(([, value]) => value !== undefined),
  );
  if (Object.keys(set).length === 0) return;
  await db.updateTable('tickets').set(set).where('event_id', '=', eventId).where('id', '=', id).execute();
}

/** Unix seconds as an instant; what is undefined stays so. */
const instant = (seconds: number | null | undefined) =>
  typeof seconds === 'number' ? new Date(seconds * 1000) : seconds;

/** How many participations have, or had, to do with a ticket. */
export async function countHolders(db: Db, eventId: string, id: string): Promise<number> {
  const row = await firstRow(
    db,
    sql<{
      n: number;
    }>`select count(*)::int as n from participations where event_id = ${eventId} and ticket_id = ${id} and status <> 'not_going'`,
  );
  return row?.n ?? 0;
}

export async function deleteTicket(db: Db, eventId: string, id: string): Promise<void> {
  await dropTicket(db, eventId, id);
  await db.deleteFrom('tickets').where('event_id', '=', eventId).where('id', '=', id).execute();
}

/** The currency of an event's paid tickets, without one of them; null if there are none. */
export async function currencyOf(db: Db, eventId: string, without: string | null): Promise<string | null> {
  const row = await firstRow(
    db,
    sql<{
      currency: string;
    }>`select currency from tickets where event_id = ${eventId} and type = 'paid' and id is distinct from ${without}::uuid limit 1`,
  );
  return row?.currency ?? null;
}

/** The ids of an event's tickets in its order. */
export async function listTicketIds(db: Db, eventId: string): Promise<string[]> {
  const rows = await allRows(
    db,
    sql<{ id: string }>`select id from tickets where event_id = ${eventId} order by position, id`,
  );
  return rows.map(({ id }) => id);
}

export async function orderTickets(db: Db, eventId: string, ids: readonly string[]): Promise<void> {
  await sql`update tickets k set position = o.position - 1 from unnest(${[...ids]}::uuid[]) with ordinality o(id, position)
    where k.event_id = ${eventId} and k.id = o.id`.execute(db);
}

/** Copies an event's tickets to another one, without holders and times of sale, which are those of its date. */
export async function copyTickets(db: Db, from: string, to: string, now: Date): Promise<void> {
  for (const { id } of await allRows(
    db,
    sql<{ id: string }>`select id from tickets where event_id = ${from} order by position, id`,
  ))
    await sql`insert into tickets (event_id, id, name, description, type, price, currency, is_refundable, refund_policy, fee_bearer, vat_rate, capacity, is_hidden, is_archived, require_approval, position, created_at)
      select ${to}, ${newId()}, name, description, type, price, currency, is_refundable, refund_policy, fee_bearer, vat_rate, capacity, is_hidden, is_archived, require_approval, position, ${now}
      from tickets where event_id = ${from} and id = ${id}`.execute(db);
}

/** The names of tickets, for somebody who has had one. */
export const nameTickets: NameStep = (db, ids, userId) =>
  allRows(
    db,
    sql<{
      id: string;
      name: string;
    }>`select t.id, t.name from unnest(${[...ids]}::uuid[]) i (id) join tickets t on t.id = i.id
      where exists (select from participations p where p.event_id = t.event_id and p.user_id = ${userId} and p.ticket_id = t.id)`,
  );
