import { isShown, timeOptions } from '@folkmoot/contract/events/times-rules.ts';
import { Autocomplete } from '@mantine/core';
import { useState } from 'react';
import { isComposing } from '../../core/keys.ts';
import { readTime, timeText } from './reading.ts';

type Props = {
  label: string;
  /** `19:15`, or empty. */
  value: string;
  /** The half hours that are suggested. */
  options: readonly string[];
  /** The day and the zone whose clocks show the time; undefined until there is a day. */
  on: { date: string; zone: string } | undefined;
  onChange: (time: string) => void;
  disabled?: boolean;
};

/**
 * A clock time: any minute can be typed, as the reader's locale writes it, and half hours are suggested. What cannot be
 * read stays in the field, with the reason.
 */
export function TimeInput({ label, value, options, on, onChange, disabled = false }: Props) {
  // Undefined while the field shows the value.
  const [typed, setTyped] = useState<string>();
  const [wrong, setWrong] = useState<string>();
  const take = (text: string) => {
    const time = readTime(text);
    const reason = wrongIn(time, on);
    setWrong(text.trim() === '' ? undefined : reason);
    if (time === null || reason !== undefined) return text.trim() === '' && setTyped(undefined);
    setTyped(undefined);
    if (time !== value) onChange(time);
  };
  return (
    <Autocomplete
      label={label}
      size="md"
      disabled={disabled}
      placeholder="--:--"
      maxDropdownHeight={220}
      data={options.map((time) => timeText(time))}
      filter={({ options: all }) => {
        const wanted = typed === undefined ? null : readTime(typed);
        return all.filter(
          (one) =>
            typed === undefined ||
            ('value' in one &&
              (wanted === null
                ? one.value.toLowerCase().startsWith(typed.trim().toLowerCase())
                : readTime(one.value)?.slice(0, 2) === wanted.slice(0, 2))),
        );
      }}
      value={typed ?? (value === '' ? '' : timeText(value))}
      onChange={(text) => {
        setWrong(undefined);
        setTyped(text);
      }}
      onOptionSubmit={(text) => {
        take(text);
        // What was chosen is also announced as typed.
        queueMicrotask(() => setTyped(undefined));
      }}
      onBlur={() => typed !== undefined && take(typed)}
      onKeyDown={(event) => {
        const { key, currentTarget } = event;
        if (
          key === 'Enter' &&
          !isComposing(event) &&
          !currentTarget.hasAttribute('aria-activedescendant') &&
          typed !== undefined
        ) {
          // It takes the time, and does not send the form: what follows from it has not been seen yet.
          event.preventDefault();
          take(typed);
        }
      }}
      error={wrong}
      data-unreadable={wrong !== undefined || undefined}
    />
  );
}

function wrongIn(time: string | null, on: Props['on']): string | undefined {
  if (time === null) return `Type a time such as ${timeText('19:30')}.`;
  if (on === undefined || isShown(on.date, time, on.zone)) return undefined;
  return timeOptions(on.date, on.zone).length === 0
    ? 'There is no such day in this time zone.'
    : `Clocks go forward on this day and skip ${timeText(time)}.`;
}
