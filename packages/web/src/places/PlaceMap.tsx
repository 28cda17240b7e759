import { addressLine, mayDrawMap, pointLine } from '@folkmoot/contract/places/rules.ts';
import type { EventLocation } from '@folkmoot/contract/places/schema.ts';
import { Suspense } from 'react';
import { lazyPart } from '../core/lazy.ts';
import css from './map.module.css';

const MapDrawing = lazyPart(() => import('./MapDrawing.tsx'), 'MapDrawing');

/** A sketch of where a location is, for its host to compare; nothing where its point is unknown or may not be drawn. */
export function PlaceMap({ location, height }: { location: EventLocation; height: number }) {
  const { latLng } = location;
  if (!latLng || !mayDrawMap(location)) return null;
  return (
    <div className={css.place}>
      <Suspense fallback={<div className={css.sheet} style={{ height }} aria-hidden />}>
        <MapDrawing
          latLng={latLng}
          address={addressLine(location) || pointLine(latLng)}
          middleOf={location.placeId === '' ? '' : location.locality}
          height={height}
        />
      </Suspense>
    </div>
  );
}
