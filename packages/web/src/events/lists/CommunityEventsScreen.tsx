import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCommunity } from '../../communities/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { SearchInput } from '../../ui/inputs/SearchInput.tsx';
import { LinkButton } from '../../ui/layout/links.tsx';
import { SidebarButton } from '../../ui/layout/SidebarButton.tsx';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import { CoverImage } from '../page/CoverImage.tsx';
import posters from '../page/cover-image.module.css';
import { useEventLive } from '../page/useEventLive.ts';
import { communityEventsQuery } from '../queries.ts';
import css from './lists.module.css';
import { Pages } from './Pages.tsx';

const route = getRouteApi('/frame/$alias/events');

/** A community's coming events, as far as the reader may see them. */
export function CommunityEventsScreen() {
  const community = useCommunity();
  const { search = '', page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const query = communityEventsQuery(community.id, { page, search });
  const events = useQuery({ ...query, placeholderData: keepPreviousData });
  useEventLive(() => void queryClient.invalidateQueries({ queryKey: query.queryKey }));
  usePageTitle('Events', community.name);
  const create = community.viewer?.permissions.includes('CREATE_EVENT') && (
    <LinkButton
      to="/events/create"
      search={{ serverId: community.id }}
      leftSection={<IconPlus size={17} aria-hidden />}
    >
      Create event
    </LinkButton>
  );
  return (
    <div className={css.scroll}>
      <div className={css.within}>
        <header className={css.headline}>
          <SidebarButton />
          <h1>Events</h1>
          {create}
        </header>
        <SearchInput
          className={css.search}
          variant="quiet"
          aria-label={`Search events of ${community.name}`}
          placeholder="Search events"
          value={search}
          onSearch={(text) => void navigate({ search: { search: text || undefined }, replace: true })}
        />
        {events.isPending && (
          <LoadingFallback label="Loading events">
            <div className={posters.grid}>
              {[0, 1, 2].map((index) => (
                <Skeleton key={index} h={270} radius="lg" />
              ))}
            </div>
          </LoadingFallback>
        )}
        {events.isError && <ErrorState error={events.error} again={events.refetch} />}
        {events.data?.count === 0 && (
          <EmptyState art="calendar" title={search ? `Nothing matches “${search}”` : 'No upcoming events'}>
            {search ? 'Try fewer letters.' : `Events of ${community.name} will appear here.`}
          </EmptyState>
        )}
        <ul className={posters.grid} aria-label="Events">
          {events.data?.data.map((event) => (
            <li key={event.id}>
              <CoverImage event={event} within />
            </li>
          ))}
        </ul>
        <Pages
          page={page}
          count={events.data?.count ?? 0}
          onPage={(next) => void navigate({ search: (now) => ({ ...now, page: next }) })}
        />
      </div>
    </div>
  );
}
