import type { LatLng, MapService } from '@folkmoot/contract/places/schema.ts';
import { Button } from '@mantine/core';
import { IconMap2 } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { lazyPart } from '../core/lazy.ts';
import css from './street-map.module.css';

const MapView = lazyPart(() => import('./MapView.tsx'), 'MapView');

const HOSTS = new Intl.ListFormat('en-GB');

export type MapState = 'closed' | 'loading' | 'shown' | 'failed' | 'impossible';

type Props = {
  service: MapService;
  latLng: LatLng;
  /** What the map is of. */
  place: string;
};

/**
 * The streets around a place, from the service that the operator has chosen. It would learn who looks at which event, so it is
 * asked for nothing before the person wants the map. The map has the size of what stands in its place until then.
 */
export function StreetMap({ service, latLng, place }: Props) {
  const [state, setState] = useState<MapState>('closed');
  const isOpen = state === 'loading' || state === 'shown';
  const from = `The map comes from ${HOSTS.format(service.hosts)}, which will see your IP address.`;
  return (
    <div className={css.box}>
      {isOpen && (
        <Suspense fallback={null}>
          <MapView service={service} latLng={latLng} place={place} onState={setState} />
        </Suspense>
      )}
      {state !== 'shown' && (
        <div className={css.over} role={state === 'closed' ? undefined : 'status'}>
          {state === 'loading' && <p>Loading the map.</p>}
          {state === 'failed' && <p>The map could not be loaded.</p>}
          {state === 'impossible' && <p>This browser cannot show the map. Use the links below instead.</p>}
          {(state === 'closed' || state === 'failed') && (
            <Button
              className={css.button}
              leftSection={<IconMap2 size={18} aria-hidden />}
              onClick={() => setState('loading')}
            >
              {state === 'closed' ? 'Show map' : 'Try again'}
            </Button>
          )}
          {state === 'closed' && <p className={css.from}>{from}</p>}
        </div>
      )}
    </div>
  );
}
