import { useEffect } from 'react';
import { setConfirmer } from '../core/call.ts';
import { lazyPart } from '../core/chunks.ts';
import { useShowDialog } from '../ui/DialogHost.tsx';

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
