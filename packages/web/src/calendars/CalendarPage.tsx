import { useQuery } from '@tanstack/react-query';
import { useCommunity } from '../communities/queries.ts';
import { ErrorState } from '../ui/feedback/ErrorState.tsx';
import { LoadingFallback, Skeleton } from '../ui/feedback/Skeleton.tsx';
import { CalendarScreen } from './CalendarScreen.tsx';
import { calendarQuery, mainCalendarQuery } from './queries.ts';

/** A calendar at its own address. */
export function CalendarPage({ calendarId }: { calendarId: string }) {
  return <Loaded calendar={useQuery(calendarQuery(calendarId))} />;
}

/** The main calendar of a community, among its screens. */
export function CommunityCalendarScreen() {
  const community = useCommunity();
  return <Loaded calendar={useQuery(mainCalendarQuery(community.id))} />;
}

function Loaded({ calendar: { data, error, refetch } }: { calendar: ReturnType<typeof useQuery<CalendarData>> }) {
  if (data) return <CalendarScreen key={data.id} calendar={data} />;
  if (error) return <ErrorState error={error} again={refetch} level={1} />;
  return (
    <LoadingFallback label="Loading the calendar">
      <Skeleton h={64} radius="lg" />
      <Skeleton h={480} radius="lg" />
    </LoadingFallback>
  );
}

type CalendarData = Parameters<typeof CalendarScreen>[0]['calendar'];
