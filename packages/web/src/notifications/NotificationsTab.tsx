import { readNotifications } from '@folkmoot/contract/notifications/api.ts';
import { Button } from '@mantine/core';
import { IconBellRinging, IconChecks, IconSettings } from '@tabler/icons-react';
import { useState } from 'react';
import { useApiMutation } from '../core/queries.ts';
import { InboxList } from '../inbox/InboxList.tsx';
import { LinkButton } from '../ui/layout/links.tsx';
import { NotificationRow } from './NotificationRow.tsx';
import css from './notifications.module.css';
import { decline, isUndecided } from './offer/may-offer.ts';
import { refreshNotifications, useFreshCount, useNotifications, useUnreadNotifications } from './queries.ts';

/** In the inbox: what you were notified of about events and communities. */
export function NotificationsTab() {
  const notifications = useNotifications();
  const { unread } = useUnreadNotifications();
  useFreshCount();
  const read = useApiMutation(readNotifications, { said: null, onDone: refreshNotifications });
  const [offer, setOffer] = useState(isUndecided);
  const shown = notifications.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <>
      <div className={css.bar}>
        {unread > 0 && (
          <Button
            variant="default"
            leftSection={<IconChecks size={17} />}
            loading={read.isPending && read.variables.id === undefined}
            onClick={() => read.mutate({})}
          >
            Mark all as read
          </Button>
        )}
        <LinkButton to="/settings/notifications" variant="subtle" leftSection={<IconSettings size={17} />}>
          Notification settings
        </LinkButton>
      </div>
      {offer && (
        <div className={css.offer}>
          <p>This browser can notify you when something needs you, even while Folkmoot is closed.</p>
          <LinkButton to="/settings/notifications" leftSection={<IconBellRinging size={17} />}>
            Turn on notifications
          </LinkButton>
          <Button
            variant="subtle"
            onClick={() => {
              decline();
              setOffer(false);
            }}
          >
            No, thanks
          </Button>
        </div>
      )}
      <InboxList
        query={notifications}
        empty="No notifications yet"
        hint="Registrations, requests, and news about your events and communities will appear here."
        count={shown.length}
      >
        <ul className={css.list}>
          {shown.map((one) => (
            <NotificationRow key={one.id} notification={one} onOpen={() => read.mutate({ id: one.id })} />
          ))}
        </ul>
      </InboxList>
    </>
  );
}
