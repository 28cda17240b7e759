import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * Whether this is no longer the first render of a page that the server has drawn. That render has to give what the
 * server drew; what only the browser knows (the time zone, the clock, storage) follows before the next paint.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
