import { listAdmissions } from '@folkmoot/contract/admission/api.ts';
import type { AdmissionCard } from '@folkmoot/contract/admission/schema.ts';
import { IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazyPart } from '../core/lazy.ts';
import { apiQuery, apiQueryKey } from '../core/queries.ts';
import { queryClient } from '../core/query-client.ts';
import { Pages } from '../events/lists/Pages.tsx';
import { useEventLive } from '../events/page/useEventLive.ts';
import { shortWhenOf } from '../events/times/event-times.ts';
import { useShowDialog } from '../ui/dialog/DialogProvider.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../ui/feedback/Skeleton.tsx';
import { DateTile } from '../ui/identity/DateTile.tsx';
import { LinkButton, PlainLink } from '../ui/layout/links.tsx';
import { TabNav, tabClass, tabOn } from '../ui/layout/Nav.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import css from './tickets-list.module.css';

const TicketDialog = lazyPart(() => import('./TicketDialog.tsx'), 'TicketDialog');
const route = getRouteApi('/frame/tickets');

/** Your own tickets, upcoming and past; which of them, and the page, are in the address bar. */
export function TicketsScreen() {
  const { show = 'upcoming', page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  // Another device may have changed them since.
  const tickets = useQuery({
    ...apiQuery(listAdmissions, { show, page }),
    placeholderData: keepPreviousData,
    staleTime: 2_000,
  });
  useEventLive(() => void queryClient.invalidateQueries({ queryKey: apiQueryKey(listAdmissions) }));
  usePageTitle('Tickets', show === 'past' ? 'Past' : 'Upcoming');
  return (
    <>
      <PageHeader title="Tickets" />
      <TabNav label="Tickets">
        {(['upcoming', 'past'] as const).map((view) => (
          <PlainLink
            key={view}
            to="/tickets"
            search={view === 'past' ? { show: 'past' } : {}}
            activeOptions={{ exact: true }}
            className={tabClass}
            {...(view === show ? tabOn : {})}
          >
            {view === 'past' ? 'Past' : 'Upcoming'}
          </PlainLink>
        ))}
      </TabNav>
      <div className={css.scroll}>
        <div className={css.list}>
          {tickets.isPending && (
            <LoadingFallback label="Loading tickets">
              <SkeletonRows rows={4} size={42} />
            </LoadingFallback>
          )}
          {tickets.isError && <ErrorState error={tickets.error} again={tickets.refetch} />}
          {tickets.data?.count === 0 && <NoTickets past={show === 'past'} />}
          {(tickets.data?.data.length ?? 0) > 0 && (
            <ul className={css.card} aria-label={show === 'past' ? 'Past tickets' : 'Upcoming tickets'}>
              {tickets.data?.data.map((ticket) => (
                <li key={ticket.participationId}>
                  <TicketRow ticket={ticket} />
                </li>
              ))}
            </ul>
          )}
          <Pages
            page={page}
            count={tickets.data?.count ?? 0}
            onPage={(next) => void navigate({ search: (now) => ({ ...now, page: next }) })}
          />
        </div>
      </div>
    </>
  );
}

function NoTickets({ past }: { past: boolean }) {
  return (
    <EmptyState
      art="calendar"
      title={past ? 'No past tickets yet' : 'No tickets yet'}
      action={past ? undefined : <LinkButton to="/events/discover">Discover events</LinkButton>}
    >
      {past
        ? 'Tickets for events you have been to will appear here.'
        : 'When you register for an event, its ticket will appear here.'}
    </EmptyState>
  );
}

function TicketRow({ ticket: { event, participationId, ticketName, code } }: { ticket: AdmissionCard }) {
  const show = useShowDialog();
  const facts = [shortWhenOf(event), event.where].filter((part) => part !== '').join(' · ');
  return (
    <button
      type="button"
      className={css.row}
      data-tint={event.tint}
      onClick={() =>
        show(<TicketDialog eventId={event.id} participationId={participationId} tint={event.tint} listed />)
      }
    >
      <DateTile start_epoc={event.start_epoc} time_zone={event.time_zone} tbdDate={event.tbdDate} small />
      <span className={css.words}>
        <b dir="auto">{event.name}</b>
        <small dir="auto">{facts}</small>
        {ticketName !== null && <small dir="auto">{ticketName}</small>}
      </span>
      <span className={css.end}>
        {event.status === 'cancelled' ? <span className={css.cancelled}>Cancelled</span> : <code>{code}</code>}
      </span>
      <IconChevronRight size={18} aria-hidden />
    </button>
  );
}
