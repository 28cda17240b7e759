import { Button } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { useSearchLocation } from '../../places/useSearchLocation.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';

const LocationDialog = lazyPart(() => import('../../places/LocationDialog.tsx'), 'LocationDialog');

/** Shows the current location filter, and changes it. `onChanged` is called afterwards. */
export function LocationFilter({ onChanged }: { onChanged?: () => void }) {
  const show = useShowDialog();
  const [near] = useSearchLocation();
  const before = useRef(near);
  useEffect(() => {
    if (before.current === near) return;
    before.current = near;
    onChanged?.();
  });
  return (
    <Button
      variant="default"
      leftSection={<IconMapPin size={17} aria-hidden />}
      onClick={() => show(<LocationDialog />)}
    >
      {near ? `Within ${near.miles.toLocaleString()} mi of ${near.locality || near.description}` : 'Everywhere'}
    </Button>
  );
}
