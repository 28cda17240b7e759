import { TICKET_PAGE, type TicketFields, type TicketView } from '@folkmoot/contract/tickets/schema.ts';
import { type RawBuilder, sql } from 'kysely';
import { allRows, type Db, firstRow } from '../core/db/db.ts';
import { slicePage } from '../core/db/slice-page.ts';
import { newId } from '../core/id.ts';
import { dropTicket } from '../participations/moves-store.ts';

/** Ticket `k` as JSON. */
const VIEW = sql`json_build_object('id', k.id, 'name', k.name, 'description', k.description, 'type', k.type, 'price', k.price, 'currency', k.currency,
  'is_refundable', k.is_refundable, 'refund_policy', k.refund_policy, 'capacity', k.capacity, 'taken', k.taken_count,
  'left', case when k.capacity is not null then greatest(0, k.capacity - k.taken_count) end)`;

type Piece = { page: number; limit: number };
type Tickets = { data: TicketView[]; count: number };

/** A page of an event's tickets in its order, as JSON. */
const ticketsJson = (eventId: RawBuilder<unknown>, piece: Piece) => sql<Tickets>`json_build_object(
  'data', coalesce((select json_agg(view) from (
    select ${VIEW} as view from tickets k where k.event_id = ${eventId} order by k.position, k.id ${slicePage(piece, TICKET_PAGE)}) page), '[]'::json),
  'count', (select count(*)::int from tickets k where k.event_id = ${eventId}))`;

/** The same in a statement whose event is `e`. */
export const ticketsBeside = (piece: Piece) => ticketsJson(sql`e.id`, piece);

export async function listTickets(db: Db, eventId: string, piece: Piece): Promise<Tickets> {
  const row = await firstRow(db, sql<{ tickets: Tickets }>`select ${ticketsJson(sql`${eventId}`, piece)} as tickets`);
  return row?.tickets ?? { data: [], count: 0 };
}

export async function findTicket(db: Db, eventId: string, id: string): Promise<TicketView | undefined> {
  const row = await firstRow(
    db,
    sql<{ view: TicketView }>`select ${VIEW} as view from tickets k where k.event_id = ${eventId} and k.id = ${id}`,
  );
  return row?.view;
}

/** Adds a free ticket after the others. */
export async function insertTicket(db: Db, eventId: string, fields: TicketFields, now: Date): Promise<string> {
  const id = newId();
  await sql`insert into tickets (event_id, id, name, description, capacity, position, created_at)
    select ${eventId}, ${id}, ${fields.name}, ${fields.description}, ${fields.capacity}::int, coalesce(max(position) + 1, 0), ${now} from tickets where event_id = ${eventId}`.execute(
    db,
  );
  return id;
}

export async function updateTicket(
  db: Db,
  eventId: string,
  id: string,
  change: { name?: string | undefined; description?: string | undefined; capacity?: number | null | undefined },
): Promise<void> {
  const set = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  if (Object.keys(set).length === 0) return;
  await db.updateTable('tickets').set(set).where('event_id', '=', eventId).where('id', '=', id).execute();
}

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

/** Copies an event's tickets to another one, without holders. */
export async function copyTickets(db: Db, from: string, to: string, now: Date): Promise<void> {
  for (const { id } of await allRows(
    db,
    sql<{ id: string }>`select id from tickets where event_id = ${from} order by position, id`,
  ))
    await sql`insert into tickets (event_id, id, name, description, type, price, currency, is_refundable, refund_policy, capacity, position, created_at)
      select ${to}, ${newId()}, name, description, type, price, currency, is_refundable, refund_policy, capacity, position, ${now}
      from tickets where event_id = ${from} and id = ${id}`.execute(db);
}
