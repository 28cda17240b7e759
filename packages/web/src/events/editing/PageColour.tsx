import { TINTS, type Tint } from '@folkmoot/contract/core/tint.ts';
import { Button } from '@mantine/core';
import { useId } from 'react';
import css from './preview.module.css';

/** What the colours are called to somebody who does not see them, or points at one. */
const NAMES: Readonly<Record<Tint, string>> = {
  lincoln: 'Green',
  weld: 'Yellow',
  madder: 'Red',
  woad: 'Blue',
  russet: 'Orange',
  verdigris: 'Teal',
  heather: 'Purple',
  foxglove: 'Pink',
  slate: 'Grey',
};

type Props = {
  /** Null if it is picked from the cover. */
  value: Tint | null;
  picked: Tint;
  onChange: (tint: Tint | null) => void;
};

/** The colour of the page: the cover's own, or one of the nine. */
export function PageColour({ value, picked, onChange }: Props) {
  const id = useId();
  return (
    <fieldset className={css.colour}>
      <legend>Page colour</legend>
      <span className={css.tints}>
        {TINTS.map((tint) => (
          <label key={tint} className={css.tint} data-tint={tint} title={NAMES[tint]}>
            <input
              type="radio"
              name={id}
              aria-label={NAMES[tint]}
              checked={(value ?? picked) === tint}
              onChange={() => onChange(tint)}
            />
          </label>
        ))}
      </span>
      <div>
        <span>{value === null ? 'Picked from the cover' : 'Chosen by you'}</span>
        {value !== null && (
          <Button variant="subtle" size="xs" onClick={() => onChange(null)}>
            Pick from the cover
          </Button>
        )}
      </div>
    </fieldset>
  );
}
