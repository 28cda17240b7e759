import type { CalendarView } from '@folkmoot/contract/calendars/schema.ts';
import * as api from '@folkmoot/contract/calendars/sources-api.ts';
import { SOURCE_LIMITS } from '@folkmoot/contract/calendars/sources-schema.ts';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazyPart } from '../../core/lazy.ts';
import { apiQuery } from '../../core/queries.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import css from '../calendars.module.css';
import { FeedRow } from './FeedRow.tsx';

const AddFeedDialog = lazyPart(() => import('./FeedDialogs.tsx'), 'AddFeedDialog');

/** How often the open page asks whether a feed was read, in milliseconds. */
const AGAIN_MS = 60_000;

/** Outside feeds whose events a calendar shows. */
export function FeedsTab({ calendar }: { calendar: CalendarView }) {
  const show = useShowDialog();
  const sources = useQuery({
    ...apiQuery(api.listSources, { calendarId: calendar.id }),
    refetchInterval: AGAIN_MS,
  });
  const feeds = sources.data?.data ?? [];
  const isFull = feeds.length >= SOURCE_LIMITS.each;
  const add = (
    <Button
      variant="default"
      leftSection={<IconPlus size={17} aria-hidden />}
      disabled={isFull}
      onClick={() => show(<AddFeedDialog calendarId={calendar.id} />)}
    >
      Add feed
    </Button>
  );
  return (
    <div className={css.body}>
      <p className={css.note}>
        Show events from another calendar here, such as one in Google Calendar, in Outlook or on a club’s website.
        Everyone who can see this calendar sees them, with the name of their feed. Feeds are read about once an hour, up
        to 400 days ahead.
      </p>
      {sources.isPending && (
        <LoadingFallback label="Loading feeds">
          <SkeletonRows rows={3} />
        </LoadingFallback>
      )}
      {sources.isError && !sources.data && <ErrorState error={sources.error} again={sources.refetch} />}
      {sources.data && feeds.length === 0 && (
        <EmptyState art="calendar" title="No outside feeds" action={add}>
          Add the iCal address of a calendar to show its events here.
        </EmptyState>
      )}
      {feeds.length > 0 && (
        <>
          <ul className={css.list} aria-label="Outside feeds">
            {feeds.map((source) => (
              <li key={source.id}>
                <FeedRow calendar={calendar} source={source} />
              </li>
            ))}
          </ul>
          <div className={css.end}>{add}</div>
          {isFull && <p className={css.note}>{`A calendar can show at most ${SOURCE_LIMITS.each} outside feeds.`}</p>}
        </>
      )}
    </div>
  );
}
