import { DEBOUNCE } from '@folkmoot/contract/core/client.ts';
import { areaLine, hitLine } from '@folkmoot/contract/places/rules.ts';
import { type EventLocation, LIMITS, NOWHERE, type PlaceHit } from '@folkmoot/contract/places/schema.ts';
import { CloseButton, Combobox, Loader, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconMapPin } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { v4 } from 'uuid';
import { errorMessage } from '../core/api-error.ts';
import css from './places.module.css';
import { askPlace, usePlaces, wakePlaces } from './queries.ts';

type Props = {
  value: EventLocation;
  /** The town that was chosen, or none; what was written as address and link stays. */
  onChange: (location: EventLocation) => void;
  label?: string;
  description?: ReactNode;
  /** What is wrong with the choice. */
  problem?: string | undefined;
  autoFocus?: boolean;
};

/** Finds a town or city by name. Typed text has no effect until you choose a result. */
export function LocationInput({ value, onChange, label = 'Town or city', description, problem, autoFocus }: Props) {
  const chosen = areaLine(value);
  const [typed, setTyped] = useState(chosen);
  const [failed, setFailed] = useState<string>();
  const [asking, setAsking] = useState(false);
  const [left, setLeft] = useState(false);
  // One session from the first letter to the choice.
  const [session, setSession] = useState(() => v4());
  const box = useRef<HTMLInputElement>(null);
  const newest = useRef(0);
  const latest = useRef(value);
  latest.current = value;
  // Typed text stays when typing clears the choice; a choice from outside replaces it.
  const own = useRef(chosen);
  useEffect(() => {
    if (chosen !== own.current) setTyped(chosen);
    own.current = chosen;
  }, [chosen]);

  const query = asking || typed.trim() === chosen ? '' : typed.trim();
  const [settled] = useDebouncedValue(query, DEBOUNCE.search);
  const wanted = query === '' ? '' : settled;
  const places = usePlaces(wanted, session);
  const isCurrent = wanted === query && !places.isPlaceholderData;
  const hits = wanted === '' ? [] : (places.data?.data ?? []);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first result is ready for Enter when results change
  useEffect(() => {
    if (hits.length > 0) combobox.selectFirstOption();
    else combobox.resetSelectedOption();
  }, [places.data]);

  const { description: address, meetingLink } = latest.current;
  const clear = () => {
    newest.current += 1;
    setAsking(false);
    setFailed(undefined);
    setTyped('');
    if (chosen !== '' || value.latLng) onChange({ ...NOWHERE, description: address, meetingLink });
    combobox.closeDropdown();
    box.current?.focus();
  };
  const choose = (hit: PlaceHit) => {
    newest.current += 1;
    const turn = newest.current;
    combobox.closeDropdown();
    setTyped(hitLine(hit));
    setFailed(undefined);
    setAsking(true);
    askPlace(hit.placeId, session)
      .then(({ location }) => {
        if (turn !== newest.current) return;
        const { description, meetingLink } = latest.current;
        onChange({ ...location, description, meetingLink });
        setTyped(areaLine(location));
        setSession(v4());
      })
      .catch((error: unknown) => {
        if (turn === newest.current) setFailed(errorMessage(error, 'The place could not be loaded. Choose it again.'));
      })
      .finally(() => {
        if (turn === newest.current) setAsking(false);
      });
  };

  return (
    <Combobox
      store={combobox}
      withinPortal
      shadow="md"
      onOptionSubmit={(placeId) => {
        const hit = hits.find((one) => one.placeId === placeId);
        if (hit) choose(hit);
      }}
    >
      <Combobox.Target>
        <TextInput
          ref={box}
          label={label}
          description={description}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          placeholder="Search for a town or city"
          leftSection={<IconMapPin size={18} aria-hidden />}
          rightSection={
            asking || (wanted !== '' && places.isFetching) ? (
              <Loader size={16} aria-hidden />
            ) : (
              typed !== '' && <CloseButton aria-label="Clear the place" onClick={clear} />
            )
          }
          {...(autoFocus ? { 'data-autofocus': true } : {})}
          maxLength={LIMITS.query}
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          error={
            problem ??
            failed ??
            (left && query !== '' ? 'Choose a place from the list, or clear the field.' : undefined)
          }
          value={typed}
          onChange={(event) => {
            const next = event.currentTarget.value;
            newest.current += 1;
            setAsking(false);
            setFailed(undefined);
            setTyped(next);
            if (chosen !== '') {
              own.current = '';
              onChange({ ...NOWHERE, description: address, meetingLink });
            }
            if (next.trim() === '') combobox.closeDropdown();
            else combobox.openDropdown();
          }}
          onKeyDown={(event) => {
            // Enter chooses a result; while there is none it must not submit the form around the field.
            if (event.key === 'Enter' && query !== '') event.preventDefault();
          }}
          onFocus={() => {
            wakePlaces();
            setLeft(false);
            if (query !== '') combobox.openDropdown();
          }}
          onBlur={() => {
            setLeft(true);
            combobox.closeDropdown();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={wanted === ''}>
        {hits.length > 0 && (
          <Combobox.Options aria-label="Places">
            {hits.map((hit) => (
              <Combobox.Option key={hit.placeId} value={hit.placeId} className={css.hit}>
                <b dir="auto">{hit.locality}</b>
                <small dir="auto">
                  {[hit.region, hit.country].filter((part) => part && part !== hit.locality).join(', ')}
                </small>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        )}
        <div role="status">
          {wanted !== '' && hits.length === 0 && isCurrent && places.isSuccess && (
            <Combobox.Empty>No town or city found</Combobox.Empty>
          )}
          {wanted !== '' && hits.length === 0 && places.isFetching && <Combobox.Empty>Searching</Combobox.Empty>}
        </div>
        {places.isError && !places.isFetching && (
          <div className={css.failed} role="alert">
            <span>{errorMessage(places.error)}</span>
            <button type="button" onMouseDown={(event) => event.preventDefault()} onClick={() => places.refetch()}>
              Try again
            </button>
          </div>
        )}
        {places.data && <Combobox.Footer className={css.owed}>{places.data.attribution.text}</Combobox.Footer>}
      </Combobox.Dropdown>
    </Combobox>
  );
}
