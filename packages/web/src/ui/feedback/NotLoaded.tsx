import { EmptyState } from './EmptyState.tsx';

/** What a region shows when it was never loaded and there is no connection to load it now. */
export function NotLoaded({ what, level = 2 }: { what: string; level?: 1 | 2 }) {
  return (
    <div role="status">
      <EmptyState art="search" title={`${what} not loaded yet`} level={level}>
        You’re offline. What is missing here will load when you are back.
      </EmptyState>
    </div>
  );
}
