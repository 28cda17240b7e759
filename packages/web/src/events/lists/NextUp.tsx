import type { EventCard } from '@folkmoot/contract/events/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../../core/query-client.ts';
import { DateTile } from '../../ui/identity/DateTile.tsx';
import { PlainLink } from '../../ui/layout/links.tsx';
import { useEventLive } from '../page/useEventLive.ts';
import { comingQuery } from '../queries.ts';
import { shortWhenOf } from '../times/event-times.ts';
import css from './next-up.module.css';

/** A community's coming events: how many there are, and the next one. */
function useComing(serverId: string): { count: number; next: EventCard | undefined } {
  const query = comingQuery(serverId);
  const coming = useQuery(query).data;
  useEventLive(() => void queryClient.invalidateQueries({ queryKey: query.queryKey }));
  return { count: coming?.count ?? 0, next: coming?.data[0] };
}

/** How many events are coming up in a community, beside the link to them. */
export function ComingCount({ serverId }: { serverId: string }) {
  const { count } = useComing(serverId);
  return count > 0 && count.toLocaleString();
}

/** At the end of a community's sidebar: its next event. Renders nothing if none is planned. */
export function NextUp({ serverId }: { serverId: string }) {
  const { next: event } = useComing(serverId);
  if (!event) return null;
  return (
    <PlainLink to="/$alias" params={{ alias: event.alias }} className={css.card} data-tint={event.tint}>
      <DateTile start_epoc={event.start_epoc} time_zone={event.time_zone} tbdDate={event.tbdDate} small />
      <span className={css.words}>
        <small>Next up, {shortWhenOf(event)}</small>
        <b dir="auto">{event.name}</b>
      </span>
    </PlainLink>
  );
}

/** In the panel of a channel: the next event of its community. Renders nothing if none is planned. */
export function NextEvent({ serverId, alias }: { serverId: string; alias: string }) {
  const { next } = useComing(serverId);
  if (!next) return null;
  const hosts = next.viewer.role === 'host' && next.viewer.status !== 'not_going';
  const own = hosts ? 'You are hosting' : next.viewer.status === 'going' ? 'You are going' : '';
  return (
    <section className={css.section} aria-labelledby="next-event">
      <div className={css.head}>
        <h3 id="next-event">Next event</h3>
        <PlainLink to="/$alias/events" params={{ alias }}>
          All events
        </PlainLink>
      </div>
      <PlainLink to="/$alias" params={{ alias: next.alias }} className={css.card} data-tint={next.tint}>
        <DateTile start_epoc={next.start_epoc} time_zone={next.time_zone} tbdDate={next.tbdDate} small />
        <span className={css.words}>
          <b dir="auto">{next.name}</b>
          <small dir="auto">{[shortWhenOf(next), next.where, own].filter((part) => part !== '').join(' · ')}</small>
        </span>
      </PlainLink>
    </section>
  );
}
