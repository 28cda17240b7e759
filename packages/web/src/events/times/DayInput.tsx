import { localDay } from '@folkmoot/contract/core/times/local-day.ts';
import { DateInput, type DateInputProps } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import { firstDayOfWeek } from './event-times.ts';
import { dayText, readDay } from './reading.ts';
import '@mantine/dates/styles.layer.css';

type Props = Omit<DateInputProps, 'value' | 'onChange' | 'dateParser' | 'valueFormat' | 'minDate'> & {
  /** `2026-06-20`, or empty. */
  value: string;
  /** The first day that may be chosen. */
  minDate?: string;
  onChange: (day: string) => void;
};

/** Escape closes the calendar, and not the dialog around it. */
const KEPT = { 'data-mantine-stop-propagation': true };

/**
 * A day, typed or picked from a calendar, which opens by a click or by the arrow key down; that leads into it. What cannot be read
 * stays in the field, with the reason.
 */
export function DayInput({ value, onChange, minDate, error, ...rest }: Props) {
  const [typed, setTyped] = useState('');
  const [left, setLeft] = useState(false);
  const wrong = wrongIn(typed, minDate);
  const [opened, setOpened] = useState<'by click' | 'by key'>();
  // Where the calendar begins: the month that it shows is that of the value, or this one.
  const start = value === '' ? localDay(Date.now(), undefined) : value;
  const close = () => setOpened(undefined);
  return (
    <DateInput
      leftSection={<IconCalendar size={17} aria-hidden />}
      placeholder="Choose a day"
      size="md"
      valueFormat={(day) => dayText(day.slice(0, 10))}
      dateParser={(text) => readDay(text)}
      firstDayOfWeek={firstDayOfWeek()}
      weekdayFormat={(day) => partOf(day, { weekday: 'short' })}
      monthLabelFormat={(day) => partOf(day, { month: 'long', year: 'numeric' })}
      weekendDays={[]}
      highlightToday
      aria-description="Arrow down opens a calendar."
      popoverProps={{
        withinPortal: true,
        opened: opened !== undefined,
        onChange: (open) => open || close(),
        trapFocus: opened === 'by key',
        returnFocus: true,
      }}
      attributes={{ calendarHeaderControl: KEPT, calendarHeaderLevel: KEPT, day: KEPT }}
      getDayProps={(day) => ({ onClick: close, ...(day === start && { 'data-autofocus': true }) })}
      onClick={() => setOpened('by click')}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        setOpened('by key');
      }}
      {...(opened && KEPT)}
      {...rest}
      {...(minDate === undefined ? {} : { minDate })}
      fixOnBlur={wrong === undefined}
      value={value === '' ? null : value}
      onInput={({ currentTarget }) => {
        setTyped(currentTarget.value);
        setLeft(false);
        close();
      }}
      onBlur={() => {
        setLeft(true);
        setOpened((now) => (now === 'by key' ? now : undefined));
      }}
      onChange={(day) => {
        setTyped('');
        onChange(day?.slice(0, 10) ?? '');
      }}
      error={left && wrong ? wrong : error}
      data-unreadable={wrong !== undefined || undefined}
    />
  );
}

function wrongIn(typed: string, minDate: string | undefined): string | undefined {
  if (typed.trim() === '') return undefined;
  const day = readDay(typed);
  if (day === null) return `Type a day such as ${dayText('2026-06-20')}.`;
  return minDate !== undefined && day < minDate ? `Choose ${dayText(minDate)} or a later day.` : undefined;
}

function partOf(day: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(undefined, { ...options, timeZone: 'UTC' }).format(Date.parse(day.slice(0, 10)));
}
