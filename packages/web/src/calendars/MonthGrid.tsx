import type { MonthRow } from '@folkmoot/contract/calendars/sources-schema.ts';
import { useEffect, useRef } from 'react';
import { PlainLink } from '../ui/layout/links.tsx';
import { clockOf, dayAfterKey, dayName, type Placed, placedByDay } from './month.ts';
import css from './month-grid.module.css';
import { OutsideLink } from './outside/OutsideLink.tsx';

/** Heights, in pixels: the weekdays; of a cell what is beside its events; an event in two lines with its time, in one, and without it. */
const HEIGHTS = { head: 37, day: 38, full: 56, short: 40, line: 26 } as const;
/** A cell before the grid has been measured. */
const CELL = 120;

/** How the events of a day are written so that they fit its cell, and how many of them are. */
function fit(count: number, cell: number): { look: 'full' | 'short' | 'line'; shown: number } {
  const room = cell - HEIGHTS.day;
  if (count * HEIGHTS.full <= room) return { look: 'full', shown: count };
  if (count * HEIGHTS.short <= room) return { look: 'short', shown: count };
  // At least the button that says how many there are.
  const lines = Math.max(1, Math.floor(room / HEIGHTS.line));
  return { look: 'line', shown: count <= lines ? count : lines - 1 };
}

type Props = {
  label: string;
  month: string;
  weeks: readonly (readonly string[])[];
  rows: readonly MonthRow[];
  /** Of the whole grid, which its weeks share; 0 before it is known. */
  height?: number;
  /** The zone whose days and times are shown. */
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
  height = 0,
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
  const cell = height === 0 ? CELL : (height - HEIGHTS.head) / weeks.length;
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
          <tr key={week[0]} style={height === 0 ? undefined : { height: cell }}>
            {week.map((day) => {
              const events = placed.get(day) ?? [];
              const { look, shown } = fit(events.length, cell);
              return (
                <td
                  key={day}
                  data-look={look}
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
                        {events.slice(0, shown).map((one) => (
                          <li key={one.row.id}>
                            <Chip placed={one} zone={zone} />
                          </li>
                        ))}
                        {events.length > shown && (
                          <li>
                            <button type="button" tabIndex={-1} className={css.more} onClick={() => onChoose(day)}>
                              {shown === 0 ? eventsOf(events.length) : `+${events.length - shown} more`}
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
  return `${name}, ${eventsOf(events.length)}`;
}

const eventsOf = (count: number) => (count === 1 ? '1 event' : `${count} events`);
