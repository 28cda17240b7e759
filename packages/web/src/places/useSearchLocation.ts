import type { SearchLocation } from '@folkmoot/contract/places/schema.ts';
import { useSyncExternalStore } from 'react';
import { keepLocation, nearLocation, onNear } from './near.ts';

/** The location this browser searches near, and how to set it (undefined clears it). */
export function useSearchLocation(): [
  location: SearchLocation | undefined,
  set: (location: SearchLocation | undefined) => void,
] {
  return [useSyncExternalStore(onNear, nearLocation, () => undefined), keepLocation];
}
