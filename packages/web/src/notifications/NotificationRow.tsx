import { sentenceOf } from '@folkmoot/contract/notifications/rules.ts';
import type { NotificationKind, NotificationView } from '@folkmoot/contract/notifications/schema.ts';
import {
  IconBell,
  IconCalendarClock,
  IconCalendarPlus,
  IconCalendarX,
  IconFlag,
  IconKey,
  IconMessageQuestion,
  IconTicket,
  IconUserCheck,
  IconUserPlus,
  IconUsersPlus,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { shortWhen } from '../ui/format-date.ts';
import { Avatar } from '../ui/identity/Avatar.tsx';
import { PlainLink } from '../ui/layout/links.tsx';
import css from './notifications.module.css';

const ICONS: Partial<Record<NotificationKind, ComponentType<{ size: number }>>> = {
  registration: IconUserPlus,
  approval_request: IconUserCheck,
  access_request: IconKey,
  join_request: IconUsersPlus,
  member_joined: IconUsersPlus,
  report: IconFlag,
  event_submission: IconCalendarPlus,
  question_waiting: IconMessageQuestion,
  question_response: IconMessageQuestion,
  waitlist_offer: IconTicket,
  event_changed: IconCalendarClock,
  event_cancelled: IconCalendarX,
};

type Props = { notification: NotificationView; onOpen: () => void };

/** One notification, as a link to what it is about. */
export function NotificationRow({ notification, onOpen }: Props) {
  const { kind, person, unread, at } = notification;
  const { title, body, path } = sentenceOf(notification);
  const Icon = ICONS[kind] ?? IconBell;
  const [pathname = '/', query] = path.split(/[?#]/);
  const hash = path.split('#')[1];
  return (
    <li>
      <PlainLink
        to={pathname}
        search={Object.fromEntries(new URLSearchParams(query)) as never}
        {...(hash === undefined ? {} : { hash })}
        className={css.row}
        data-unread={unread || undefined}
        onClick={() => {
          if (unread) onOpen();
        }}
      >
        <span className={css.face} data-kind={kind}>
          {person ? <Avatar person={person} size={40} /> : <Icon size={20} />}
        </span>
        <span className={css.words}>
          <b dir="auto">{title}</b>
          <span dir="auto">{body}</span>
        </span>
        <time dateTime={at}>{shortWhen(at)}</time>
        {unread && <span className={css.dot} role="img" aria-label="Unread" />}
      </PlainLink>
    </li>
  );
}
