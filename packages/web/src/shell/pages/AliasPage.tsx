import { getRouteApi, useLocation } from '@tanstack/react-router';
import { Suspense } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { drawnRoot, initialAlias, initialAnswers } from '../../core/start/initial-data.ts';
import { NotFound } from '../../ui/feedback/ErrorState.tsx';

const route = getRouteApi('/frame/$alias');

const EventPage = lazyPart(() => import('./EventPage.tsx'), 'EventPage');
const CalendarPage = lazyPart(() => import('../../calendars/CalendarPage.tsx'), 'CalendarPage');
const AliasLookup = lazyPart(() => import('./AliasLookup.tsx'), 'AliasLookup');

/** What is at `/{alias}`: a community with its screens, or an event. The server may have sent an event along. */
export function AliasPage() {
  const { alias } = route.useParams();
  const deeper = useLocation({ select: ({ pathname }) => /^\/[^/]+\/[^/]/.test(pathname) });
  const sent = initialAlias(alias);
  if (sent && deeper) return <NotFound />;
  return (
    <Suspense fallback={null}>
      {sent ? <EventPage eventId={sent.resource_id} alias={sent.alias} /> : <AliasLookup alias={alias} />}
    </Suspense>
  );
}

/** Called by the router before it first draws a screen. A calendar that the server has drawn is taken over. */
AliasPage.preload = async () => {
  if (initialAnswers()?.alias) return EventPage.preload();
  const isCalendar = drawnRoot() && document.getElementById('drawn')?.textContent?.includes(':"calendar"');
  await Promise.all([AliasLookup.preload(), isCalendar && CalendarPage.preload()]);
};
