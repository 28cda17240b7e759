import type { Icon } from '@tabler/icons-react';
import { useId } from 'react';
import css from './radio-cards.module.css';

type Option<Value extends string> = { value: Value; title: string; text: string; icon: Icon };

type Props<Value extends string> = {
  label: string;
  options: readonly Option<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  hideLabel?: boolean;
};

/** One choice among a few, each a card that explains it. The whole card is the radio. */
export function RadioCards<Value extends string>({ label, options, value, onChange, hideLabel = false }: Props<Value>) {
  const id = useId();
  return (
    <fieldset className={css.cards}>
      <legend data-hidden={hideLabel || undefined}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={css.card} data-on={option.value === value || undefined}>
          <span className={css.icon}>
            <option.icon size={20} aria-hidden />
          </span>
          <span className={css.words}>
            <b id={`${id}${option.value}`}>{option.title}</b>
            <span>{option.text}</span>
          </span>
          <input
            type="radio"
            name={id}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            aria-labelledby={`${id}${option.value}`}
          />
        </label>
      ))}
    </fieldset>
  );
}
