import { getRouteApi, useLocation } from '@tanstack/react-router';
import { Suspense } from 'react';
import { lazyPart } from '../core/chunks.ts';
import { sentAt } from '../core/sent.ts';
import { NotHere } from '../ui/Failure.tsx';

const route = getRouteApi('/frame/$alias');

const EventAt = lazyPart(() => import('./EventAt.tsx'), 'EventAt');
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
