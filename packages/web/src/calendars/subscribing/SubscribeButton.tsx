import * as api from '@folkmoot/contract/calendars/api.ts';
import type { CalendarView } from '@folkmoot/contract/calendars/schema.ts';
import { Button } from '@mantine/core';
import { IconBellPlus } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { Suspense } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { useApiMutation } from '../../core/queries.ts';
import { useSession } from '../../core/session.tsx';
import { LinkButton } from '../../ui/layout/links.tsx';
import { noteCalendar } from '../queries.ts';

const SubscribedMenu = lazyPart(() => import('./SubscribedMenu.tsx'), 'SubscribedMenu');

/** Subscribes to a calendar, and ends it. Visitors sign in first, and come back. */
export function SubscribeButton({ calendar }: { calendar: CalendarView }) {
  const session = useSession();
  const { pathname } = useLocation();
  const subscribe = useApiMutation(api.subscribeToCalendar, {
    said: null,
    failed: 'Could not subscribe.',
    onDone: ({ data }) => noteCalendar(data),
  });
  const calendarId = calendar.id;
  if (session.status === 'signedOut')
    return (
      <LinkButton
        to="/sign-in"
        search={{ next: pathname }}
        variant="default"
        leftSection={<IconBellPlus size={17} aria-hidden />}
      >
        Subscribe
      </LinkButton>
    );
  if (!calendar.subscribed)
    return (
      <Button
        variant="default"
        leftSection={<IconBellPlus size={17} aria-hidden />}
        loading={subscribe.isPending}
        onClick={() => subscribe.mutate({ calendarId, mail: false })}
      >
        Subscribe
      </Button>
    );
  return (
    <Suspense
      fallback={
        <Button variant="default" disabled>
          Subscribed
        </Button>
      }
    >
      <SubscribedMenu calendar={calendar} />
    </Suspense>
  );
}
