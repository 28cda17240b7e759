import type { AccountState, AccountView } from '@folkmoot/contract/payments/schema.ts';
import { sql } from 'kysely';
import { allRows, type Db, firstRow } from '../../core/db/db.ts';
import { newId } from '../../core/id.ts';
import { over } from '../../participations/fragments-store.ts';
import type { AccountFacts } from '../stripe-actions.ts';

/** A connected account: `id` is ours, `stripeId` Stripe's, null until Stripe has made it. */
export type StripeAccount = {
  id: string;
  userId: string | null;
  stripeId: string | null;
  state: AccountState;
  currency: string | null;
  disconnected: boolean;
};

/** The state of account `a`. */
export const ACCOUNT_STATE = sql`case when a.lost_at is not null then 'lost' else a.state end`;

const COLUMNS = sql`a.id, a.user_id as "userId", a.stripe_id as "stripeId", ${ACCOUNT_STATE} as state, a.currency, a.disconnected_at is not null as disconnected`;

/** The account of a person, connected or not. */
export async function findAccountOf(db: Db, userId: string, live: boolean): Promise<StripeAccount | undefined> {
  return firstRow(
    db,
    sql<StripeAccount>`select ${COLUMNS} from stripe_accounts a where a.user_id = ${userId} and a.live = ${live}`,
  );
}

/** The row of a person's account, made if there is none, and connected again if it was disconnected. */
export async function reserveAccount(db: Db, userId: string, live: boolean, now: Date): Promise<StripeAccount> {
  const row = await firstRow(
    db,
    sql<StripeAccount>`insert into stripe_accounts as a (id, user_id, live, state, created_at) values (${newId()}, ${userId}, ${live}, 'unfinished', ${now})
      on conflict (user_id, live) do update set disconnected_at = null returning ${COLUMNS}`,
  );
  if (!row) throw new Error('An account was neither made nor found.');
  return row;
}

/** Stripe has made the account. Two calls at once get the same one, by its idempotency key. */
export async function setStripeId(db: Db, id: string, stripeId: string): Promise<void> {
  await sql`update stripe_accounts set stripe_id = ${stripeId} where id = ${id} and stripe_id is null`.execute(db);
}

/** Writes down what Stripe says, and returns the account as its person sees it; undefined if we know no such account. */
export async function noteAccount(
  db: Db,
  stripeId: string,
  facts: AccountFacts,
  now: Date,
): Promise<AccountView | undefined> {
  return firstRow(
    db,
    sql<AccountView>`update stripe_accounts set
        state = case when ${facts.takesCards}::boolean then 'ready' when was_ready then 'paused' else 'unfinished' end,
        was_ready = was_ready or ${facts.takesCards}::boolean, due = ${JSON.stringify(facts.due)}::jsonb,
        currency = ${facts.currency}, country = ${facts.country}, read_at = ${now}, lost_at = null,
        stop_told_at = case when ${facts.takesCards}::boolean and disconnected_at is null then null else stop_told_at end
      where stripe_id = ${stripeId} returning stripe_id as id, state, due, currency, country`,
  );
}

/** Stripe no longer lets us use this account: nothing more is sold with it. Returns it as its person sees it. */
export async function noteLost(db: Db, stripeId: string, now: Date): Promise<AccountView | undefined> {
  return firstRow(
    db,
    sql<AccountView>`update stripe_accounts a set state = 'paused', lost_at = coalesce(lost_at, ${now}), due = '[]', read_at = ${now}
      where stripe_id = ${stripeId} returning stripe_id as id, ${ACCOUNT_STATE} as state, due, currency, country`,
  );
}

/** A lost account is no longer this person's, who can have another. It stays with what was sold. */
export async function leaveLost(db: Db, userId: string, stripeId: string): Promise<void> {
  await sql`update stripe_accounts set user_id = null, former_user_id = user_id
    where user_id = ${userId} and stripe_id = ${stripeId} and lost_at is not null`.execute(db);
}

/** Lost accounts that Stripe has not been asked about since then: a wrong key may have been put right. */
export async function takeLost(db: Db, live: boolean, most: number, since: Date, now: Date): Promise<string[]> {
  const rows = await allRows(
    db,
    sql<{ id: string }>`with due as materialized (
        select id from stripe_accounts where lost_at is not null and live = ${live} and read_at <= ${since} order by read_at limit ${most}::int for update skip locked)
      update stripe_accounts a set read_at = ${now} from due where a.id = due.id returning a.stripe_id as id`,
  );
  return rows.map(({ id }) => id);
}

/** A published event with paid tickets whose account takes no money any more: why, and whose account it is. */
export type Stopped = {
  eventId: string;
  why: 'paused' | 'lost' | 'disconnected';
  ownerId: string | null;
  owner: string;
};

/** Takes accounts that took money and no longer do, and whose events' hosts have not been told; returns those of their events that are not over. */
export async function takeStopped(db: Db, most: number, now: Date): Promise<Stopped[]> {
  return allRows(
    db,
    sql<Stopped>`with stopped as materialized (
        select id from stripe_accounts where was_ready and stop_told_at is null and (state <> 'ready' or disconnected_at is not null)
        limit ${most}::int for update skip locked),
      taken as (update stripe_accounts a set stop_told_at = ${now} from stopped s where a.id = s.id
        returning a.stripe_id, coalesce(a.user_id, a.former_user_id) as owner_id,
          case when a.disconnected_at is not null then 'disconnected' when a.lost_at is not null then 'lost' else 'paused' end as why)
    select e.id as "eventId", t.why, t.owner_id as "ownerId", coalesce(trim(u.first_name || ' ' || u.last_name), '') as owner
    from taken t join events e on e.stripe_account_id = t.stripe_id left join users u on u.id = t.owner_id
    where e.status = 'published' and not ${over(now)}
      and exists (select from tickets k where k.event_id = e.id and k.type = 'paid')`,
  );
}

/** Nothing more is sold with this person's account. */
export async function disconnect(db: Db, userId: string, live: boolean, now: Date): Promise<void> {
  await sql`update stripe_accounts set disconnected_at = ${now} where user_id = ${userId} and live = ${live} and disconnected_at is null`.execute(
    db,
  );
}

/** The account that an event is paid to, if it takes money, or else that of a person. */
export async function findPayable(
  db: Db,
  eventId: string,
  userId: string,
): Promise<{ event: boolean; stripeId: string | null }> {
  const row = await firstRow(
    db,
    sql<{ event: string | null; ready: string | null; own: string | null }>`select e.stripe_account_id as event,
      (select a.stripe_id from stripe_accounts a where a.stripe_id = e.stripe_account_id and a.state = 'ready' and a.disconnected_at is null) as ready,
      (select a.stripe_id from stripe_accounts a where a.user_id = ${userId} and a.state = 'ready' and a.disconnected_at is null order by a.live desc limit 1) as own
      from events e where e.id = ${eventId}`,
  );
  if (row?.event) return { event: true, stripeId: row.ready };
  return { event: false, stripeId: row?.own ?? null };
}
