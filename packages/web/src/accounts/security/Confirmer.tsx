import { useEffect } from 'react';
import { setConfirmer } from '../../core/api-client.ts';
import { lazyPart } from '../../core/lazy.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';

const ConfirmItIsYou = lazyPart(() => import('./ConfirmItIsYou.tsx'), 'ConfirmItIsYou');

/** Asks you to confirm that it is you whenever a call needs it. Rendered once, inside the dialog provider. */
export function Confirmer() {
  const show = useShowDialog();
  useEffect(() => {
    setConfirmer(() => new Promise((settle) => show(<ConfirmItIsYou settle={settle} />)));
    return () => setConfirmer(undefined);
  }, [show]);
  return null;
}
