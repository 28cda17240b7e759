import { useEffect, useEffectEvent } from 'react';
import { isFreeCharacter } from '../core/keys.ts';
import { lazyPart } from '../core/lazy.ts';
import { useShowDialog } from '../ui/dialog/DialogProvider.tsx';

const ShortcutsDialog = lazyPart(() => import('./ShortcutsDialog.tsx'), 'ShortcutsDialog');

/** Opens the list of keyboard shortcuts. */
export function useShortcutsDialog(): () => void {
  const show = useShowDialog();
  return () => show(<ShortcutsDialog />);
}

/** Opens it with a question mark, wherever that is not text. */
export function useShortcutsKey(): void {
  const open = useEffectEvent(useShortcutsDialog());
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key !== '?' || !isFreeCharacter(event)) return;
      event.preventDefault();
      open();
    };
    addEventListener('keydown', hear);
    return () => removeEventListener('keydown', hear);
  }, []);
}
