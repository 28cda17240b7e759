import { addressLine, areaLine, mapLinks, mayDrawMap, pointLine } from '@folkmoot/contract/places/rules.ts';
import type { EventLocation } from '@folkmoot/contract/places/schema.ts';
import { useIntersection } from '@mantine/hooks';
import { type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from '../core/lazy.ts';
import css from './map.module.css';

const MapDrawing = lazyPart(() => import('./MapDrawing.tsx'), 'MapDrawing');

type Props = {
  location: EventLocation;
  /** Of the drawing, in pixels. */
  height?: number;
  /** Without the text under it. */
  bare?: boolean;
};

/**
 * A location: its address, a sketch map if its point is known and may be drawn, and links to map services. Renders
 * nothing without a location.
 */
export function PlaceMap({ location, height = 220, bare = false }: Props) {
  const address = addressLine(location);
  const links = mapLinks(location);
  if (links.length === 0) return null;
  const { latLng } = location;
  const words = address || (latLng ? pointLine(latLng) : '');
  const name = location.description || areaLine(location) || words;
  const rest = location.description
    ? areaLine(location)
    : latLng && address && location.placeId === ''
      ? pointLine(latLng)
      : '';
  return (
    <div className={css.place}>
      {latLng && mayDrawMap(location) && (
        <WhenSeen height={height}>
          <MapDrawing
            latLng={latLng}
            address={words}
            middleOf={location.placeId === '' ? '' : location.locality}
            height={height}
          />
        </WhenSeen>
      )}
      {!bare && (
        <div className={css.foot}>
          <address>
            <b dir="auto">{name}</b>
            {rest && <span dir="auto">{rest}</span>}
          </address>
          <p>
            <span>Open in</span>
            {links.map((link) => (
              <a key={link.name} href={link.href} target="_blank" rel="noreferrer">
                {link.name}
              </a>
            ))}
          </p>
        </div>
      )}
    </div>
  );
}

/** An event's map is far down its page: its code and its towns load when it scrolls into view. */
function WhenSeen({ height, children }: { height: number; children: ReactNode }) {
  const { ref, entry } = useIntersection();
  const [seen, setSeen] = useState(false);
  if (entry?.isIntersecting && !seen) setSeen(true);
  const sheet = <div ref={ref} className={css.sheet} style={{ height }} aria-hidden />;
  return seen ? <Suspense fallback={sheet}>{children}</Suspense> : sheet;
}
