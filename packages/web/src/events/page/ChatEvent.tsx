import { getEvent } from '@folkmoot/contract/events/api.ts';
import { addressOf } from '@folkmoot/contract/events/facts-rules.ts';
import { IconCalendarEvent } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../core/queries.ts';
import { DateTile } from '../../ui/identity/DateTile.tsx';
import { IconLink } from '../../ui/layout/IconLink.tsx';
import { PlainLink } from '../../ui/layout/links.tsx';
import css from '../lists/next-up.module.css';
import { shortWhenOf } from '../times/event-times.ts';

const useEventOf = (eventId: string) => useQuery(apiQuery(getEvent, { eventId, token: undefined })).data;

/** In the panel of an event's chat: the event, with the way back to its page. */
export function ChatEvent({ eventId }: { eventId: string }) {
  const event = useEventOf(eventId);
  if (!event) return null;
  const where = addressOf(event);
  return (
    <PlainLink to="/$alias" params={{ alias: event.alias }} className={css.card} data-tint={event.tint}>
      <DateTile start_epoc={event.start_epoc} time_zone={event.time_zone} tbdDate={event.tbdDate} small />
      <span className={css.words}>
        <b dir="auto">{event.name}</b>
        <small dir="auto">
          {[event.status === 'cancelled' ? 'Cancelled' : shortWhenOf(event), where].filter(Boolean).join(' · ')}
        </small>
      </span>
    </PlainLink>
  );
}

/** In the bar of an event's chat: the way back to the event's page. */
export function ChatEventLink({ eventId }: { eventId: string }) {
  const event = useEventOf(eventId);
  if (!event) return null;
  return (
    <IconLink label={`Open the event ${event.name}`} to="/$alias" params={{ alias: event.alias }}>
      <IconCalendarEvent size={20} />
    </IconLink>
  );
}
