import type { CalendarView } from '@folkmoot/contract/calendars/schema.ts';
import { resolveAlias } from '@folkmoot/contract/communities/api.ts';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { apiQuery } from '../../core/queries.ts';
import { ErrorState, NotFound } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { LinkButton } from '../../ui/layout/links.tsx';
import { TabNav, tabClass, tabOn } from '../../ui/layout/Nav.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import css from '../calendars.module.css';
import { calendarQuery, useCalendarLive } from '../queries.ts';

const InfoTab = lazyPart(() => import('./InfoTab.tsx'), 'InfoTab');
const EventsTab = lazyPart(() => import('./EventsTab.tsx'), 'EventsTab');
const SubmissionsTab = lazyPart(() => import('./SubmissionsTab.tsx'), 'SubmissionsTab');
const PeopleTab = lazyPart(() => import('./PeopleTab.tsx'), 'PeopleTab');
const FeedsTab = lazyPart(() => import('./FeedsTab.tsx'), 'FeedsTab');

/** Where the people who keep a calendar change it, answer submissions, and choose who keeps it. */
export function ManageCalendarScreen() {
  const { alias } = useParams({ from: '/frame/calendars/manage/$alias' });
  const named = useQuery(apiQuery(resolveAlias, { alias }));
  const id = named.data?.data.resource_type === 'calendar' ? named.data.data.resource_id : undefined;
  const calendar = useQuery({ ...calendarQuery(id ?? ''), enabled: id !== undefined });
  const error = named.error ?? calendar.error;
  if (named.data && id === undefined) return <NotFound />;
  if (error) return <ErrorState error={error} again={() => void named.refetch()} level={1} />;
  if (!calendar.data) return <Waiting />;
  if (calendar.data.role.role === null) return <NotFound />;
  return <Managing calendar={calendar.data} />;
}

function Managing({ calendar }: { calendar: CalendarView }) {
  const { tab } = useSearch({ from: '/frame/calendars/manage/$alias' });
  const { alias } = calendar;
  usePageTitle('Manage', calendar.name);
  useCalendarLive(calendar.id);
  return (
    <div className={css.screen}>
      <PageHeader title={calendar.name} note={calendar.server?.name}>
        <LinkButton to="/$alias" params={{ alias }} variant="default" leftSection={<IconExternalLink size={17} />}>
          View calendar
        </LinkButton>
      </PageHeader>
      <div className={css.tabs}>
        <TabNav label="Parts of this calendar">
          <Link
            to="/calendars/manage/$alias"
            params={{ alias }}
            search={{}}
            activeOptions={{ exact: true, includeSearch: true }}
            className={tabClass}
            activeProps={tabOn}
          >
            Info
          </Link>
          {(['events', 'submissions', 'people', 'feeds'] as const).map((part) => (
            <Link
              key={part}
              to="/calendars/manage/$alias"
              params={{ alias }}
              search={{ tab: part }}
              className={tabClass}
              activeProps={tabOn}
            >
              {NAMES[part]}
              {part === 'submissions' && calendar.pendingCount ? ` (${calendar.pendingCount})` : ''}
            </Link>
          ))}
        </TabNav>
      </div>
      <Suspense fallback={<Waiting />}>
        {tab === 'events' ? (
          <EventsTab calendar={calendar} />
        ) : tab === 'submissions' ? (
          <SubmissionsTab calendar={calendar} />
        ) : tab === 'people' ? (
          <PeopleTab calendar={calendar} />
        ) : tab === 'feeds' ? (
          <FeedsTab calendar={calendar} />
        ) : (
          <InfoTab key={calendar.id} calendar={calendar} />
        )}
      </Suspense>
    </div>
  );
}

const NAMES = { events: 'Events', submissions: 'Submissions', people: 'People', feeds: 'Feeds' } as const;

function Waiting() {
  return (
    <LoadingFallback>
      <SkeletonRows rows={4} />
    </LoadingFallback>
  );
}
