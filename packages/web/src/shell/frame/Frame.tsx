import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { useSession } from '../../core/session.tsx';
import { sessionState } from '../../core/token.ts';
import { ShellSkeleton } from './ShellSkeleton.tsx';

const PublicFrame = lazyPart(() => import('./PublicFrame.tsx'), 'PublicFrame');
const Shell = lazyPart(() => import('./Shell.tsx'), 'Shell');

/** Around the screens that both members and visitors see: the shell, or the public page's bar. */
export function Frame() {
  const session = useSession();
  if (session.status !== 'signedIn') {
    return (
      <PublicFrame>
        <Outlet />
      </PublicFrame>
    );
  }
  return (
    <Suspense fallback={<ShellSkeleton />}>
      <Shell>
        <Outlet />
      </Shell>
    </Suspense>
  );
}

/** Called by the router before it first draws a screen. */
Frame.preload = () => (sessionState().status === 'signedIn' ? Shell : PublicFrame).preload();
