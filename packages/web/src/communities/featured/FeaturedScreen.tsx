import { Suspense } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { useMe } from '../../core/session.tsx';
import { NotFound } from '../../ui/feedback/ErrorState.tsx';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';

const FeaturedEditor = lazyPart(() => import('./FeaturedEditor.tsx'), 'FeaturedEditor');

/** For the owner of the installation: the communities that are shown first. */
export function FeaturedScreen() {
  const me = useMe();
  usePageTitle('Featured communities');
  if (!me) return null;
  if (!me.isInstallationOwner) return <NotFound />;
  return (
    <Suspense fallback={null}>
      <FeaturedEditor />
    </Suspense>
  );
}
