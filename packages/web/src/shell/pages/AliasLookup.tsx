import { resolveAlias } from '@folkmoot/contract/communities/api.ts';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { CommunityFrame } from '../../communities/home/CommunityFrame.tsx';
import { useRail } from '../../communities/queries.ts';
import { lazyPart } from '../../core/lazy.ts';
import { apiQuery } from '../../core/queries.ts';
import { textIn } from '../../core/search-params.ts';
import { useSession } from '../../core/session.tsx';
import { keptLink } from '../../events/access/access-tokens.ts';
import { homeQuery } from '../../home/queries.ts';
import { useForward } from '../useForward.ts';

const CalendarPage = lazyPart(() => import('../../calendars/CalendarPage.tsx'), 'CalendarPage');
const EventPage = lazyPart(() => import('./EventPage.tsx'), 'EventPage');

/** Looks up what is at an address, and shows it. My own communities are known, and need no lookup. */
export function AliasLookup({ alias }: { alias: string }) {
  const session = useSession();
  const rail = useRail();
  const linked = useLocation({ select: ({ search }) => textIn(search as Record<string, unknown>, 'token', 500) });
  const token = linked ?? keptLink(alias);
  const mine = rail.data?.data.some(({ slug }) => slug === alias.toLowerCase()) ?? false;
  const mayAsk = !mine && (session.status !== 'signedIn' || rail.isFetched);
  const named = useQuery({ ...apiQuery(resolveAlias, { alias, token }), enabled: mayAsk }).data?.data;
  const isEvent = named?.resource_type === 'event';
  const communityId = named?.resource_type === 'community' ? named.resource_id : undefined;
  // Its page is asked for together with the community itself, if outsiders may read it.
  useQuery({ ...homeQuery(communityId ?? ''), enabled: named?.visibility === 'public' });
  const isCalendar = named?.resource_type === 'calendar';
  useForward((isEvent || isCalendar) && named.alias !== alias ? named.alias : undefined);
  if (isCalendar) return <CalendarPage calendarId={named.resource_id} />;
  return isEvent ? <EventPage eventId={named.resource_id} alias={named.alias} /> : <CommunityFrame />;
}
