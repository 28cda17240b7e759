import { useEffect } from 'react';
import { createStore } from '../../core/store.ts';

/** What the page is called, the screen first, so that many tabs can be told apart. */
export const pageTitle = createStore('Folkmoot');
let mark: (title: string) => string = (title) => title;

/** Sets the title of the browser's tab. */
export function usePageTitle(...parts: (string | undefined)[]): void {
  const title = [...parts.filter((part) => part), 'Folkmoot'].join(' · ');
  useEffect(() => {
    pageTitle.set(title);
    document.title = mark(title);
  }, [title]);
}

/** Sets how every title is marked from now on, such as with a count of what is new. */
export function markTitles(next: (title: string) => string): void {
  mark = next;
  document.title = mark(pageTitle.get());
}
