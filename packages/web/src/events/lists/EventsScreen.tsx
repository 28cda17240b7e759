import { listEvents } from '@folkmoot/contract/events/api.ts';
import type { EventListView } from '@folkmoot/contract/events/schema.ts';
import { IconCalendarWeek, IconCompass, IconPlus, IconTicket, IconUsersGroup } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { apiQuery, apiQueryKey } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { UnreadBadge } from '../../ui/identity/UnreadBadge.tsx';
import { SearchInput } from '../../ui/inputs/SearchInput.tsx';
import { LinkButton, PlainLink } from '../../ui/layout/links.tsx';
import { TabNav, tabClass, tabOn } from '../../ui/layout/Nav.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import { Attention } from '../hosts/Attention.tsx';
import { Answer } from '../hosts/Invitation.tsx';
import { answersDue, useAttention } from '../hosts/useAttention.ts';
import { useEventLive } from '../page/useEventLive.ts';
import { EventRow } from './EventRow.tsx';
import css from './lists.module.css';
import { Pages } from './Pages.tsx';

const route = getRouteApi('/frame/events');

/** Addresses of other screens, which this slice must not import. */
const CREATE: string = '/events/create';
const CALENDARS: string = '/calendars';
const TICKETS: string = '/tickets';
const GROUPS: string = '/groups';

const TABS: Record<EventListView, string> = {
  going: 'Going',
  hosting: 'Hosting',
  requested: 'Requested',
  invitations: 'Invitations',
  past: 'Past',
  drafts: 'Drafts',
};

/** What the number next to a tab counts. */
const DUE: Partial<Record<EventListView, string>> = { hosting: 'request', invitations: 'invitation' };

const EMPTY: Record<EventListView, { title: string; text: string; creates: boolean }> = {
  going: { title: 'No events yet', text: 'Events you are going to will appear here.', creates: false },
  hosting: { title: 'You are not hosting anything', text: 'Bring people together: start an event.', creates: true },
  requested: {
    title: 'No requests',
    text: 'Your requests and waiting lists will appear here.',
    creates: false,
  },
  invitations: {
    title: 'No invitations',
    text: 'Invitations to host or attend events will appear here.',
    creates: false,
  },
  past: { title: 'No past events yet', text: 'Events you have been to will appear here.', creates: false },
  drafts: { title: 'No drafts', text: 'An event stays a draft until you publish it.', creates: true },
};

/** Your own events, by your part in them; tab, page and search are in the address bar. */
export function EventsScreen() {
  const { tab = 'going', page = 1, search = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const events = useQuery({
    ...apiQuery(listEvents, { view: tab, page, search }),
    placeholderData: (before, query) =>
      (query?.queryKey[1] as { view?: string } | undefined)?.view === tab ? keepPreviousData(before) : undefined,
  });
  const refresh = () => void queryClient.invalidateQueries({ queryKey: apiQueryKey(listEvents) });
  useEventLive(refresh);
  usePageTitle('Events', TABS[tab]);
  const { title, text, creates } = EMPTY[tab];
  const waiting = useAttention();
  const due: Partial<Record<EventListView, number>> = {
    hosting: answersDue({ ...waiting, invitations: 0 }),
    invitations: waiting.invitations,
  };
  return (
    <>
      <PageHeader title="Events">
        <LinkButton to={TICKETS} variant="default" leftSection={<IconTicket size={17} aria-hidden />}>
          Tickets
        </LinkButton>
        <LinkButton to={CALENDARS} variant="default" leftSection={<IconCalendarWeek size={17} aria-hidden />}>
          Calendars
        </LinkButton>
        <LinkButton to="/events/discover" variant="default" leftSection={<IconCompass size={17} aria-hidden />}>
          Discover
        </LinkButton>
        <LinkButton to={CREATE} leftSection={<IconPlus size={17} aria-hidden />}>
          Create event
        </LinkButton>
      </PageHeader>
      <TabNav label="Events">
        {(Object.keys(TABS) as EventListView[]).map((view) => (
          <PlainLink
            key={view}
            to="/events"
            search={view === 'going' ? {} : { tab: view }}
            activeOptions={{ exact: true }}
            className={tabClass}
            {...(view === tab ? tabOn : {})}
          >
            {TABS[view]}
            {due[view] !== undefined && due[view] > 0 && <UnreadBadge count={due[view]} label={DUE[view] ?? ''} />}
          </PlainLink>
        ))}
      </TabNav>
      <div className={css.scroll}>
        <div className={css.list}>
          <SearchInput
            key={tab}
            className={css.search}
            variant="quiet"
            aria-label="Search my events"
            placeholder="Search my events"
            value={search}
            onSearch={(text) =>
              void navigate({ search: (now) => ({ tab: now.tab, search: text || undefined }), replace: true })
            }
          />
          {tab === 'hosting' && page === 1 && search === '' && (
            <>
              <Attention />
              <LinkButton to={GROUPS} variant="subtle" leftSection={<IconUsersGroup size={17} aria-hidden />}>
                Groups of people you invite
              </LinkButton>
            </>
          )}
          {events.isPending && (
            <LoadingFallback label="Loading events">
              <SkeletonRows rows={5} size={42} />
            </LoadingFallback>
          )}
          {events.isError && <ErrorState error={events.error} again={events.refetch} />}
          {events.data?.count === 0 &&
            (search ? (
              <EmptyState art="search" title={`Nothing matches “${search}”`}>
                Try a shorter search.
              </EmptyState>
            ) : (
              <EmptyState
                art="calendar"
                title={title}
                action={
                  creates ? (
                    <LinkButton to={CREATE}>Create event</LinkButton>
                  ) : (
                    <LinkButton to="/events/discover">Discover events</LinkButton>
                  )
                }
              >
                {text}
              </EmptyState>
            ))}
          {(events.data?.data.length ?? 0) > 0 && (
            <ul className={css.card} aria-label={TABS[tab]}>
              {events.data?.data.map((event) => (
                <li key={event.id} className={tab === 'invitations' ? css.invited : undefined}>
                  <EventRow event={event} />
                  {tab === 'invitations' && (
                    <Answer
                      invitation={{ eventId: event.id, name: event.name, role: event.viewer.askedRole ?? 'guest' }}
                      alias={event.alias}
                    />
                  )}
                </li>
              ))}
            </ul>
          )}
          <Pages
            page={page}
            count={events.data?.count ?? 0}
            onPage={(next) => void navigate({ search: (now) => ({ ...now, page: next }) })}
          />
        </div>
      </div>
    </>
  );
}
