import { COPIED } from '@folkmoot/contract/core/client.ts';
import {
  addressLine,
  areaLine,
  directionsLink,
  hasExactPoint,
  mapLinks,
  pointLine,
} from '@folkmoot/contract/places/rules.ts';
import type { EventLocation } from '@folkmoot/contract/places/schema.ts';
import { Button } from '@mantine/core';
import { IconCheck, IconCopy, IconMapPin, IconRoute } from '@tabler/icons-react';
import { Suspense } from 'react';
import { lazyPart } from '../core/lazy.ts';
import { toast } from '../core/toasts/toast.ts';
import { Skeleton } from '../ui/feedback/Skeleton.tsx';
import { useCopyToClipboard } from '../ui/sharing/useCopyToClipboard.ts';
import css from './place-card.module.css';
import { useMapService } from './useMapService.ts';

const StreetMap = lazyPart(() => import('./StreetMap.tsx'), 'StreetMap');

/**
 * Where an event is: its address, the way there, the address to copy, and a map where the operator has chosen a service and the host
 * gave the point itself. Renders nothing without a location.
 */
export function PlaceCard({ location }: { location: EventLocation }) {
  const service = useMapService();
  const { copied, copy } = useCopyToClipboard(COPIED.share);
  const directions = directionsLink(location);
  if (directions === undefined) return null;
  const address = addressLine(location) || (location.latLng ? pointLine(location.latLng) : '');
  const area = areaLine(location);
  const name = location.description || area || address;
  const failed = () => toast.failed(undefined, { fallback: `Could not copy. The address is ${address}` });
  return (
    <div className={css.card}>
      <div className={css.head}>
        <span className={css.icon}>
          <IconMapPin size={20} aria-hidden />
        </span>
        <address>
          <b dir="auto">{name}</b>
          {area !== '' && area !== name && <span dir="auto">{area}</span>}
        </address>
      </div>
      {service && location.latLng && hasExactPoint(location) && (
        <Suspense fallback={<Skeleton h={260} radius="md" />}>
          <StreetMap service={service} latLng={location.latLng} place={name} />
        </Suspense>
      )}
      <div className={css.ways}>
        <Button
          component="a"
          href={directions}
          target="_blank"
          rel="noreferrer"
          className={css.button}
          leftSection={<IconRoute size={18} aria-hidden />}
        >
          Directions
        </Button>
        <Button
          className={css.button}
          leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
          onClick={() => void copy(address).then((done) => done || failed())}
        >
          <span aria-live="polite">{copied ? 'Address copied' : 'Copy address'}</span>
        </Button>
      </div>
      <p className={css.links}>
        <span>Open in</span>
        {mapLinks(location).map((link) => (
          <a key={link.name} href={link.href} target="_blank" rel="noreferrer">
            {link.name}
          </a>
        ))}
      </p>
    </div>
  );
}
