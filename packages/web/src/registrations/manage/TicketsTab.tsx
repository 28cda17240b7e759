import type { EventView } from '@folkmoot/contract/events/schema.ts';
import { CodesSection } from '../../codes/CodesSection.tsx';
import { OrdersSection } from '../../tickets/orders/OrdersSection.tsx';
import { AccountCard } from '../../tickets/selling/AccountCard.tsx';
import { TicketsEditor } from '../../tickets/TicketsEditor.tsx';
import css from './manage.module.css';

/** What an event sells: the account that is paid, its tickets, and what was bought. */
export function TicketsTab({ event }: { event: EventView }) {
  if (event.type === 'external')
    return (
      <div className={css.narrow}>
        <p>People get tickets on this event’s own site.</p>
      </div>
    );
  return (
    <div className={css.narrow} data-wide>
      <AccountCard event={event} />
      <TicketsEditor event={event} />
      <CodesSection event={event} />
      <OrdersSection event={event} />
    </div>
  );
}
