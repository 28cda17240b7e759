import type { SearchLocation } from '@folkmoot/contract/places/schema.ts';
import { useSyncExternalStore } from 'react';
import { keepLocation, nearLocation, onNear } from './near.ts';

/** Where this browser looks for what is near, and how to set it (undefined clears it). */
export function useSearchLocation(): [
  location: SearchLocation | undefined,
  set: (location: SearchLocation | undefined) => void,
] {
  return [useSyncExternalStore(onNear, nearLocation), keepLocation];
}
