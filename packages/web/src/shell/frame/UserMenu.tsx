import { Menu, Tooltip } from '@mantine/core';
import { Suspense } from 'react';
import { lazyPart, loadChunk } from '../../core/lazy.ts';
import { useMe } from '../../core/session.tsx';
import { Avatar } from '../../ui/identity/Avatar.tsx';
import { ActionMenu } from '../../ui/layout/ActionMenu.tsx';
import css from './rail.module.css';
import menu from './user-menu.module.css';

const loadEntries = loadChunk(() => import('./UserMenuEntries.tsx'));
const UserMenuEntries = lazyPart(loadEntries, 'UserMenuEntries');
const prepare = () => void loadEntries().catch(() => undefined);

/** Me, at the foot of the rail: profile, sessions, colours, sign out. */
export function UserMenu() {
  const me = useMe();
  const name = me ? `${me.user.firstName} ${me.user.lastName}`.trim() : 'You';
  return (
    <ActionMenu position="right-end" withinPortal>
      <Menu.Target>
        <Tooltip label={name} position="right">
          <button
            type="button"
            className={css.me}
            aria-label={`Your account: ${name}`}
            onPointerEnter={prepare}
            onFocus={prepare}
          >
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
        <Suspense fallback={null}>
          <UserMenuEntries />
        </Suspense>
      </Menu.Dropdown>
    </ActionMenu>
  );
}
