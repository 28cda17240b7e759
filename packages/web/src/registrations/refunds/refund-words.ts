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
