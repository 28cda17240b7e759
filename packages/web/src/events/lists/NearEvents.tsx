import { useQuery } from '@tanstack/react-query';
import { useSearchLocation } from '../../places/useSearchLocation.ts';
import { PlainLink } from '../../ui/layout/links.tsx';
import { SectionHeader } from '../../ui/layout/SectionHeader.tsx';
import { CoverImage } from '../page/CoverImage.tsx';
import posters from '../page/cover-image.module.css';
import { upcomingQuery } from '../queries.ts';
import { LocationFilter } from './LocationFilter.tsx';
import css from './lists.module.css';

const SHOWN = 3;

/** On the start page: a few upcoming events near the chosen location. Renders nothing if there are none anywhere. */
export function NearEvents() {
  const [near] = useSearchLocation();
  const found = useQuery(upcomingQuery(near, { page: 1, search: '', limit: SHOWN }));
  const events = found.data?.data ?? [];
  if (events.length === 0 && !near) return null;
  return (
    <section className={css.section} aria-labelledby="near-events">
      <SectionHeader id="near-events" title={near ? `Happening near ${near.locality || 'you'}` : 'Happening soon'}>
        <PlainLink to="/events/discover">Discover events</PlainLink>
      </SectionHeader>
      <div className={css.tools}>
        <LocationFilter />
      </div>
      {found.data?.count === 0 && <p className={css.lead}>No events within this distance.</p>}
      <ul className={posters.grid}>
        {events.map((event) => (
          <li key={event.id}>
            <CoverImage event={event} />
          </li>
        ))}
      </ul>
    </section>
  );
}
