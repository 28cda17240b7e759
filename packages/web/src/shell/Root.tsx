import { SOMETHING_WRONG } from '@folkmoot/contract/core/problem.ts';
import { type ErrorComponentProps, Outlet, useRouter } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Confirmer } from '../accounts/security/Confirmer.tsx';
import { ImageSelectorContext, type ImageWanted } from '../accounts/settings/useImageSelector.ts';
import { InviteExtrasContext } from '../communities/joining/useInviteExtras.ts';
import { PersonActionsContext } from '../communities/members/usePersonActions.ts';
import { lazyPart, loadChunk } from '../core/lazy.ts';
import { SessionKeeper, useSession } from '../core/session.tsx';
import { useStore } from '../core/store.ts';
import { loadNotices, noticesNeeded } from '../core/toasts/toast.ts';
import { DialogProvider } from '../ui/dialog/DialogProvider.tsx';
import { ErrorState, NotFound } from '../ui/feedback/ErrorState.tsx';
import css from './root.module.css';

const Notices = lazy(() => loadNotices().then(({ Notices }) => ({ default: Notices })));

/** Nothing is said of the first page. */
const PageSpeaker = lazyPart(() => import('./frame/PageSpeaker.tsx'), 'PageSpeaker');

const PersonActions = lazyPart(() => import('../personal/PersonActions.tsx'), 'PersonActions');

/** On a person's card, wherever it is shown: writing to them and blocking them, which later slices do. */
const personActions = (userId: string, name: string) => <PersonActions userId={userId} name={name} />;

const ImageSelector = lazyPart(() => import('../media/selector/ImageSelector.tsx'), 'ImageSelector');

/** For pictures of people and communities, which are square: media comes after accounts. */
const imageSelector = (wanted: ImageWanted) => <ImageSelector {...wanted} ratio={1} />;

/** Inviting people to a community by email comes after communities. */
const INVITING = {
  ByEmail: lazyPart(() => import('../invitations/community/InviteByEmail.tsx'), 'InviteByEmail'),
  SentByEmail: lazyPart(() => import('../invitations/community/EmailInvitations.tsx'), 'EmailInvitations'),
};

const loadDialogs = loadChunk(() => import('../ui/dialog/DialogStack.tsx'));
const loadQuestion = loadChunk(() => import('../ui/dialog/DiscardDialog.tsx'));
/** With the confirmation before something is lost, so that it is there even if the network goes. */
const Dialogs = lazyPart(() => {
  loadQuestion().catch(() => undefined);
  return loadDialogs();
}, 'DialogStack');

/** Around every screen: dialogs, toasts, and the session. */
export function Root() {
  const session = useSession();
  const speaking = useStore(noticesNeeded);
  return (
    <PersonActionsContext value={personActions}>
      <ImageSelectorContext value={imageSelector}>
        <InviteExtrasContext value={INVITING}>
          <DialogProvider Dialogs={Dialogs} soon={session.status === 'signedIn'}>
            <SessionKeeper />
            <Confirmer />
            <Outlet />
            <Suspense fallback={null}>
              <PageSpeaker />
            </Suspense>
            {speaking && (
              <Suspense fallback={null}>
                <Notices />
              </Suspense>
            )}
          </DialogProvider>
        </InviteExtrasContext>
      </ImageSelectorContext>
    </PersonActionsContext>
  );
}

/** An address that no route matches. */
export function Missing() {
  return (
    <main className={css.page}>
      <NotFound />
    </main>
  );
}

/** The screen after an error: why, and what to do. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <main className={css.page}>
      <ErrorState
        level={1}
        error={error}
        fallback={error instanceof Error ? error.message : SOMETHING_WRONG}
        again={() => {
          reset();
          void router.invalidate();
        }}
      />
    </main>
  );
}
