import type {
  BoughtOrder,
  CompanyDetails,
  PaperKind,
  SellerDetails,
} from '@folkmoot/contract/payments/papers-schema.ts';
import { vatIn } from '@folkmoot/contract/payments/vat-rules.ts';
import { type RawBuilder, sql } from 'kysely';
import { isOfLeaver } from '../../accounts/store.ts';
import { allRows, type Db, firstRow } from '../../core/db/db.ts';
import { addressFor, epoch, linked, type Viewer } from '../../participations/fragments-store.ts';
import { PAPERS } from './views-store.ts';

/** What is written on a paper, and the row it is for. */
type NewPaper = {
  orderId: string;
  /** What a credit note is for: one of them. */
  refundId: string | null;
  disputeId: string | null;
  amount: number;
  vat: number | null;
};

/**
 * Gives each of these papers the next number of its seller and writes it down, unless it is there already. The sellers' rows stay locked
 * until the transaction ends: one that is rolled back leaves no gap, and another one waits. Sellers are locked in the order of their
 * accounts, so that nobody waits in a circle.
 *
 * @returns the numbers by order; without those that are there already, or have nothing to be written for.
 */
async function issue(
  db: Db,
  kind: PaperKind,
  papers: readonly NewPaper[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const series = sql.ref(kind === 'invoice' ? 'invoices' : 'credit_notes');
  const rows = await allRows(
    db,
    sql<{ orderId: string; number: number }>`with given as materialized (
        select g.*, o.account_id, row_number() over (partition by o.account_id order by g.at) as turn
        from rows from (jsonb_to_recordset(${JSON.stringify(papers)}::jsonb) as ("orderId" uuid, "refundId" uuid, "disputeId" uuid, amount int, vat int)) with ordinality
          g("orderId", "refundId", "disputeId", amount, vat, at) join orders o on o.id = g."orderId"
        where not exists (select from papers p where p.order_id = o.id and p.kind = ${kind}
          and p.refund_id is not distinct from g."refundId" and p.dispute_id is not distinct from g."disputeId")),
      counted as (select account_id, count(*)::int as n from given group by account_id order by account_id),
      seller as (
        insert into sellers as s (account_id, ${series}) select account_id, n from counted order by account_id
        on conflict (account_id) do update set ${series} = s.${series} + excluded.${series}
        returning *)
      insert into papers (account_id, kind, number, order_id, refund_id, dispute_id, amount, vat, seller, issued_at)
      select s.account_id, ${kind}, s.${series} - c.n + g.turn, g."orderId", g."refundId", g."disputeId", g.amount, g.vat,
        case when s.name <> '' then ${detailsOf('s')} end, ${now}::timestamptz
      from seller s join counted c on c.account_id = s.account_id join given g on g.account_id = s.account_id
      returning order_id as "orderId", number`,
  );
  return new Map(rows.map(({ orderId, number }) => [orderId, number]));
}

/** What a seller has entered, as it is kept on a paper. */
const detailsOf = (s: string) =>
  sql`jsonb_build_object('name', ${sql.ref(`${s}.name`)}, 'address', ${sql.ref(`${s}.address`)}, 'taxNumber', ${sql.ref(`${s}.tax_number`)})`;

/** The invoices of orders that have been paid, once each. Under their event's lock. @returns their numbers by order. */
export function issueInvoices(
  db: Db,
  orders: readonly { id: string; total: number; vatRate: number | null }[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const papers = orders.map(({ id, total, vatRate }) => ({
    ...{ orderId: id, refundId: null, disputeId: null, amount: total },
    vat: vatRate === null ? null : vatIn(total, vatRate),
  }));
  return issue(db, 'invoice', papers, now);
}

/** The number of the invoice of an order; null if it has none. */
export async function findInvoiceNumber(db: Db, orderId: string): Promise<number | null> {
  const row = await firstRow(
    db,
    sql<{ number: number }>`select number from papers where order_id = ${orderId} and kind = 'invoice'`,
  );
  return row?.number ?? null;
}

/** Refunds of money that never paid for the order have no invoice to correct. */
const OF_ORDER = sql`r.reason not in ('late', 'twice', 'wrong')`;

/**
 * The credit note of a refund, by Stripe's id: issued once the money is on its way back, and void if it did not arrive after all. Under
 * the lock of its event, however often. What is credited never exceeds the invoice, and the VAT of the credit notes adds up to its.
 */
export async function noteCredit(db: Db, stripeId: string, now: Date): Promise<void> {
  await sql`update papers p set void_at = ${now} from refunds r
    where r.stripe_id = ${stripeId} and r.state = 'failed' and p.refund_id = r.id and p.void_at is null`.execute(db);
  const refund = sql`select id as "refundId", null::uuid as "disputeId", order_id, amount from refunds r
    where stripe_id = ${stripeId} and state = 'succeeded' and ${OF_ORDER}`;
  await issueCredit(db, refund, now);
}

/**
 * The credit note of a dispute that was lost, by Stripe's id: the bank has given the money back for good. Under the lock of its event,
 * however often. None for money that never paid for the order.
 */
export async function noteLoss(db: Db, stripeId: string, now: Date): Promise<void> {
  const dispute = sql`select null::uuid as "refundId", id as "disputeId", order_id, amount from disputes d
    where stripe_id = ${stripeId} and state = 'lost' and not exists (select from refunds r where r.payment_id = d.payment_id and not (${OF_ORDER}))`;
  await issueCredit(db, dispute, now);
}

/** Credits the rest of an invoice, up to `given`, the row of the money that went back. */
async function issueCredit(db: Db, given: RawBuilder<unknown>, now: Date): Promise<void> {
  const found = await firstRow(
    db,
    sql<
      NewPaper & { rate: number | null; total: number; credited: number; vatBefore: number }
    >`select g."refundId", g."disputeId", g.order_id as "orderId", g.amount,
        o.vat_rate as rate, o.total, coalesce(c.amount, 0)::int as credited, coalesce(c.vat, 0)::int as "vatBefore"
      from (${given}) g join orders o on o.id = g.order_id join papers i on i.order_id = o.id and i.kind = 'invoice',
        lateral (select sum(p.amount) as amount, sum(p.vat) as vat from papers p where p.order_id = o.id and p.kind = 'credit_note' and p.void_at is null) c`,
  );
  if (!found) return;
  const { orderId, refundId, disputeId, rate, total, credited, vatBefore } = found;
  const amount = Math.min(found.amount, total - credited);
  if (amount <= 0) return;
  const vat = rate === null ? null : vatIn(credited + amount, rate) - vatBefore;
  await issue(db, 'credit_note', [{ orderId, refundId, disputeId, amount, vat }], now);
}

/** Whether somebody bought order `o`, also if its place has been passed on: with their account, with their confirmed address, or by an email's link. */
function isBuyer(who: Viewer) {
  const me = sql`${who.userId ?? null}::uuid`;
  return sql`(o.user_id = ${me} or (o.user_id is null and exists (select from users b where b.id = ${me} and b.email_verified and b.email = lower(o.buyer_email)
      and not ${isOfLeaver(sql`b.email`, sql`o.created_at`, sql`b.id`)}))
    or ${who.participationId === undefined ? sql`false` : sql`exists (select from participations b where b.event_id = o.event_id and b.id = o.buyer_participation_id and ${linked(who, 'b')})`})`;
}

/** An order that has been paid, as its buyer sees it; undefined for anybody else. */
export async function findBought(db: Db, orderId: string, who: Viewer): Promise<BoughtOrder | undefined> {
  const row = await firstRow(
    db,
    sql<{
      view: BoughtOrder;
    }>`select json_build_object('id', o.id, 'eventName', o.event_name, 'ticketName', o.ticket_name, 'currency', o.currency,
        'price', o.price + o.discount, 'discount', o.discount, 'code', o.code, 'fee', o.total - o.price, 'total', o.total, 'refunded', o.refunded,
        'vatRate', o.vat_rate, 'vat', (select i.vat from papers i where i.order_id = o.id and i.kind = 'invoice'), 'paid_epoc', ${epoch('o.paid_at')},
        'papers', ${PAPERS}, 'company', json_build_object('name', o.company_name, 'address', o.company_address, 'taxNumber', o.company_tax_number)) as view
      from orders o where o.id = ${orderId} and o.paid_at is not null and ${isBuyer(who)}`,
  );
  return row?.view;
}

/** The order with which somebody themselves paid for this place; null if nobody did, or another person. */
export async function findOwnOrder(
  db: Db,
  { eventId, id }: { eventId: string; id: string },
  who: Viewer,
): Promise<string | null> {
  const row = await firstRow(
    db,
    sql<{
      id: string;
    }>`select o.id from orders o where o.event_id = ${eventId} and o.participation_id = ${id} and o.state = 'paid' and ${isBuyer(who)}`,
  );
  return row?.id ?? null;
}

/** The company for which an order was bought. */
export async function setCompany(db: Db, orderId: string, company: CompanyDetails): Promise<void> {
  await sql`update orders set company_name = ${company.name}, company_address = ${company.address}, company_tax_number = ${company.taxNumber}
    where id = ${orderId}`.execute(db);
}

/** What the holder of an account has on their papers; undefined while they have entered nothing. */
export async function findSeller(db: Db, accountId: string): Promise<SellerDetails | undefined> {
  return firstRow(
    db,
    sql<SellerDetails>`select name, address, tax_number as "taxNumber" from sellers where account_id = ${accountId} and name <> ''`,
  );
}

/** Changes what is on a seller's papers from now on. */
export async function setSeller(db: Db, accountId: string, { name, address, taxNumber }: SellerDetails): Promise<void> {
  await sql`insert into sellers (account_id, name, address, tax_number) values (${accountId}, ${name}, ${address}, ${taxNumber})
    on conflict (account_id) do update set name = excluded.name, address = excluded.address, tax_number = excluded.tax_number`.execute(
    db,
  );
}

/** A person’s new account goes on with what they have on their papers, and with their numbers: the seller is the same. */
export async function continueSeller(db: Db, accountId: string): Promise<void> {
  await sql`insert into sellers (account_id, name, address, tax_number, invoices, credit_notes)
    select a.id, s.name, s.address, s.tax_number, s.invoices, s.credit_notes
    from stripe_accounts a join stripe_accounts f on f.former_user_id = a.user_id and f.live = a.live join sellers s on s.account_id = f.id
    where a.id = ${accountId} order by f.created_at desc, f.id desc limit 1 on conflict do nothing`.execute(db);
}

/** Everything that is written on a paper. */
export type Paper = {
  kind: PaperKind;
  number: number;
  invoice: number;
  amount: number;
  vat: number | null;
  vatRate: number | null;
  issued: number;
  isVoid: boolean;
  seller: SellerDetails;
  buyer: { name: string; email: string; company: CompanyDetails };
  eventName: string;
  starts: number | null;
  /** The event's zone; UTC if it is no longer there. */
  zone: string;
  ticketName: string;
  currency: string;
  price: number;
  discount: number;
  code: string | null;
  fee: number;
  total: number;
  paid: number;
  intentId: string;
  live: boolean;
};

/**
 * A paper of an order.
 *
 * @param refundId what a credit note is for, a refund or a lost dispute; null for the invoice.
 * @param who a host, who sees the buyer's address if it was given to hosts, or the buyer.
 */
export async function findPaper(
  db: Db,
  { orderId, refundId }: { orderId: string; refundId: string | null },
  who: { host: Viewer } | { buyer: Viewer },
): Promise<Paper | undefined> {
  const [email, allowed] =
    'host' in who ? [sql`coalesce(${addressFor(who.host)}, '')`, sql`true`] : [sql`o.buyer_email`, isBuyer(who.buyer)];
  return firstRow(
    db,
    sql<Paper>`select y.kind, y.number, i.number as invoice, y.amount, y.vat, o.vat_rate as "vatRate", ${epoch('y.issued_at')} as issued, y.void_at is not null as "isVoid",
        coalesce(y.seller, case when s.name <> '' then ${detailsOf('s')} end,
          jsonb_build_object('name', coalesce(trim(h.first_name || ' ' || h.last_name), ''), 'address', '', 'taxNumber', '')) as seller,
        json_build_object('name', o.buyer_name, 'email', ${email}, 'company',
          json_build_object('name', o.company_name, 'address', o.company_address, 'taxNumber', o.company_tax_number)) as buyer,
        o.event_name as "eventName", ${epoch('o.starts_at')} as starts, coalesce(e.time_zone, 'UTC') as zone, o.ticket_name as "ticketName", o.currency,
        o.price + o.discount as price, o.discount, o.code, o.total - o.price as fee, o.total, ${epoch('o.paid_at')} as paid, ${INTENT} as "intentId", a.live
      from orders o join papers y on y.order_id = o.id join papers i on i.order_id = o.id and i.kind = 'invoice'
        join sellers s on s.account_id = y.account_id join stripe_accounts a on a.id = o.account_id left join users h on h.id = coalesce(a.user_id, a.former_user_id)
        left join events e on e.id = o.event_id left join participations p on p.event_id = o.event_id and p.id = o.buyer_participation_id left join users u on u.id = p.user_id
      where o.id = ${orderId} and y.kind = ${refundId === null ? 'invoice' : 'credit_note'} and coalesce(y.refund_id, y.dispute_id) is not distinct from ${refundId}::uuid and ${allowed}`,
  );
}

/** Stripe's id of the payment that paid order `o`. */
const INTENT = sql`coalesce((select m.intent_id from payments m where m.order_id = o.id and m.state = 'succeeded' order by m.settled_at, m.id limit 1), '')`;

/** An order in a file for hosts. */
export type ExportedOrder = {
  id: string;
  paid: Date;
  at: string;
  name: string;
  email: string;
  ticket: string;
  code: string;
  currency: string;
  discount: number;
  price: number;
  fee: number;
  vat: number | null;
  total: number;
  refunded: number;
  invoice: number;
  intentId: string;
};

/** A piece of an event's paid orders, earliest first. @param after where the piece before ended. */
export async function listForExport(
  db: Db,
  eventId: string,
  { after, size, who }: { after: ExportedOrder | undefined; size: number; who: Viewer },
): Promise<ExportedOrder[]> {
  const later: RawBuilder<unknown> = after
    ? sql`and (i.issued_at, o.id) > (${after.at}::timestamptz, ${after.id}::uuid)`
    : sql``;
  return allRows(
    db,
    sql<ExportedOrder>`select o.id, o.paid_at as paid, i.issued_at::text as at, o.buyer_name as name, coalesce(${addressFor(who)}, '') as email, o.ticket_name as ticket,
        coalesce(o.code, '') as code, o.currency, o.discount, o.price, o.total - o.price as fee, i.vat, o.total, o.refunded, i.number as invoice, ${INTENT} as "intentId"
      from orders o join papers i on i.order_id = o.id and i.kind = 'invoice'
        left join participations p on p.event_id = o.event_id and p.id = o.buyer_participation_id left join users u on u.id = p.user_id
      where o.event_id = ${eventId} ${later} order by i.issued_at, o.id limit ${sql.lit(size)}`,
  );
}
