import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import pg from 'pg';
import { serveFloor } from './floor-server.ts';

/*
 * The floor for what payments.ts measures: the one best statement for each, and for deliveries of Stripe the signature, since nothing may be
 * believed without it. What settles also reads the payment at Stripe, once. No sessions, no rules, no emails, no waiting list.
 */

const { DATABASE_URL = '', SECRET = '', STRIPE_URL = '', STRIPE_KEY = '', ACCOUNT = '', ACCOUNT_ID = '' } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 12, options: '-c random_page_cost=1.1 -c jit=off' });

/** A seat that is held, with its order. */
const HOLD = `with p as (insert into participations (event_id, id, user_id, role, status, ticket_id, registered_at, changed_at, hold_expires_at)
      values ($1, $2, $3, 'guest', 'payment_pending', $4, $5, $5, $5::timestamptz + interval '15 minutes') on conflict do nothing returning id),
    h as (insert into participation_history (event_id, id, participation_id, to_status, at) select $1, $6, id, 'payment_pending', $5 from p),
    o as (insert into orders (id, event_id, participation_id, user_id, event_name, buyer_name, buyer_email, ticket_id, ticket_name, currency, price, fee, fee_bearer, total,
        is_refundable, refund_seconds, account_id, state, created_at)
      select $7, $1, p.id, $3, 'Event', 'Buyer', '', $4, 'Pass', 'GBP', 1800, 90, 'buyer', 1890, true, 0, $8, 'open', $5 from p)
  update events set taken_count = taken_count + 1 where id = $1 returning json_build_object('taken', taken_count)::text as body`;

const ACCEPT = `insert into stripe_events (id, account, type, object_id, received_at, due_at, handled_at) values ($1, $2, $3, $4, $5, $5, $5)
  on conflict do nothing returning '{"received":true}' as body`;

const SETTLE = `with y as (update payments set state = 'succeeded', settled_at = $2 where intent_id = $1 and state <> 'succeeded' returning order_id),
    o as (update orders set state = 'paid', paid_at = $2 where id in (select order_id from y) returning id, event_id, participation_id, currency),
    p as (update participations p set status = 'going', payment_intent_id = $1, hold_expires_at = null, changed_at = $2 from o where p.event_id = o.event_id and p.id = o.participation_id),
    e as (update events set going_count = going_count + 1 where id in (select event_id from o)),
    l as (insert into ledger (id, order_id, account, currency, kind, amount, stripe_id, at) select gen_random_uuid(), o.id, $3, o.currency, v.kind, v.amount, v.id, $2
      from o, (values ('charge', $4::int, $5::text), ('fee', -$6::int, $7::text)) v (kind, amount, id) on conflict do nothing)
  select '{"received":true}' as body`;

/** A page of what was sold, and what it comes to. */
const ORDERS = `select json_build_object('data', (select json_agg(r) from (select o.id, o.buyer_name as name, o.buyer_email as email, o.ticket_name as "ticketName", o.currency, o.total, o.fee,
      o.refunded, o.state, floor(extract(epoch from o.paid_at))::bigint as paid_epoc, p.status = 'going' as "hasPlace",
      (select json_agg(f) from refunds f where f.order_id = o.id) as refunds, (select json_agg(d) from disputes d where d.order_id = o.id) as dispute
      from orders o left join participations p on p.event_id = o.event_id and p.id = o.participation_id
      where o.event_id = $1 and o.paid_at is not null order by o.created_at desc, o.id desc limit 21) r),
    'sums', (select json_agg(s) from (select l.currency, sum(l.amount) filter (where l.kind = 'charge') as sold,
      -sum(l.amount) filter (where l.kind in ('fee', 'fee_refund', 'stripe_fee')) as fees, -sum(l.amount) filter (where l.kind in ('refund', 'refund_failed')) as refunded,
      -sum(l.amount) filter (where l.kind in ('dispute', 'dispute_won')) as disputed, sum(l.amount) as yours
      from ledger l join orders o on o.id = l.order_id where o.event_id = $1 group by l.currency) s))::text as body`;

async function answer(text: string, name: string, values: unknown[]): Promise<{ body: string }> {
  const { rows } = await pool.query<{ body: string }>({ name, text, values });
  return { body: rows[0]?.body ?? '{}' };
}

function isSigned(header: string, body: Buffer): boolean {
  const [, at = '', given = ''] = /^t=(\d+),v1=([\da-f]+)$/.exec(header) ?? [];
  const expected = createHmac('sha256', SECRET).update(`${at}.`).update(body).digest();
  const had = Buffer.from(given, 'hex');
  return had.length === expected.length && timingSafeEqual(had, expected);
}

type Told = { id: string; type: string; account: string; data: { object: { id: string } } };
type Intent = { amount: number; latest_charge: { id: string; application_fee: { id: string; amount: number } | null } };

serveFloor(async (name, query, headers, body) => {
  const now = new Date();
  if (name === 'hold') {
    const given = [
      query.get('event'),
      randomUUID(),
      query.get('user'),
      query.get('ticket'),
      now,
      randomUUID(),
      randomUUID(),
    ];
    return answer(HOLD, name, [...given, ACCOUNT_ID]);
  }
  if (name === 'orders') return answer(ORDERS, name, [query.get('event')]);
  if (!isSigned(String(headers['stripe-signature']), body)) return { body: '{}', status: 400 };
  const { id, type, account, data } = JSON.parse(body.toString('utf8')) as Told;
  if (name === 'accept') return answer(ACCEPT, name, [id, account, type, data.object.id, now]);
  if (name !== 'settle') return undefined;
  const expand = 'expand[]=latest_charge.application_fee&expand[]=latest_charge.balance_transaction';
  const reply = await fetch(`${STRIPE_URL}/v1/payment_intents/${data.object.id}?${expand}`, {
    headers: { authorization: `Bearer ${STRIPE_KEY}`, 'stripe-account': ACCOUNT },
  });
  const { amount, latest_charge: charge } = (await reply.json()) as Intent;
  const fee = charge.application_fee;
  return answer(SETTLE, name, [
    data.object.id,
    now,
    ACCOUNT,
    amount,
    charge.id,
    fee?.amount ?? 0,
    fee?.id ?? charge.id,
  ]);
});
