import { useEffect, useEffectEvent } from 'react';
import { LAYERS } from '../core/keys.ts';
import { lazyPart } from '../core/lazy.ts';
import { useShowDialog } from '../ui/dialog/DialogProvider.tsx';

const ShortcutsDialog = lazyPart(() => import('./ShortcutsDialog.tsx'), 'ShortcutsDialog');

/** Opens the list of keyboard shortcuts. */
export function useShortcutsDialog(): () => void {
  const show = useShowDialog();
  return () => show(<ShortcutsDialog />);
}

/** Opens it with Ctrl or Command and a slash: a key alone would be in the way of people who speak to their computer. */
export function useShortcutsKey(): void {
  const open = useEffectEvent(useShortcutsDialog());
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key !== '/' || !(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return;
      if (document.querySelector(LAYERS)) return;
      event.preventDefault();
      open();
    };
    addEventListener('keydown', hear);
    return () => removeEventListener('keydown', hear);
  }, []);
}
