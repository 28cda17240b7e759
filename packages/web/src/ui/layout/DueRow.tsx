import type { ReactNode } from 'react';
import css from './due-row.module.css';
import { PlainLink } from './links.tsx';

type Props = {
  to: string;
  search?: Record<string, string | number>;
  hash?: string;
  icon: ReactNode;
  tone?: 'warn' | 'info' | 'ok' | 'danger';
  /** What the link does, in a word or two. */
  action: string;
  title: string;
  text: string;
};

/** Something that waits for me, as a link to where I answer it. */
export function DueRow({ to, search, hash, icon, tone = 'warn', action, title, text }: Props) {
  return (
    <li className={css.due}>
      <PlainLink to={to} search={(search ?? {}) as never} {...(hash === undefined ? {} : { hash })} className={css.row}>
        <span className={css.icon} data-tone={tone} aria-hidden="true">
          {icon}
        </span>
        <span className={css.words}>
          <b dir="auto">{title}</b>
          <small dir="auto">{text}</small>
        </span>
        <span className={css.action} aria-hidden="true">
          {action}
        </span>
      </PlainLink>
    </li>
  );
}
