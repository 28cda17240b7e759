import { canEndAt } from '@folkmoot/contract/events/duration-rules.ts';
import {
  epochs,
  firstTimes,
  timeOptions,
  toEpoch,
  toWall,
  type WallTimes,
  withStartDate,
  withStartTime,
  withTimeZone,
} from '@folkmoot/contract/events/times-rules.ts';
import { Switch } from '@mantine/core';
import css from '../editing/event-form.module.css';
import { type FormProps, instantsOf, wallOf } from '../editing/event-form.ts';
import { Field } from '../editing/Field.tsx';
import { DayInput } from './DayInput.tsx';
import { TimeInput } from './TimeInput.tsx';
import { ZoneSelect } from './ZoneSelect.tsx';

/** When an event begins and ends, on the clock of its own zone. `fixed` removes the option to announce it later. */
export function WhenSection({ values, set, errors, fixed = false }: Omit<FormProps, 'event'> & { fixed?: boolean }) {
  const { startDate, startTime, endDate, endTime, time_zone: zone, is_all_day: allDay } = values;
  const external = values.type === 'external';
  const times = wallOf(values);
  const put = ({ startDate, startTime, endDate, endTime, timeZone }: WallTimes) =>
    set({ startDate, startTime, endDate, endTime, time_zone: timeZone });
  const begin = (): WallTimes => times ?? firstTimes(Math.floor(Date.now() / 1000), zone);
  const setStartDate = (day: string) => {
    if (day === '') set({ startDate: '', startTime: '', endDate: '', endTime: '' });
    else put(withStartDate(begin(), day));
  };
  const setStartTime = (time: string) => put(withStartTime(begin(), time));
  const setEndDate = (day: string) => {
    const from = begin();
    put({ ...from, endDate: day === '' || day < from.startDate ? from.startDate : day });
  };
  const setEndTime = (time: string) => put({ ...begin(), endTime: time });
  const late = times && !allDay ? canEndAt(epochs(times)) : undefined;
  const tooShort = late && !late.ok ? late.refusal.message : undefined;
  const shown = external || !values.tbdDate;
  return (
    <>
      {shown && (
        <div className={css.times} data-days={allDay || undefined}>
          <Field path="start_epoc">
            <DayInput label="Starts" required value={startDate} onChange={setStartDate} error={errors.start_epoc} />
          </Field>
          {!allDay && (
            <TimeInput
              label="Start time"
              value={startTime}
              options={timeOptions(begin().startDate, zone)}
              on={startDate === '' ? undefined : { date: startDate, zone }}
              onChange={setStartTime}
            />
          )}
          <Field path="end_epoc">
            <DayInput
              label="Ends"
              required
              value={endDate}
              {...(startDate === '' ? {} : { minDate: startDate })}
              disabled={startDate === ''}
              onChange={setEndDate}
              error={tooShort ?? errors.end_epoc}
            />
          </Field>
          {!allDay && (
            <TimeInput
              label="End time"
              value={endTime}
              disabled={startDate === ''}
              options={times ? endOptions(times) : []}
              on={endDate === '' ? undefined : { date: endDate, zone }}
              onChange={setEndTime}
            />
          )}
        </div>
      )}
      <div className={css.switches}>
        <Field path="time_zone" className={css.zone ?? ''}>
          <ZoneSelect
            value={zone}
            at={instantsOf(values).start_epoc}
            onChange={(next) => (times ? put(withTimeZone(times, next)) : set({ time_zone: next }))}
            error={errors.time_zone}
          />
        </Field>
        {shown && !fixed && (
          <Switch
            label="All day"
            checked={allDay}
            onChange={({ currentTarget }) => set({ is_all_day: currentTarget.checked, ...(times && fromTimes(times)) })}
          />
        )}
        {!external && !fixed && (
          <Switch
            label="Date to be announced"
            description="What you enter is kept, and only hosts can see it until you announce it."
            checked={values.tbdDate}
            onChange={({ currentTarget }) => set({ tbdDate: currentTarget.checked })}
          />
        )}
      </div>
    </>
  );
}

/** Clock times that keep the rule when whole days are switched off again. */
function fromTimes(times: WallTimes): Pick<WallTimes, 'startTime' | 'endTime' | 'endDate'> {
  // Midnight to midnight is what whole days are read as; hours of the day are a better proposal.
  const whole = times.startTime === '00:00' && times.endTime === '00:00';
  const { startTime, endTime, endDate } = withStartTime(
    whole ? { ...times, endTime: '10:00' } : times,
    whole ? '09:00' : times.startTime,
  );
  return { startTime, endTime, endDate };
}

/** The times of the last day at which the event would be long enough. */
function endOptions(times: WallTimes): string[] {
  const { start_epoc } = epochs(times);
  return timeOptions(times.endDate, times.timeZone).filter(
    (time) => canEndAt({ start_epoc, end_epoc: toEpoch(times.endDate, time, times.timeZone) }).ok,
  );
}

type MomentProps = {
  label: string;
  description: string;
  /** Unix seconds. */
  value: number | null;
  zone: string;
  onChange: (epoch: number | null) => void;
  error?: string | undefined;
};

/** One instant, on the clock of the event's zone; it may be left open. */
export function MomentInput({ label, description, value, zone, onChange, error }: MomentProps) {
  const wall = value === null ? { date: '', time: '' } : toWall(value, zone);
  return (
    <div className={css.moment} data-open={value === null || undefined}>
      <DayInput
        label={label}
        description={description}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        placeholder="Any time"
        clearable
        clearButtonProps={{ 'aria-label': `${label}: any time` }}
        value={wall.date}
        onChange={(day) => onChange(day === '' ? null : toEpoch(day, wall.time || '09:00', zone))}
        error={error}
      />
      {value !== null && (
        <TimeInput
          label="at"
          value={wall.time}
          options={timeOptions(wall.date, zone)}
          on={{ date: wall.date, zone }}
          onChange={(time) => onChange(toEpoch(wall.date, time, zone))}
        />
      )}
    </div>
  );
}
