import type { MonthRow } from '@folkmoot/contract/calendars/sources-schema.ts';
import { useEffect, useRef } from 'react';
import { PlainLink } from '../ui/layout/links.tsx';
import { clockOf, dayAfterKey, dayName, type Placed, placedByDay } from './month.ts';
import css from './month-grid.module.css';
import { OutsideLink } from './outside/OutsideLink.tsx';

/** Events of one day that have room in its cell. */
const ROOM = 3;

type Props = {
  label: string;
  month: string;
  weeks: readonly (readonly string[])[];
  rows: readonly MonthRow[];
  /** The calendar's zone: its days are shown. */
  zone: string;
  firstDay: number;
  today: string;
  chosen: string | undefined;
  onChoose: (day: string) => void;
  /** The day that the arrow keys lead to, maybe of another month. */
  onFocusDay: (day: string) => void;
  /** The day that Tab leads to. */
  stop: string;
};

/** A month of a calendar: days with their events, or on a phone with a dot for each. One stop of Tab; arrow keys go from day to day. */
export function MonthGrid({
  label,
  month,
  weeks,
  rows,
  zone,
  firstDay,
  today,
  chosen,
  onChoose,
  onFocusDay,
  stop,
}: Props) {
  const grid = useRef<HTMLTableElement>(null);
  const wanted = useRef<string>(undefined);
  const placed = placedByDay(rows, zone);
  // The month of the day that an arrow key leads to may have to be drawn first.
  useEffect(() => {
    const day = grid.current?.querySelector<HTMLElement>(`[data-day="${wanted.current}"]`);
    if (day?.tabIndex !== 0) return;
    wanted.current = undefined;
    day.focus();
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose days are gone through by arrow keys is a grid.
    <table role="grid" className={css.month} aria-label={label} ref={grid} data-weeks={weeks.length}>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col" abbr={dayName(day, { weekday: 'long' })}>
              {dayName(day, { weekday: 'short' })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => {
              const events = placed.get(day) ?? [];
              return (
                <td
                  key={day}
                  data-outside={!day.startsWith(month) || undefined}
                  data-chosen={day === chosen || undefined}
                >
                  <button
                    type="button"
                    className={css.day}
                    data-day={day}
                    data-today={day === today || undefined}
                    tabIndex={day === stop ? 0 : -1}
                    aria-label={nameOf(day, events, today)}
                    aria-pressed={day === chosen}
                    aria-current={day === today ? 'date' : undefined}
                    onClick={() => onChoose(day)}
                    onKeyDown={(event) => {
                      const next = dayAfterKey(day, event.key, firstDay);
                      if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
                      event.preventDefault();
                      wanted.current = next;
                      onFocusDay(next);
                    }}
                  >
                    {Number(day.slice(8))}
                  </button>
                  {events.length > 0 && (
                    <>
                      <ul className={css.events}>
                        {events.slice(0, events.length > ROOM ? ROOM - 1 : ROOM).map((one) => (
                          <li key={one.row.id}>
                            <Chip placed={one} zone={zone} />
                          </li>
                        ))}
                        {events.length > ROOM && (
                          <li>
                            <button type="button" tabIndex={-1} className={css.more} onClick={() => onChoose(day)}>
                              +{events.length - ROOM + 1} more
                            </button>
                          </li>
                        )}
                      </ul>
                      <span className={css.dots} aria-hidden>
                        {events.slice(0, 3).map(({ row }) => (
                          <i key={row.id} data-tint={row.tint} />
                        ))}
                      </span>
                    </>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Chip({ placed: { row, starts, ends }, zone }: { placed: Placed; zone: string }) {
  const look = {
    className: css.chip,
    tabIndex: -1,
    'data-tint': row.tint,
    'data-before': !starts || undefined,
    'data-after': !ends || undefined,
    'data-cancelled': row.status === 'cancelled' || undefined,
  };
  const words = (
    <>
      <b dir="auto">{row.name}</b>
      {row.status === 'cancelled' ? (
        <small>Cancelled</small>
      ) : (
        starts && !row.is_all_day && <small>{clockOf(row.start_epoc, zone)}</small>
      )}
    </>
  );
  if ('external' in row)
    return (
      <OutsideLink url={row.url} size={12} title={`${row.name}, from ${row.sourceName}`} {...look}>
        {words}
      </OutsideLink>
    );
  return (
    <PlainLink to="/$alias" params={{ alias: row.alias }} {...look}>
      {words}
    </PlainLink>
  );
}

function nameOf(day: string, events: readonly Placed[], today: string): string {
  const name = `${day === today ? 'Today, ' : ''}${dayName(day)}`;
  if (events.length === 0) return name;
  return `${name}, ${events.length === 1 ? '1 event' : `${events.length} events`}`;
}
