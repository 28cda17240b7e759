import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useSearchLocation } from '../../places/useSearchLocation.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { SearchInput } from '../../ui/inputs/SearchInput.tsx';
import { DiscoverTabs } from '../../ui/layout/DiscoverTabs.tsx';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import { CoverImage } from '../page/CoverImage.tsx';
import posters from '../page/cover-image.module.css';
import { upcomingQuery } from '../queries.ts';
import { LocationFilter } from './LocationFilter.tsx';
import css from './lists.module.css';
import { Pages } from './Pages.tsx';

const route = getRouteApi('/frame/events/discover');

/** Upcoming events that anybody may see, everywhere or within some miles of a place. */
export function DiscoverEventsScreen() {
  const { search = '', page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const [near] = useSearchLocation();
  const found = useQuery({ ...upcomingQuery(near, { page, search }), placeholderData: keepPreviousData });
  usePageTitle('Discover events');
  return (
    <div className={css.scroll}>
      <div className={css.wide}>
        <DiscoverTabs on="events" />
        <h1 className={css.title}>What’s on</h1>
        <div className={css.tools}>
          <SearchInput
            className={css.search}
            variant="quiet"
            size="md"
            aria-label="Search events"
            placeholder="Search events"
            value={search}
            onSearch={(text) => void navigate({ search: { search: text || undefined }, replace: true })}
          />
          <LocationFilter
            onChanged={() => void navigate({ search: (now) => ({ search: now.search }), replace: true })}
          />
        </div>
        {found.isPending && (
          <LoadingFallback label="Loading events">
            <div className={posters.grid}>
              {[0, 1, 2].map((index) => (
                <Skeleton key={index} h={270} radius="lg" />
              ))}
            </div>
          </LoadingFallback>
        )}
        {found.isError && <ErrorState error={found.error} again={found.refetch} />}
        {found.data?.count === 0 && (
          <EmptyState art="calendar" title={search ? `Nothing matches “${search}”` : 'No upcoming events'}>
            {near ? 'Try a wider area, or search everywhere.' : 'Check back later.'}
          </EmptyState>
        )}
        <ul className={posters.grid} aria-label="Events">
          {found.data?.data.map((event, at) => (
            <li key={event.id}>
              <CoverImage event={event} first={at === 0} />
            </li>
          ))}
        </ul>
        <Pages
          page={page}
          count={found.data?.count ?? 0}
          onPage={(next) => void navigate({ search: (now) => ({ ...now, page: next }) })}
        />
      </div>
    </div>
  );
}
