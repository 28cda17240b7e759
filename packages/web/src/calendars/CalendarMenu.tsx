import type { CalendarView } from '@folkmoot/contract/calendars/schema.ts';
import { Button, Menu } from '@mantine/core';
import { IconDotsVertical, IconRss, IconSettings } from '@tabler/icons-react';
import { useShowDialog } from '../ui/dialog/DialogProvider.tsx';
import { ActionMenu } from '../ui/layout/ActionMenu.tsx';
import { MenuLink } from '../ui/layout/MenuLink.tsx';
import { IcalDialog } from './subscribing/IcalDialog.tsx';

/** What a phone has no room for beside the name of a calendar. */
export function CalendarMenu({ calendar }: { calendar: CalendarView }) {
  const show = useShowDialog();
  const { pendingCount: waiting, role } = calendar;
  return (
    <ActionMenu position="bottom-end">
      <Menu.Target>
        <Button variant="default" aria-label={waiting ? `More, ${waiting} waiting` : 'More'}>
          <IconDotsVertical size={17} aria-hidden />
          {waiting ? ` ${waiting}` : ''}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {role.role !== null && (
          <MenuLink
            to="/calendars/manage/$alias"
            params={{ alias: calendar.alias }}
            leftSection={<IconSettings size={18} />}
          >
            {waiting ? `Manage (${waiting} waiting)` : 'Manage'}
          </MenuLink>
        )}
        <Menu.Item
          leftSection={<IconRss size={18} />}
          onClick={() => show(<IcalDialog kind="calendar" calendar={calendar} />)}
        >
          iCal link
        </Menu.Item>
      </Menu.Dropdown>
    </ActionMenu>
  );
}
