import type { LatLng, MapService } from '@folkmoot/contract/places/schema.ts';
import { useComputedColorScheme } from '@mantine/core';
import { MapLibreMap, Marker, NavigationControl, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { MapState } from './StreetMap.tsx';
import css from './street-map.module.css';
import '../styles/maps.css';

/** Close enough to read the names of streets, and far enough to see where the next ones lead. */
const ZOOM = 15;
/** How long the service may take for its style, in milliseconds. */
const PATIENCE_MS = 20_000;
const FADE_MS = 300;

// The library looks for its worker beside itself, where the build leaves none.
setWorkerUrl(workerUrl);

type Props = { service: MapService; latLng: LatLng; place: string; onState: (state: MapState) => void };

/** A map with one marker. It comes with its library in a file of its own. */
export function MapView({ service, latLng: { lat, lng }, place, onState }: Props) {
  const at = useRef<HTMLDivElement>(null);
  const [pin] = useState(() => document.createElement('div'));
  // Known at once: a map that is drawn twice asks the service twice. The server never draws it.
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
  const style = (isDark && service.darkStyle) || service.style;
  const tell = useEffectEvent(onState);
  useEffect(() => {
    if (!at.current) return;
    const map = mapIn(at.current, style, { lat, lng }, place);
    if (!map) return tell('impossible');
    const marker = new Marker({ element: pin, anchor: 'bottom' }).setLngLat([lng, lat]).addTo(map);
    let hasStyle = false;
    let errors = 0;
    let tiles = 0;
    const late = setTimeout(() => tell('failed'), PATIENCE_MS);
    map.on('style.load', () => {
      hasStyle = true;
    });
    map.on('sourcedata', (event) => {
      if ('tile' in event && event.tile) tiles += 1;
    });
    map.on('error', () => {
      errors += 1;
      if (!hasStyle) tell('failed');
    });
    map.on('load', () => {
      clearTimeout(late);
      const isEmpty = errors > 0 && tiles === 0;
      tell(isEmpty ? 'failed' : 'shown');
      // The pressed button is gone, so the map takes the focus, unless the reader has moved on.
      if (!isEmpty && document.activeElement === document.body) map.getCanvas().focus({ preventScroll: true });
    });
    return () => {
      clearTimeout(late);
      marker.remove();
      map.remove();
    };
  }, [lat, lng, place, pin, style]);
  return (
    <>
      <div ref={at} className={css.map} />
      {createPortal(<Pin place={place} />, pin)}
    </>
  );
}

/** The map itself, which can be moved and zoomed, and not turned; undefined in a browser without WebGL 2. */
function mapIn(container: HTMLElement, style: string, { lat, lng }: LatLng, place: string): MapLibreMap | undefined {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  try {
    const map = new MapLibreMap({
      container,
      style,
      center: [lng, lat],
      zoom: ZOOM,
      // A finger or a wheel over the map scrolls the page.
      cooperativeGestures: true,
      // The service's terms ask that everybody sees where the map comes from.
      attributionControl: { compact: false },
      dragRotate: false,
      touchPitch: false,
      maxPitch: 0,
      fadeDuration: isCalm ? 0 : FADE_MS,
      locale: { 'Map.Title': `Map of ${place}` },
    });
    map.touchZoomRotate.disableRotation();
    map.keyboard.disableRotation();
    return map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
  } catch {
    return undefined;
  }
}

function Pin({ place }: { place: string }) {
  return (
    <svg className={css.pin} width={30} height={40} viewBox="-15 -36 30 40" role="img" aria-label={place}>
      <path d="M0 2C-5-7-14-12-14-22A14 14 0 0 1 14-22C14-12 5-7 0 2Z" />
      <circle cy={-22} r={5} />
    </svg>
  );
}
