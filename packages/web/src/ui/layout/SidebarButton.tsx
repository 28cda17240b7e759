import { IconLayoutSidebar } from '@tabler/icons-react';
import { createContext, use } from 'react';
import { IconButton } from '../inputs/IconButton.tsx';
import css from './sidebar-button.module.css';

/** Opens the sidebar's drawer; undefined where the screen has no sidebar. The shell provides it. */
export const SidebarDrawer = createContext<(() => void) | undefined>(undefined);

/** Opens the sidebar on widths where it is a drawer; elsewhere it is not there. */
export function SidebarButton() {
  const open = use(SidebarDrawer);
  if (!open) return null;
  return (
    <span className={css.only}>
      <IconButton label="Show channels" onClick={open}>
        <IconLayoutSidebar size={20} />
      </IconButton>
    </span>
  );
}
