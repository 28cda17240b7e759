import { useEffect } from 'react';
import { fetchNotices } from '../core/toasts/toast.ts';

/** In milliseconds: when the first screen of a member is there, also on a slow line. */
const AFTER_MS = 4000;

/** Loads toasts before there is anything to say: what fails because the network is gone has to be said without it. */
export function usePreloadedNotices(): void {
  useEffect(() => {
    const timer = setTimeout(() => fetchNotices().catch(() => undefined), AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
}
