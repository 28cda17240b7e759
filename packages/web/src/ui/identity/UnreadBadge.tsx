import css from './unread-badge.module.css';

const MOST = 99;

/** How a count is written: exact up to 99, then `99+`. */
export function unreadLabel(count: number): string {
  return count > MOST ? `${MOST}+` : String(count);
}

/** The red badge for urgent counts. `label` names what is counted, in the singular. */
export function UnreadBadge({ count, label }: { count: number; label: string }) {
  return (
    <span className={css.badge}>
      <span aria-hidden="true">{unreadLabel(count)}</span>
      <span className={css.hidden}>{`${unreadLabel(count)} ${label}${count === 1 ? '' : 's'}`}</span>
    </span>
  );
}
