import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { loadChunk } from '../core/lazy.ts';
import { useMyId } from '../core/session.tsx';

const loadPush = loadChunk(() => import('../notifications/settings/push.ts'));

/** Goes where a push that was clicked leads, and keeps pushes on in a browser in which the person had turned them on. */
export function usePushes(): void {
  const router = useRouter();
  const me = useMyId();
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    const open = ({ data }: MessageEvent<{ type?: unknown; path?: unknown } | null>) => {
      if (data?.type === 'open' && typeof data.path === 'string' && data.path.startsWith('/'))
        void router.navigate({ href: data.path });
    };
    navigator.serviceWorker.addEventListener('message', open);
    return () => navigator.serviceWorker.removeEventListener('message', open);
  }, [router]);
  useEffect(() => {
    if (me === '' || !('Notification' in window) || Notification.permission !== 'granted') return;
    // Nobody waits for it.
    void loadPush().then(
      ({ resume }) => resume(me).catch(() => undefined),
      () => undefined,
    );
  }, [me]);
}
