import { type MantineColorScheme, Menu, Tooltip, useMantineColorScheme } from '@mantine/core';
import {
  IconDevices,
  IconKeyboard,
  IconLogout,
  IconShieldLock,
  IconUserCircle,
  IconUsersGroup,
} from '@tabler/icons-react';
import { markLeaving } from '../../core/paths.ts';
import { useMe } from '../../core/session.tsx';
import { Avatar } from '../../ui/identity/Avatar.tsx';
import { SCHEMES } from '../../ui/inputs/ColorSchemeSelect.tsx';
import { MenuLink } from '../../ui/layout/MenuLink.tsx';
import { useShortcutsDialog } from '../useShortcutsDialog.tsx';
import css from './rail.module.css';
import menu from './user-menu.module.css';

/** Me, at the foot of the rail: profile, sessions, colours, sign out. */
export function UserMenu() {
  const me = useMe();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const openShortcuts = useShortcutsDialog();
  const name = me ? `${me.user.firstName} ${me.user.lastName}`.trim() : 'You';
  return (
    <Menu position="right-end" withinPortal>
      <Menu.Target>
        <Tooltip label={name} position="right">
          <button type="button" className={css.me} aria-label={`Your account: ${name}`}>
            <Avatar
              person={{
                id: me?.user.id ?? '',
                firstName: me?.user.firstName ?? '',
                lastName: me?.user.lastName ?? '',
                imageUrl: me?.user.profile_photo ?? null,
              }}
              size={38}
            />
          </button>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={menu.who}>
          <b dir="auto">{name}</b>
          <span>@{me?.user.username}</span>
        </div>
        <MenuLink to="/settings/profile" leftSection={<IconUserCircle size={18} />}>
          Profile and settings
        </MenuLink>
        <MenuLink to="/settings/security" leftSection={<IconShieldLock size={18} />}>
          Two-step sign-in and passkeys
        </MenuLink>
        <MenuLink to="/settings/sessions" leftSection={<IconDevices size={18} />}>
          Sessions and password
        </MenuLink>
        <MenuLink to="/groups" leftSection={<IconUsersGroup size={18} />}>
          Groups of people you invite
        </MenuLink>
        <Menu.Item leftSection={<IconKeyboard size={18} />} onClick={openShortcuts}>
          Keyboard shortcuts
        </Menu.Item>
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
      </Menu.Dropdown>
    </Menu>
  );
}
