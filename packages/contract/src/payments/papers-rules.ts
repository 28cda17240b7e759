import type { PaperKind } from './papers-schema.ts';

const SERIES: Record<PaperKind, string> = { invoice: 'INV', credit_note: 'CN' };

/** The number of a paper as it is written: `INV-00012`. */
export function writtenNumber(kind: PaperKind, number: number): string {
  return `${SERIES[kind]}-${String(number).padStart(5, '0')}`;
}

/** Where a paper is downloaded, without a token. */
export function paperPath(orderId: string, refundId: string | null): string {
  const order = `/payments/api/v1/orders/${orderId}`;
  return refundId === null ? `${order}/invoice` : `${order}/credit-notes/${refundId}`;
}
