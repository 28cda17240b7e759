import { onlineManager } from '@tanstack/react-query';
import { useEffect } from 'react';
import { setConfirmer } from '../../core/api-client.ts';
import { lazyPart } from '../../core/lazy.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';

const ConfirmItIsYou = lazyPart(() => import('./ConfirmItIsYou.tsx'), 'ConfirmItIsYou');

/** Asks you to confirm that it is you whenever a call needs it. Rendered once, inside the dialog provider. */
export function Confirmer() {
  const show = useShowDialog();
  useEffect(() => {
    setConfirmer(() => {
      // To confirm who they are, people need answers, also for the call that ends their session.
      const before = onlineManager.isOnline();
      onlineManager.setOnline(true);
      return new Promise<boolean>((settle) => show(<ConfirmItIsYou settle={settle} />)).finally(() =>
        onlineManager.setOnline(before),
      );
    });
    return () => setConfirmer(undefined);
  }, [show]);
  return null;
}
