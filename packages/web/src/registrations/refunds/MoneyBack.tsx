import { formatMoney } from '@folkmoot/contract/core/money/money.ts';
import type { EventViewer } from '@folkmoot/contract/events/schema.ts';
import css from '../register/registration-card.module.css';

type Refund = NonNullable<EventViewer['refund']>;

/** What has become of the money for a place that the reader no longer has. Loaded for them alone. */
export function MoneyBack({ refund }: { refund: Refund }) {
  return <p className={css.note}>{backWords(refund)}</p>;
}

function backWords({ amount, currency, state }: Refund): string {
  const sum = formatMoney(amount, currency);
  if (state === 'back') return `${sum} went back to you, the way you paid. It usually arrives within ten days.`;
  if (state === 'underway') return `${sum} is on its way back to you, the way you paid.`;
  return `${sum} has not gone back to you: your bank or card did not take it. The hosts have been told, and can try again.`;
}
