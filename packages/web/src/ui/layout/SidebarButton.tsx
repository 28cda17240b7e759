import { createContext, Suspense, use } from 'react';
import { lazyPart } from '../../core/lazy.ts';

/** Opens the sidebar's drawer; undefined where the screen has no sidebar. The shell provides it. */
export const SidebarDrawer = createContext<(() => void) | undefined>(undefined);

// Only members have a sidebar: a visitor's page does without the button and its tooltip.
const DrawerButton = lazyPart(() => import('./DrawerButton.tsx'), 'DrawerButton');

/** Opens the sidebar on widths where it is a drawer; elsewhere it is not there. */
export function SidebarButton() {
  const open = use(SidebarDrawer);
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <DrawerButton onClick={open} />
    </Suspense>
  );
}
