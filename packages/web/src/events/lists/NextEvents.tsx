import { listEvents } from '@folkmoot/contract/events/api.ts';
import { useQuery } from '@tanstack/react-query';
import { apiQuery, apiQueryKey } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { PlainLink } from '../../ui/layout/links.tsx';
import { SectionHeader } from '../../ui/layout/SectionHeader.tsx';
import { useEventLive } from '../page/useEventLive.ts';
import { EventRow } from './EventRow.tsx';
import css from './lists.module.css';

const SHOWN = 4;

/** On the start page: the next events that you attend or host, at most four. */
export function NextEvents() {
  const ask = (view: 'going' | 'hosting') => apiQuery(listEvents, { view, page: 1, limit: SHOWN });
  const [going, hosting] = [useQuery(ask('going')), useQuery(ask('hosting'))];
  useEventLive(() => void queryClient.invalidateQueries({ queryKey: apiQueryKey(listEvents) }));
  const late = Number.POSITIVE_INFINITY;
  const next = [...(going.data?.data ?? []), ...(hosting.data?.data ?? [])]
    .sort((one, other) => (one.start_epoc ?? late) - (other.start_epoc ?? late))
    .slice(0, SHOWN);
  const asked = going.isSuccess && hosting.isSuccess;
  return (
    <section className={css.section} aria-labelledby="next-events">
      <SectionHeader id="next-events" title="Your next events">
        <PlainLink to="/events">All events</PlainLink>
      </SectionHeader>
      {asked && next.length === 0 && <p className={`${css.card} ${css.none}`}>No events yet.</p>}
      <ul className={css.card} hidden={next.length === 0}>
        {next.map((event) => (
          <li key={event.id}>
            <EventRow event={event} small />
          </li>
        ))}
      </ul>
    </section>
  );
}
