import { formatMoney } from '@folkmoot/contract/core/money/money.ts';
import type { EventViewer } from '@folkmoot/contract/events/schema.ts';
import { refundableUntil } from '@folkmoot/contract/payments/refund-rules.ts';
import { dayOf, momentOf } from '../../events/times/event-times.ts';

type Sold = { is_refundable: boolean; refund_seconds: number };
type Dated = { start_epoc: number | null; tbdDate: boolean; time_zone: string };

/**
 * A ticket's policy in plain words: `Full refund until Saturday 13 June.`
 *
 * @param now Unix seconds.
 * @param exactly with the time of day.
 */
export function refundWords(sold: Sold, event: Dated, now: number, exactly = false): string {
  const starts = event.tbdDate ? null : event.start_epoc;
  const until = refundableUntil({ ...sold, starts }, starts);
  if (until === null) return 'This ticket is not refundable.';
  if (until === Number.POSITIVE_INFINITY) return 'Full refund until the date is announced, and for some time after.';
  if (until < now) return 'Refunds have ended.';
  return `Full refund until ${exactly ? momentOf(until, event.time_zone) : dayOf(until, event.time_zone)}.`;
}

/** What has become of the money for a place that somebody no longer has. */
export function backWords({ amount, currency, state }: NonNullable<EventViewer['refund']>): string {
  const sum = formatMoney(amount, currency);
  if (state === 'back') return `${sum} went back to you, the way you paid. It usually arrives within ten days.`;
  if (state === 'underway') return `${sum} is on its way back to you, the way you paid.`;
  return `${sum} has not gone back to you: your bank or card did not take it. The hosts have been told, and can try again.`;
}
