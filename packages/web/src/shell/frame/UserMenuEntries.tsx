import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import {
  IconCalendarEvent,
  IconDevices,
  IconHelp,
  IconKeyboard,
  IconLogout,
  IconShieldLock,
  IconTicket,
  IconUserCircle,
  IconUsersGroup,
} from '@tabler/icons-react';
import { markLeaving } from '../../core/paths.ts';
import { isSupportOffered } from '../../core/start/page-marks.ts';
import { useSupport } from '../../support/useSupport.tsx';
import { SCHEMES } from '../../ui/inputs/ColorSchemeSelect.tsx';
import { MenuLink } from '../../ui/layout/MenuLink.tsx';
import { useShortcutsDialog } from '../useShortcutsDialog.tsx';

/** What is in the menu about yourself; loaded once somebody is about to open it. */
export function UserMenuEntries() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const openShortcuts = useShortcutsDialog();
  const openSupport = useSupport();
  return (
    <>
      <MenuLink to="/settings/profile" leftSection={<IconUserCircle size={18} />}>
        Profile and settings
      </MenuLink>
      <MenuLink to="/settings/security" leftSection={<IconShieldLock size={18} />}>
        Two-step sign-in and passkeys
      </MenuLink>
      <MenuLink to="/settings/sessions" leftSection={<IconDevices size={18} />}>
        Sessions and password
      </MenuLink>
      <MenuLink to="/tickets" leftSection={<IconTicket size={18} />}>
        Tickets
      </MenuLink>
      <MenuLink to="/calendars" leftSection={<IconCalendarEvent size={18} />}>
        Calendars
      </MenuLink>
      <MenuLink to="/groups" leftSection={<IconUsersGroup size={18} />}>
        Groups of people you invite
      </MenuLink>
      <Menu.Item leftSection={<IconKeyboard size={18} />} onClick={openShortcuts}>
        Keyboard shortcuts
      </Menu.Item>
      {isSupportOffered() && (
        <Menu.Item leftSection={<IconHelp size={18} />} onClick={openSupport}>
          Help
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Label>Appearance</Menu.Label>
      <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as MantineColorScheme)}>
        {SCHEMES.map(({ value, label }) => (
          <Menu.RadioItem key={value} value={value}>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      <MenuLink to="/logout" preload={false} onClick={markLeaving} leftSection={<IconLogout size={18} />}>
        Sign out
      </MenuLink>
    </>
  );
}
