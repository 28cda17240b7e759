import { Button } from '@mantine/core';
import { lazyPart } from '../../core/lazy.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import type { PageLive } from '../page/usePageLive.ts';
import css from './edit-home.module.css';
import type { HomeDraft, HomeDraftState } from './home-draft.ts';

const ConflictDialog = lazyPart(() => import('./ConflictDialog.tsx'), 'ConflictDialog');

type Props = { draft: HomeDraft; state: HomeDraftState; manages: boolean; live: PageLive };

/** What keeps the page from being saved, and the way on. */
export function Notices({ draft, state, manages, live }: Props) {
  const show = useShowDialog();
  if (!manages)
    return (
      <div role="alert" className={css.notice}>
        <p>
          You can no longer edit this page.{' '}
          {state.dirty && !state.losable && 'What you have changed is kept in this browser.'}
        </p>
      </div>
    );
  if (!state.newer) return null;
  return (
    <div role="alert" className={css.notice}>
      <p>Somebody else has changed this page in the meantime. Both versions are kept until you choose.</p>
      <Button onClick={() => show(<ConflictDialog draft={draft} live={live} />)}>Look at both</Button>
    </div>
  );
}
