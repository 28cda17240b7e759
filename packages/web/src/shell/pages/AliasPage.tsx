import { getRouteApi, useLocation } from '@tanstack/react-router';
import { Suspense } from 'react';
import { sentAt } from '../../core/initial-data.ts';
import { lazyPart } from '../../core/lazy.ts';
import { NotHere } from '../../ui/feedback/ErrorState.tsx';

const route = getRouteApi('/frame/$alias');

const EventAt = lazyPart(() => import('./EventPage.tsx'), 'EventAt');
const AliasLookup = lazyPart(() => import('./AliasLookup.tsx'), 'AliasLookup');

/** What stands at `/{alias}`: a community with its screens, or an event. The server may have sent an event along. */
export function AliasScreen() {
  const { alias } = route.useParams();
  const deeper = useLocation({ select: ({ pathname }) => /^\/[^/]+\/[^/]/.test(pathname) });
  const sent = sentAt(alias);
  if (sent && deeper) return <NotHere />;
  return (
    <Suspense fallback={null}>
      {sent ? <EventAt eventId={sent.resource_id} alias={sent.alias} /> : <AliasLookup alias={alias} />}
    </Suspense>
  );
}
