import { LocalText } from '../LocalText.tsx';
import css from './date-tile.module.css';

type Props = { start_epoc: number | null; time_zone: string; tbdDate: boolean; small?: boolean };

/** A day as a calendar sheet, in the event's colour. The text beside it says the same. */
export function DateTile({ start_epoc, time_zone, tbdDate, small = false }: Props) {
  const known = !tbdDate && start_epoc !== null;
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(undefined, { ...options, timeZone: time_zone }).format((start_epoc ?? 0) * 1000);
  const size = small ? true : undefined;
  if (!known)
    return (
      <span className={css.tile} data-small={size} aria-hidden="true">
        <span className={css.month}>TBA</span>
        <span className={css.day}>?</span>
      </span>
    );
  return (
    <time
      className={css.tile}
      data-small={size}
      dateTime={new Date(start_epoc * 1000).toISOString()}
      aria-hidden="true"
    >
      <LocalText className={css.month}>{part({ month: 'short' })}</LocalText>
      <LocalText className={css.day}>{part({ day: 'numeric' })}</LocalText>
    </time>
  );
}
