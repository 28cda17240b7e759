import type { KeyboardEvent, RefObject } from 'react';
import { isComposing } from '../core/keys.ts';

/** The arrow keys go from the search box into the results, through them, and back; Enter opens, as on any link. */
export function useResultKeys(list: RefObject<HTMLElement | null>) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    if (event.altKey || event.ctrlKey || event.metaKey || isComposing(event)) return;
    const results = [...(list.current?.querySelectorAll<HTMLElement>('[data-result]') ?? [])];
    const box = event.currentTarget.querySelector<HTMLElement>('[data-search-box]');
    const at = results.indexOf(target);
    const to = targetOf(event.key, at, results, box, target === box);
    if (!to) return;
    to.focus();
    event.preventDefault();
  };
}

function targetOf(
  key: string,
  at: number,
  results: HTMLElement[],
  box: HTMLElement | null,
  inBox: boolean,
): HTMLElement | null | undefined {
  if (key === 'ArrowDown' && (inBox || at >= 0)) return results[at + 1];
  if (at < 0) return undefined;
  if (key === 'ArrowUp') return at === 0 ? box : results[at - 1];
  if (key === 'Home') return results[0];
  if (key === 'End') return results.at(-1);
  return undefined;
}
