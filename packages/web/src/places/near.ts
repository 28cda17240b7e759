import { LIMITS, type SearchLocation } from '@folkmoot/contract/places/schema.ts';
import { hasShape, recall, remember } from '../core/storage.ts';
import { createSignal } from '../core/store.ts';

/* The location to search near: kept in this browser and not sent anywhere by itself. */

const KEY = 'search-location';
const changed = createSignal();
let read: { text: string | undefined; location: SearchLocation | undefined } = { text: undefined, location: undefined };

/** The stored location; undefined if there is none or it is invalid. The same object until it changes. */
export function nearLocation(): SearchLocation | undefined {
  const text = recall(KEY);
  if (text !== read.text) read = { text, location: parse(text) };
  return read.location;
}

const KINDS = { description: 'string', locality: 'string', miles: 'number', latLng: 'object' } as const;

function isLocation(kept: unknown): kept is SearchLocation {
  if (!hasShape<SearchLocation>(kept, KINDS, ['latLng'])) return false;
  const { min, max } = LIMITS.miles;
  return isPoint(kept.latLng) && kept.miles >= min && kept.miles <= max;
}

function isPoint(point: unknown): boolean {
  return point === null || hasShape(point, { lat: 'number', lng: 'number' });
}

function parse(text: string | undefined): SearchLocation | undefined {
  if (text === undefined) return undefined;
  try {
    const kept: unknown = JSON.parse(text);
    return isLocation(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a location instead of the one before; undefined keeps none. */
export function keepLocation(location: SearchLocation | undefined): void {
  remember(KEY, location && JSON.stringify(location));
  changed.emit();
}

/** Calls back when it changes, here or in another tab. Returns how to unsubscribe. */
export function onNear(tell: () => void): () => void {
  const stop = changed.subscribe(tell);
  window.addEventListener('storage', tell);
  return () => {
    stop();
    window.removeEventListener('storage', tell);
  };
}
