import { SearchLocation } from '@folkmoot/contract/places/schema.ts';
import { recall, remember } from '../core/storage.ts';

/* Where one looks for what is near: one location, kept in this browser and sent nowhere by itself. */

const KEY = 'search-location';
const listeners = new Set<() => void>();
let read: { text: string | undefined; location: SearchLocation | undefined } = { text: undefined, location: undefined };

/** The location that is kept; undefined where there is none, or what is kept is none. The same object until it changes. */
export function nearLocation(): SearchLocation | undefined {
  const text = recall(KEY);
  if (text !== read.text) read = { text, location: parse(text) };
  return read.location;
}

function parse(text: string | undefined): SearchLocation | undefined {
  if (text === undefined) return undefined;
  try {
    return SearchLocation.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Keeps a location instead of the one before; undefined keeps none. */
export function keepLocation(location: SearchLocation | undefined): void {
  remember(KEY, location && JSON.stringify(location));
  for (const tell of listeners) tell();
}

/** Tells when it changes, here or in another tab. Answers how to stop. */
export function onNear(tell: () => void): () => void {
  listeners.add(tell);
  window.addEventListener('storage', tell);
  return () => {
    listeners.delete(tell);
    window.removeEventListener('storage', tell);
  };
}
