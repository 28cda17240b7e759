import { Suspense } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { useMe } from '../../core/session.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import css from '../calendars.module.css';

const CreateCalendar = lazyPart(() => import('./CreateCalendar.tsx'), 'CreateCalendar');

/** Where a calendar is created. */
export function CreateCalendarScreen() {
  const me = useMe();
  usePageTitle('New calendar');
  const waiting = (
    <LoadingFallback>
      <SkeletonRows rows={3} />
    </LoadingFallback>
  );
  return (
    <div className={css.screen}>
      <PageHeader
        title="New calendar"
        note="A page of events that people can subscribe to, here or in their calendar app."
      />
      <Suspense fallback={waiting}>{me ? <CreateCalendar timeZone={me.user.timeZone} /> : waiting}</Suspense>
    </div>
  );
}
