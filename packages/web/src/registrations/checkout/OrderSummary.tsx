import { formatMoney } from '@folkmoot/contract/core/money/money.ts';
import { whereOf } from '@folkmoot/contract/events/facts-rules.ts';
import type { EventView } from '@folkmoot/contract/events/schema.ts';
import type { IntentView } from '@folkmoot/contract/registrations/payment-api.ts';
import { IconReceiptRefund } from '@tabler/icons-react';
import { NO_COVER } from '../../events/page/no-cover.ts';
import { whenOf } from '../../events/times/event-times.ts';
import { LoadingFallback, Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { refundWords } from '../refunds/refund-words.ts';
import css from './checkout.module.css';

/** What is bought, in the colour of its event. */
export function OrderSummary({ event, intent }: { event: EventView; intent: IntentView | undefined }) {
  const { day, time } = whenOf(event);
  const where = whereOf(event);
  return (
    <aside className={css.order} aria-labelledby="order">
      <h2 id="order" className={css.yours}>
        Your order
      </h2>
      <img className={css.cover} src={event.image_map['500*250'] ?? event.cover ?? NO_COVER} alt="" />
      <div>
        <h3 className={css.name} dir="auto">
          {event.name}
        </h3>
        <p className={css.when}>{time === '' ? day : `${day}, ${time}`}</p>
        {where !== '' && (
          <p className={css.when} dir="auto">
            {where}
          </p>
        )}
      </div>
      {intent ? (
        <Lines event={event} intent={intent} />
      ) : (
        <LoadingFallback label="Loading your order">
          <div className={css.bones}>
            <Skeleton h={18} />
            <Skeleton h={28} />
          </div>
        </LoadingFallback>
      )}
    </aside>
  );
}

function Lines({ event, intent }: { event: EventView; intent: IntentView }) {
  const { amount, price, currency, fee_percent } = intent;
  const words = refundWords(intent, event, Math.floor(Date.now() / 1000), true);
  return (
    <>
      <dl className={css.lines}>
        <div>
          <dt dir="auto">{intent.ticket_name}</dt>
          <dd>{formatMoney(price, currency)}</dd>
        </div>
        {amount > price && (
          <div className={css.fee}>
            <dt>Platform fee, {fee_percent}%</dt>
            <dd>{formatMoney(amount - price, currency)}</dd>
          </div>
        )}
        <div className={css.total}>
          <dt>Total</dt>
          <dd>{formatMoney(amount, currency)}</dd>
        </div>
      </dl>
      <p className={css.refund}>
        <IconReceiptRefund size={18} aria-hidden />
        <span>
          {words} {words.startsWith('Full') ? 'After that you can pass the ticket on.' : 'You can pass it on.'}
        </span>
      </p>
    </>
  );
}
