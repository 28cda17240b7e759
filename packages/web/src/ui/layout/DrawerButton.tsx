import { IconLayoutSidebar } from '@tabler/icons-react';
import { IconButton } from '../inputs/IconButton.tsx';
import css from './sidebar-button.module.css';

/** The button itself, hidden where the sidebar is always there. */
export function DrawerButton({ onClick }: { onClick: () => void }) {
  return (
    <span className={css.only}>
      <IconButton label="Show channels" onClick={onClick}>
        <IconLayoutSidebar size={20} />
      </IconButton>
    </span>
  );
}
