import { useEffect } from 'react';

/** Names the page in the browser's tab: the screen first, so that many tabs can be told apart. */
export function usePageTitle(...parts: (string | undefined)[]): void {
  const title = [...parts.filter((part) => part), 'Folkmoot'].join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}
