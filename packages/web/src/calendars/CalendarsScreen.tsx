import { listCalendars } from '@folkmoot/contract/calendars/api.ts';
import type { CalendarView } from '@folkmoot/contract/calendars/schema.ts';
import { Button } from '@mantine/core';
import { IconPlus, IconRss } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazyPart } from '../core/lazy.ts';
import { apiQuery } from '../core/queries.ts';
import { NO_COVER } from '../events/page/no-cover.ts';
import { useShowDialog } from '../ui/dialog/DialogProvider.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../ui/feedback/Skeleton.tsx';
import { LinkButton, PlainLink } from '../ui/layout/links.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import css from './calendars.module.css';

const IcalDialog = lazyPart(() => import('./subscribing/IcalDialog.tsx'), 'IcalDialog');

/** Calendars that you keep, and those that you subscribe to. */
export function CalendarsScreen() {
  const calendars = useQuery(apiQuery(listCalendars, {}));
  const show = useShowDialog();
  usePageTitle('Calendars');
  const { mine = [], subscribed = [] } = calendars.data ?? {};
  return (
    <div className={css.screen}>
      <PageHeader title="Calendars">
        <Button variant="default" leftSection={<IconRss size={17} />} onClick={() => show(<IcalDialog kind="own" />)}>
          iCal link for your events
        </Button>
        <LinkButton to="/calendars/create" leftSection={<IconPlus size={17} />}>
          New calendar
        </LinkButton>
      </PageHeader>
      <div className={css.body}>
        {calendars.isPending && (
          <LoadingFallback label="Loading calendars">
            <SkeletonRows rows={4} />
          </LoadingFallback>
        )}
        {calendars.isError && <ErrorState error={calendars.error} again={calendars.refetch} />}
        {calendars.data && mine.length + subscribed.length === 0 && (
          <EmptyState art="calendar" title="No calendars yet">
            Create one for events you want to gather in one place. Calendars you subscribe to appear here too.
          </EmptyState>
        )}
        <List title="Calendars you manage" calendars={mine} />
        <List title="Calendars you subscribe to" calendars={subscribed} />
      </div>
    </div>
  );
}

function List({ title, calendars }: { title: string; calendars: readonly CalendarView[] }) {
  if (calendars.length === 0) return null;
  return (
    <section className={css.section} aria-label={title}>
      <h2>{title}</h2>
      <ul className={css.list}>
        {calendars.map((calendar) => (
          <li key={calendar.id}>
            <PlainLink to="/$alias" params={{ alias: calendar.alias }} className={css.row}>
              <img src={calendar.image_map['500*250'] ?? calendar.cover ?? NO_COVER} alt="" loading="lazy" />
              <span className={css.words}>
                <b dir="auto">{calendar.name}</b>
                <small dir="auto">{aboutOf(calendar)}</small>
              </span>
              {calendar.pendingCount ? <span className={css.waiting}>{calendar.pendingCount} waiting</span> : null}
            </PlainLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

function aboutOf({ server, owner, subscriberCount }: CalendarView): string {
  const whose = server?.name ?? (owner ? `${owner.firstName} ${owner.lastName}`.trim() : '');
  const people =
    subscriberCount === 0
      ? ''
      : `${subscriberCount.toLocaleString()} ${subscriberCount === 1 ? 'subscriber' : 'subscribers'}`;
  return [whose, people].filter((part) => part !== '').join(' · ');
}
