import { areaLine, canConfirmLocation } from '@folkmoot/contract/places/rules.ts';
import { type EventLocation, LIMITS, NOWHERE, type SearchLocation } from '@folkmoot/contract/places/schema.ts';
import { Button, NumberInput, Slider } from '@mantine/core';
import { IconCurrentLocation } from '@tabler/icons-react';
import { useState } from 'react';
import { errorMessage } from '../core/api-error.ts';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { useCloseDialog, useUnsaved } from '../ui/dialog/DialogProvider.tsx';
import { LoadingButton } from '../ui/feedback/LoadingButton.tsx';
import { LocationInput } from './LocationInput.tsx';
import css from './places.module.css';
import { askPosition, PositionRefused } from './position.ts';
import { useSearchLocation } from './useSearchLocation.ts';

const HERE = 'Your position';
const USUAL_MILES = 25;
/** The slider's end; more can be typed. */
const SLIDES_TO = 100;

/** Chooses the place and the distance to search for events. Kept in this browser. */
export function LocationDialog() {
  const close = useCloseDialog();
  const [kept, keep] = useSearchLocation();
  const [location, setLocation] = useState<EventLocation>(() => (kept ? placeOf(kept) : NOWHERE));
  const [miles, setMiles] = useState<number | ''>(kept?.miles ?? USUAL_MILES);
  const written = JSON.stringify([location, miles]);
  const [first] = useState(written);
  const leave = useUnsaved(written !== first);
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const [asking, setAsking] = useState(false);
  const [refused, setRefused] = useState<string>();
  // A position replaces whatever was typed: the field starts over.
  const [positions, setPositions] = useState(0);
  const isHere = location.latLng !== null && location.locality === '';

  const ask = () => {
    setAsking(true);
    setRefused(undefined);
    setWrong({});
    askPosition()
      .then((latLng) => {
        setLocation({ ...NOWHERE, latLng, description: HERE });
        setPositions((before) => before + 1);
      })
      .catch((error: unknown) => setRefused(error instanceof PositionRefused ? error.message : errorMessage(error)))
      .finally(() => setAsking(false));
  };
  const confirm = () => {
    const { locality, latLng } = location;
    const reach = miles === '' ? 0 : miles;
    const decision = canConfirmLocation({ locality, latLng, miles: reach });
    if (!decision.ok) return setWrong(decision.fields);
    keep({ description: areaLine(location) || HERE, locality, latLng, miles: reach });
    close();
  };
  const setReach = (next: number | '') => {
    setWrong({});
    setMiles(next);
  };
  return (
    <Dialog
      title="Location"
      width={480}
      footerStart={
        kept && (
          <Button
            variant="subtle"
            onClick={() => {
              keep(undefined);
              close();
            }}
          >
            Search everywhere
          </Button>
        )
      }
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
        <LocationInput
          key={positions}
          value={location}
          onChange={(next) => {
            setWrong({});
            setRefused(undefined);
            setLocation(next);
          }}
          problem={wrong.locality}
          autoFocus
        />
        <div className={css.or}>
          <LoadingButton
            variant="default"
            loading={asking}
            loadingLabel="Asking your browser"
            leftSection={<IconCurrentLocation size={17} aria-hidden />}
            onClick={ask}
          >
            Use my position
          </LoadingButton>
          {refused ? <p role="alert">{refused}</p> : isHere && <p role="status">Searching around your position.</p>}
        </div>
        <fieldset className={css.miles}>
          <legend>Distance in miles</legend>
          <Slider
            thumbLabel="Distance in miles"
            min={LIMITS.miles.min}
            max={SLIDES_TO}
            label={null}
            value={Math.min(SLIDES_TO, miles === '' ? LIMITS.miles.min : miles)}
            onChange={setReach}
          />
          <NumberInput
            aria-label="Distance in miles, as a number"
            min={0}
            max={LIMITS.miles.max}
            allowNegative={false}
            decimalScale={1}
            suffix=" mi"
            error={wrong.miles !== undefined}
            value={miles}
            onChange={(next) => setReach(typeof next === 'number' ? next : next === '' ? '' : Number(next))}
          />
          {wrong.miles && (
            <p className={css.wrong} role="alert">
              {wrong.miles}
            </p>
          )}
        </fieldset>
      </div>
    </Dialog>
  );
}

/** What is kept, as the field shows it: its line is all that is known of region and country. */
function placeOf({ description, locality, latLng }: SearchLocation): EventLocation {
  const rest = description.startsWith(`${locality}, `) ? description.slice(locality.length + 2) : '';
  return { ...NOWHERE, locality, administrative_area_level_1: locality === '' ? '' : rest, latLng };
}
