import { formatMoney } from '@folkmoot/contract/core/money/money.ts';
import { writtenNumber } from '@folkmoot/contract/payments/papers-rules.ts';
import { vatIn } from '@folkmoot/contract/payments/vat-rules.ts';
import type { Db } from '../../core/db/db.ts';
import type { Order } from '../orders/orders-store.ts';
import { issueInvoice } from './papers-store.ts';

/** What an email says of what was paid. */
export type Receipt = { lines: string[]; invoice: string };

/**
 * An order has been paid: its invoice gets a number, in the transaction in which it becomes paid.
 *
 * @returns what the email to the buyer says about it.
 */
export async function receiptOf(tx: Db, order: Order, now: Date): Promise<Receipt> {
  const number = await issueInvoice(tx, order, now);
  const { currency, price, discount, code, total, vatRate } = order;
  const money = (amount: number) => formatMoney(amount, currency);
  const fee = total - price;
  const parts = [
    `${order.ticketName}: ${money(price + discount)}`,
    ...(discount > 0 ? [`Code ${code ?? ''}: ${money(-discount)}`] : []),
    ...(fee > 0 ? [`Platform fee: ${money(fee)}`] : []),
  ];
  return {
    lines: [
      ...(parts.length > 1 ? [...parts, `Total: ${money(total)}`] : parts),
      ...(vatRate === null ? [] : [`VAT included (${vatRate}%): ${money(vatIn(total, vatRate))}`]),
    ],
    invoice: number === undefined ? '' : writtenNumber('invoice', number),
  };
}
