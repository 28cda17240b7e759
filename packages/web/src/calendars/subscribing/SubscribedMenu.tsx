import * as api from '@folkmoot/contract/calendars/api.ts';
import type { CalendarView } from '@folkmoot/contract/calendars/schema.ts';
import { Button, Menu } from '@mantine/core';
import { IconBellFilled, IconBellOff, IconCheck, IconChevronDown, IconMail } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';
import { useApiMutation } from '../../core/queries.ts';
import { ActionMenu } from '../../ui/layout/ActionMenu.tsx';
import { noteCalendar, refreshCalendars } from '../queries.ts';

/** What somebody who subscribes to a calendar can do about it. */
export function SubscribedMenu({ calendar: { id: calendarId, mail } }: { calendar: CalendarView }) {
  const change = useApiMutation(api.subscribeToCalendar, {
    said: null,
    failed: 'Could not change your subscription.',
    onDone: ({ data }) => noteCalendar(data),
  });
  const end = useApiMutation(api.unsubscribeFromCalendar, {
    failed: 'Could not end your subscription.',
    onDone: refreshCalendars,
  });
  return (
    <ActionMenu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconBellFilled size={17} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          Subscribed
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          // Mantine gives every item the role of a plain one.
          renderRoot={(props: ComponentPropsWithRef<'button'>) => (
            <button {...props} type="button" role="menuitemcheckbox" aria-checked={mail} />
          )}
          leftSection={mail ? <IconCheck size={18} /> : <IconMail size={18} />}
          onClick={() => change.mutate({ calendarId, mail: !mail })}
        >
          Email me new events
        </Menu.Item>
        <Menu.Item leftSection={<IconBellOff size={18} />} onClick={() => end.mutate({ calendarId })}>
          Unsubscribe
        </Menu.Item>
      </Menu.Dropdown>
    </ActionMenu>
  );
}
