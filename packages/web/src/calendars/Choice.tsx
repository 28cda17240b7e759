import { type ReactNode, useId } from 'react';
import css from './choice.module.css';

type Props<Value extends string> = {
  label: string;
  options: readonly { value: Value; label: string; icon?: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
};

/** A choice of two or three, side by side: radios. Lighter than Mantine's, since visitors load it with the page. */
export function Choice<Value extends string>({ label, options, value, onChange }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className={css.choice} aria-label={label}>
      {options.map((option) => (
        <label key={option.value} data-on={option.value === value || undefined}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          {option.icon}
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
