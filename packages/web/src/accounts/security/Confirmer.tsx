import { useEffect } from 'react';
import { setConfirmer } from '../../core/api-client.ts';
import { lazyPart } from '../../core/lazy.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';

const ConfirmItIsYou = lazyPart(() => import('./ConfirmItIsYou.tsx'), 'ConfirmItIsYou');

/** Asks a person to confirm that it is them whenever a call needs it. Stands once, inside the host of dialogs. */
export function Confirmer() {
  const show = useShowDialog();
  useEffect(() => {
    setConfirmer(() => new Promise((settle) => show(<ConfirmItIsYou settle={settle} />)));
    return () => setConfirmer(undefined);
  }, [show]);
  return null;
}
