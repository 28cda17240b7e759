import { formatMoney } from '@folkmoot/contract/core/money/money.ts';
import { writtenNumber } from '@folkmoot/contract/payments/papers-rules.ts';
import { vatIn } from '@folkmoot/contract/payments/vat-rules.ts';
import type { Db } from '../../core/db/db.ts';
import { findOrderOf, type Order } from '../orders/orders-store.ts';
import { findInvoiceNumber, issueInvoices } from './papers-store.ts';

/** What an email says of what was paid. */
export type Receipt = { lines: string[]; invoice: string };

/**
 * Orders have been paid: their invoices get numbers, in the transaction in which they become paid.
 *
 * @returns what the emails to the buyers say about them, by order.
 */
export async function receiptsOf(tx: Db, orders: readonly Order[], now: Date): Promise<ReadonlyMap<string, Receipt>> {
  const numbers = await issueInvoices(tx, orders, now);
  return new Map(
    orders.map((order) => {
      const number = numbers.get(order.id);
      return [
        order.id,
        { lines: linesOf(order), invoice: number === undefined ? '' : writtenNumber('invoice', number) },
      ];
    }),
  );
}

/** What the email to a buyer says again of what they have paid for a place; undefined if they have paid nothing. */
export async function receiptAgain(
  tx: Db,
  place: { eventId: string; id: string },
): Promise<{ sum: string; order: string; receipt: Receipt } | undefined> {
  const order = await findOrderOf(tx, place.eventId, place.id, 'paid');
  if (!order) return undefined;
  const number = await findInvoiceNumber(tx, order.id);
  const receipt = { lines: linesOf(order), invoice: number === null ? '' : writtenNumber('invoice', number) };
  return { sum: formatMoney(order.total, order.currency), order: order.id, receipt };
}

/** What was paid for, a line for each part. */
function linesOf({ ticketName, currency, price, discount, code, total, vatRate }: Order): string[] {
  const money = (amount: number) => formatMoney(amount, currency);
  const fee = total - price;
  const parts = [
    `${ticketName}: ${money(price + discount)}`,
    ...(discount > 0 ? [`Code ${code ?? ''}: ${money(-discount)}`] : []),
    ...(fee > 0 ? [`Platform fee: ${money(fee)}`] : []),
  ];
  return [
    ...(parts.length > 1 ? [...parts, `Total: ${money(total)}`] : parts),
    ...(vatRate === null ? [] : [`VAT included (${vatRate}%): ${money(vatIn(total, vatRate))}`]),
  ];
}
