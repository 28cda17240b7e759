import { COPIED } from '@folkmoot/contract/core/client.ts';
import { Suspense } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { Dialog } from '../dialog/Dialog.tsx';
import { ShareTargets } from './ShareTargets.tsx';
import css from './share.module.css';

const ShareCode = lazyPart(() => import('./ShareCode.tsx'), 'ShareCode');

/** Shares an address: by the usual services, by email, by copying it, or as a QR code. */
export function ShareDialog({ title, url, text }: { title: string; url: string; text: string }) {
  return (
    <Dialog title={title} width={440} brief>
      <ShareTargets url={url} text={text} copiedMs={COPIED.share} />
      <div className={css.code}>
        <Suspense>
          <ShareCode url={url} />
        </Suspense>
      </div>
    </Dialog>
  );
}
