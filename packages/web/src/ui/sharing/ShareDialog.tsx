import { COPIED } from '@folkmoot/contract/core/client.ts';
import { Dialog } from '../dialog/Dialog.tsx';
import { ShareTargets } from './ShareTargets.tsx';

/** Shares an address: by the usual services, by email, or by copying it. */
export function ShareDialog({ title, url, text }: { title: string; url: string; text: string }) {
  return (
    <Dialog title={title} width={440} brief>
      <ShareTargets url={url} text={text} copiedMs={COPIED.share} />
    </Dialog>
  );
}
