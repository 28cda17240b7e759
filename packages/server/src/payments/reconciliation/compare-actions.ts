import { runCommand } from '../../core/command.ts';
import type { Db } from '../../core/db/db.ts';
import type { Settling } from '../orders/settle-actions.ts';
import { concernsUs, DELIVERIES_QUEUE, objectOf } from '../webhooks/jobs.ts';
import { insertDelivery } from '../webhooks/webhooks-store.ts';
import type { Movement } from './movements-actions.ts';
import * as store from './reconciliation-store.ts';

/** Rows of the ledger, and open differences, that are looked up one by one in a turn. */
const LOOKED_UP = 50;

/** Puts events that were not delivered into the queue of those that were. */
export async function takeUpEvents(
  parts: Settling,
  account: string,
  events: readonly { id: string; type: string; object: string }[],
): Promise<void> {
  const missed = events.filter(({ type }) => concernsUs(type));
  if (missed.length === 0) return;
  await runCommand(parts.db, parts.services, true, async (command) => {
    let count = 0;
    // Stripe lists the newest first.
    for (const event of missed.toReversed()) {
      const object = objectOf({ ...event, account });
      count += Number(await insertDelivery(command.tx, { ...event, account, object }, command.now));
    }
    if (count === 0) return;
    parts.log.warn({ account, count }, 'events of Stripe had not been delivered');
    command.wake(DELIVERIES_QUEUE);
  });
}

/**
 * Compares what has moved on an account with the ledger: what is in both is checked off, anything else is a difference.
 *
 * @param account the operator's own if it is empty.
 */
export async function compare(parts: Settling, account: string, movements: readonly Movement[]): Promise<void> {
  await runCommand(parts.db, parts.services, true, async (command) => {
    const { tx, now } = command;
    const compared = await store.compareMovements(tx, movements);
    const differences: store.Difference[] = [];
    const checks: { ledgerId: string; transactionId: string }[] = [];
    for (const one of compared) {
      const { ledgerId, transactionId, kind, stripeId, currency, amount } = one;
      const found = { account, kind, stripeId, transactionId, currency, ours: one.ledgerAmount, theirs: amount };
      if (ledgerId === null) {
        if (one.isOurs) differences.push({ ...found, what: 'not_in_ledger' });
        continue;
      }
      checks.push({ ledgerId, transactionId });
      // What was exchanged is the same sum in another currency.
      if (one.ledgerCurrency === currency && one.ledgerAmount !== amount)
        differences.push({ ...found, what: 'amount' });
    }
    await store.checkRows(tx, checks, now);
    const lacking = new Set(differences.filter(({ what }) => what === 'not_in_ledger').map((one) => one.transactionId));
    // The ledger may get what it lacks by reading it again.
    for (const { id, told } of movements)
      if (told && lacking.has(id) && (await insertDelivery(tx, { id: `compared_${id}`, account, ...told }, now)))
        command.wake(DELIVERIES_QUEUE);
    await note(parts, tx, differences, now);
  });
}

/**
 * Looks up rows of the ledger for which no movement was listed, and what differed before.
 *
 * @returns whether there may be more.
 */
export async function lookUp(parts: Settling & { live: boolean }, account: string, until: Date): Promise<boolean> {
  const { db, services, stripe, live } = parts;
  const rows = await store.listUnchecked(db, { account, live, until, most: LOOKED_UP });
  for (const { id, kind, stripeId, amount, currency } of rows) {
    const movement = await findMovement(parts, account, { kind, stripeId });
    await runCommand(db, services, true, async ({ tx, now }) => {
      if (movement) return store.checkRows(tx, [{ ledgerId: id, transactionId: movement.id }], now);
      const lacking = { account, kind, stripeId, currency, transactionId: null, ours: amount, theirs: null };
      await note(parts, tx, [{ ...lacking, what: 'not_at_stripe' }], now);
    });
  }
  const open = await store.listOpenDifferences(db, account, { since: until, most: LOOKED_UP });
  for (const one of open) {
    const isResolved = await isOver(parts, stripe, one);
    if (isResolved) parts.log.warn({ account, kind: one.kind, id: one.stripeId }, 'ledger and Stripe agree again');
    await store.setLooked(db, one, isResolved, services.clock.now());
  }
  return rows.length === LOOKED_UP || open.length === LOOKED_UP;
}

type Key = Pick<store.Difference, 'kind' | 'stripeId'>;

async function findMovement(
  { stripe }: Pick<Settling, 'stripe'>,
  account: string,
  key: Key,
): Promise<Movement | undefined> {
  const found = await stripe.findMovements(account, key);
  return found.find(({ rows }) => rows.some(({ kind, stripeId }) => kind === key.kind && stripeId === key.stripeId));
}

/** Whether ledger and Stripe agree by now about what differed. */
async function isOver(
  { db }: Settling,
  stripe: Settling['stripe'],
  { account, kind, stripeId }: store.Difference,
): Promise<boolean> {
  const movement = await findMovement({ stripe }, account, { kind, stripeId });
  if (!movement) return false;
  const [row] = (await store.compareMovements(db, [movement])).filter((one) => one.kind === kind);
  if (!row || row.ledgerId === null) return false;
  return row.ledgerCurrency !== row.currency || row.ledgerAmount === row.amount;
}

async function note(parts: Settling, tx: Db, differences: readonly store.Difference[], now: Date): Promise<void> {
  for (const one of await store.insertDifferences(tx, differences, now))
    parts.log.error({ difference: one }, 'ledger and Stripe differ');
}
