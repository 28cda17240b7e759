import { DateInput, type DateInputProps } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { readDay } from './zones.ts';
import '@mantine/dates/styles.layer.css';

type Props = Omit<DateInputProps, 'value' | 'onChange' | 'dateParser' | 'valueFormat'> & {
  /** `2026-06-20`, or empty. */
  value: string;
  onChange: (day: string) => void;
};

/** A day, typed or picked from a calendar. */
export function DayInput({ value, onChange, ...rest }: Props) {
  return (
    <DateInput
      leftSection={<IconCalendar size={17} aria-hidden />}
      placeholder="Choose a day"
      size="md"
      valueFormat="ddd D MMMM YYYY"
      dateParser={readDay}
      firstDayOfWeek={1}
      popoverProps={{ withinPortal: true }}
      {...rest}
      value={value === '' ? null : value}
      onChange={(day) => onChange(day ?? '')}
    />
  );
}
