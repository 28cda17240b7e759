import { useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { putOnCalendar } from '../../calendars/queries.ts';
import { lazyPart } from '../../core/lazy.ts';
import { CreateEventScreen } from '../../events/editing/CreateEventScreen.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';

const TicketsEditor = lazyPart(() => import('../../tickets/TicketsEditor.tsx'), 'TicketsEditor');
const QuestionnaireEditor = lazyPart(
  () => import('../../questionnaires/QuestionnaireEditor.tsx'),
  'QuestionnaireEditor',
);

/** Where an event is created, with its tickets and questions once there is a draft to keep them. */
export function CreateEventPage() {
  const { calendarId } = useSearch({ from: '/frame/events/create' });
  return (
    <CreateEventScreen
      onPublished={(event) => putOnCalendar(calendarId, event)}
      editors={(event) => (
        <Suspense
          fallback={
            <LoadingFallback>
              <SkeletonRows rows={2} />
            </LoadingFallback>
          }
        >
          <TicketsEditor event={event} />
          <QuestionnaireEditor event={event} />
        </Suspense>
      )}
    />
  );
}
