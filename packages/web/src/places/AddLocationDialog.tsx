import { canConfirmLocation, pointLine, readPoint } from '@folkmoot/contract/places/rules.ts';
import { EventLocation, LIMITS, NOWHERE, refusals } from '@folkmoot/contract/places/schema.ts';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { useCloseDialog, useUnsaved } from '../ui/dialog/DialogProvider.tsx';
import { LocationInput } from './LocationInput.tsx';
import { PlaceMap } from './PlaceMap.tsx';
import css from './places.module.css';

type Props = { value?: EventLocation; onConfirm: (location: EventLocation) => void };

/** Enters a location: an address in your own words, and a town or coordinates that put it on the map. */
export function AddLocationDialog({ value = NOWHERE, onConfirm }: Props) {
  const close = useCloseDialog();
  const [location, setLocation] = useState(value);
  const [point, setPoint] = useState(value.placeId === '' && value.latLng ? pointLine(value.latLng) : '');
  const written = JSON.stringify([location, point]);
  const [first] = useState(written);
  const leave = useUnsaved(written !== first);
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const typed = readPoint(point);
  // Coordinates that somebody typed are not the service's own any more.
  const whole: EventLocation = typed ? { ...location, latLng: typed, placeId: '' } : location;
  const change = (next: EventLocation) => {
    setWrong({});
    setLocation(next);
  };
  const confirm = () => {
    if (point.trim() !== '' && !typed) return setWrong({ latLng: refusals.noPoint.message });
    const decision = canConfirmLocation(whole);
    if (!decision.ok) return setWrong(decision.fields);
    const checked = EventLocation.safeParse(whole);
    if (!checked.success) {
      const issues = checked.error.issues.map(({ path, message }) => [String(path[0]), message]);
      return setWrong(Object.fromEntries(issues));
    }
    onConfirm(checked.data);
    close();
  };
  return (
    <Dialog
      title={canConfirmLocation(value).ok ? 'Change location' : 'Add location'}
      width={560}
      footer={
        <>
          <Button variant="subtle" onClick={leave}>
            Cancel
          </Button>
          <Button onClick={confirm}>Confirm</Button>
        </>
      }
    >
      <div className={css.fields}>
        <TextInput
          label="Place or address"
          description="As people should read it, such as “The Old Ropeworks, 14 Tannery Row”."
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          data-autofocus
          dir="auto"
          autoComplete="off"
          maxLength={LIMITS.name}
          error={wrong.description}
          value={location.description}
          onChange={(event) => change({ ...location, description: event.currentTarget.value })}
        />
        <LocationInput value={location} onChange={change} problem={wrong.locality} />
        <TextInput
          label="Coordinates"
          description="Optional. They put the pin exactly where you want it."
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          placeholder={location.latLng ? pointLine(location.latLng) : '51.509, -0.126'}
          autoComplete="off"
          error={wrong.latLng}
          value={point}
          onBlur={() => point.trim() !== '' && !typed && setWrong({ latLng: refusals.noPoint.message })}
          onChange={(event) => {
            setWrong({});
            setPoint(event.currentTarget.value);
          }}
        />
        {whole.latLng && <PlaceMap location={whole} height={190} />}
      </div>
    </Dialog>
  );
}
