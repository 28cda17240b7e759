import { sql } from 'kysely';
import { allRows, type Db, firstRow } from '../../core/db/db.ts';
import { newId } from '../../core/id.ts';
import type { LedgerRow } from '../orders/orders-store.ts';
import type { Movement } from './movements-actions.ts';

/** How far an account has been looked through, and the round that is under way. */
export type Round = {
  account: string;
  what: 'events' | 'ledger';
  live: boolean;
  markAt: Date;
  untilAt: Date | null;
  afterId: string | null;
  isListed: boolean;
};

/** Accounts through which something was sold are looked through from then on; with them the operator's own. */
export async function addRounds(
  db: Db,
  { live, events, ledger }: { live: boolean; events: Date; ledger: Date },
): Promise<void> {
  await sql`insert into reconciliations (account, what, live, mark_at, due_at)
    select a.account, w.what, ${live}, a.since, w.due_at
    from (select stripe_id as account, created_at as since from stripe_accounts a
        where live = ${live} and stripe_id is not null and exists (select from orders o where o.account_id = a.id)
      union all select '', min(created_at) from stripe_accounts where live = ${live} having count(*) > 0) a
    cross join (values ('events', ${events}::timestamptz), ('ledger', ${ledger}::timestamptz)) w (what, due_at)
    where not (a.account = '' and w.what = 'events') on conflict do nothing`.execute(db);
}

/** Rounds that are due. Other processes take others. Events are not read of accounts that have sold nothing for half a year. */
export async function takeRounds(db: Db, live: boolean, most: number, now: Date, next: Date): Promise<Round[]> {
  const old = new Date(now.getTime() - 180 * 86_400_000);
  return allRows(
    db,
    sql<Round>`with due as materialized (
        select account, what from reconciliations r where due_at <= ${now} and live = ${live} and (what = 'ledger' or until_at is not null or exists (
            select from orders o join stripe_accounts a on a.id = o.account_id where a.stripe_id = r.account and (o.created_at > ${old} or o.state = 'open')))
        order by due_at, account limit ${most}::int for update skip locked)
      update reconciliations r set due_at = ${next} from due where r.account = due.account and r.what = due.what and r.live = ${live}
      returning r.account, r.what, r.live, r.mark_at as "markAt", r.until_at as "untilAt", r.after_id as "afterId", r.is_listed as "isListed"`,
  );
}

/** Writes down how far a round has come. */
export async function setRound(
  db: Db,
  { account, what, live }: Pick<Round, 'account' | 'what' | 'live'>,
  { markAt, untilAt, afterId, isListed, dueAt }: Omit<Round, 'account' | 'what' | 'live'> & { dueAt: Date },
): Promise<void> {
  await sql`update reconciliations set mark_at = ${markAt}, until_at = ${untilAt}, after_id = ${afterId}, is_listed = ${isListed}, due_at = ${dueAt}
    where account = ${account} and what = ${what} and live = ${live}`.execute(db);
}

/** A round could not go on, and begins at this page again. @param afterId the last object that was read; null to list it from its beginning. */
export async function postponeRound(
  db: Db,
  { account, what, live, afterId }: Pick<Round, 'account' | 'what' | 'live' | 'afterId'>,
  until: Date,
): Promise<void> {
  await sql`update reconciliations set due_at = ${until}, after_id = ${afterId} where account = ${account} and what = ${what} and live = ${live}`.execute(
    db,
  );
}

/** Where the ledger and Stripe differ. */
export type Difference = {
  account: string;
  what: 'not_in_ledger' | 'not_at_stripe' | 'amount';
  kind: LedgerRow['kind'];
  stripeId: string;
  transactionId: string | null;
  ours: number | null;
  theirs: number | null;
  currency: string;
};

/** A row that a movement is to have in the ledger, beside what the ledger has. */
type Compared = {
  kind: LedgerRow['kind'];
  stripeId: string;
  amount: number;
  currency: string;
  transactionId: string;
  isOurs: boolean;
  ledgerId: string | null;
  ledgerAmount: number | null;
  ledgerCurrency: string | null;
};

/** The largest amount that the ledger holds: hosts take larger ones without us. */
const LARGEST = 2_147_483_647;

/** Looks up what the ledger has of movements, and whether they are of our payments. */
export async function compareMovements(db: Db, movements: readonly Movement[]): Promise<Compared[]> {
  const given = movements
    .flatMap(({ id, rows, of }) => rows.map((row) => ({ ...of, ...row, transactionId: id })))
    .filter(({ amount }) => Math.abs(amount) <= LARGEST);
  if (given.length === 0) return [];
  return allRows(
    db,
    sql<Compared>`select g.kind, g."stripeId", g.amount, g.currency, g."transactionId", l.id as "ledgerId", l.amount as "ledgerAmount", l.currency as "ledgerCurrency",
        l.id is not null or g."paymentId" is not null or exists (select from payments p where p.intent_id = g."intentId")
          or exists (select from ledger c where c.kind = 'charge' and c.stripe_id = g."chargeId")
          or exists (select from ledger f where f.kind = 'fee' and f.stripe_id = g."feeId") as "isOurs"
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) g(kind text, "stripeId" text, amount int, currency text, "transactionId" text,
        "intentId" text, "paymentId" text, "chargeId" text, "feeId" text)
      left join ledger l on l.kind = g.kind and l.stripe_id = g."stripeId"`,
  );
}

/** These rows of the ledger are at Stripe too. */
export async function checkRows(
  db: Db,
  checks: readonly { ledgerId: string; transactionId: string }[],
  now: Date,
): Promise<void> {
  if (checks.length === 0) return;
  await sql`insert into ledger_checks (ledger_id, transaction_id, checked_at) select c."ledgerId", c."transactionId", ${now}
    from jsonb_to_recordset(${JSON.stringify(checks)}::jsonb) c("ledgerId" uuid, "transactionId" text) on conflict do nothing`.execute(
    db,
  );
}

export type LedgerKey = Pick<LedgerRow, 'kind' | 'stripeId' | 'amount'> & { id: string; currency: string };

/** Rows of the ledger that nothing at Stripe was found for yet, and that are not known as a difference. */
export async function listUnchecked(
  db: Db,
  { account, live, until, most }: { account: string; live: boolean; until: Date; most: number },
): Promise<LedgerKey[]> {
  const operator = sql`l.kind in ('fee', 'fee_refund')`;
  return allRows(
    db,
    sql<LedgerKey>`select l.id, l.kind, l.stripe_id as "stripeId", l.amount, l.currency from ledger l
      where ${account === '' ? sql`${operator} and exists (select from stripe_accounts a where a.stripe_id = l.account and a.live = ${live})` : sql`l.account = ${account} and not ${operator}`}
        and l.at <= ${until} and not exists (select from ledger_checks c where c.ledger_id = l.id)
        and not exists (select from ledger_differences d where d.kind = l.kind and d.stripe_id = l.stripe_id and d.resolved_at is null)
      order by l.at, l.id limit ${most}`,
  );
}

/** Writes differences down, each once. One that comes again after it was resolved is a new one. @returns those that are new. */
export async function insertDifferences(db: Db, differences: readonly Difference[], now: Date): Promise<Difference[]> {
  if (differences.length === 0) return [];
  const given = differences.map((one) => ({ ...one, id: newId() }));
  return allRows(
    db,
    sql<Difference>`insert into ledger_differences as d (id, account, what, kind, stripe_id, transaction_id, ours, theirs, currency, found_at, looked_at)
      select g.id, g.account, g.what, g.kind, g."stripeId", g."transactionId", g.ours, g.theirs, g.currency, ${now}, ${now}
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) g(id uuid, account text, what text, kind text, "stripeId" text, "transactionId" text, ours int, theirs int, currency text)
      on conflict (kind, stripe_id) do update set what = excluded.what, transaction_id = excluded.transaction_id, ours = excluded.ours, theirs = excluded.theirs,
        found_at = excluded.found_at, looked_at = excluded.looked_at, mailed_at = null, resolved_at = null where d.resolved_at is not null
      returning account, what, kind, stripe_id as "stripeId", transaction_id as "transactionId", ours, theirs, currency`,
  );
}

/** Differences of an account that are open, longest not looked at first. */
export async function listOpenDifferences(
  db: Db,
  account: string,
  { since, most }: { since: Date; most: number },
): Promise<Difference[]> {
  return allRows(
    db,
    sql<Difference>`select account, what, kind, stripe_id as "stripeId", transaction_id as "transactionId", ours, theirs, currency
      from ledger_differences where account = ${account} and resolved_at is null and looked_at < ${since} order by looked_at, id limit ${most}`,
  );
}

/** An open difference was looked at again, and is one no longer or still is. */
export async function setLooked(
  db: Db,
  { kind, stripeId }: Pick<Difference, 'kind' | 'stripeId'>,
  isResolved: boolean,
  now: Date,
): Promise<void> {
  await sql`update ledger_differences set looked_at = ${now}, resolved_at = ${isResolved ? now : null}::timestamptz
    where kind = ${kind} and stripe_id = ${stripeId} and resolved_at is null`.execute(db);
}

/** Open differences of which the owner has not been told; they count as told from now on. */
export async function takeUntold(db: Db, now: Date): Promise<Difference[]> {
  return allRows(
    db,
    sql<Difference>`update ledger_differences set mailed_at = ${now} where mailed_at is null and resolved_at is null
      returning account, what, kind, stripe_id as "stripeId", transaction_id as "transactionId", ours, theirs, currency`,
  );
}

/** How many differences are open. */
export async function countDifferences(db: Db): Promise<number> {
  const row = await firstRow(
    db,
    sql<{ n: number }>`select count(*)::int as n from ledger_differences where resolved_at is null`,
  );
  return row?.n ?? 0;
}

/** The address of the person who owns this installation. */
export async function findOwnerAddress(db: Db): Promise<string | undefined> {
  const row = await firstRow(
    db,
    sql<{ email: string }>`select u.email from installation i join users u on u.id = i.owner_id`,
  );
  return row?.email;
}
