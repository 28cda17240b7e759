import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import type { ReportView } from '@folkmoot/contract/reports/schema.ts';
import type { ReactNode } from 'react';
import { lazyPart } from '../core/lazy.ts';
import { useShowDialog } from '../ui/dialog/DialogProvider.tsx';
import { timeAgo } from '../ui/format-date.ts';
import { Avatar } from '../ui/identity/Avatar.tsx';
import css from './reports.module.css';

const ProfileDialog = lazyPart(() => import('../communities/members/ProfileDialog.tsx'), 'ProfileDialog');

/** What is asked before a reported message is deleted. */
export const DELETING = {
  title: 'Delete the reported message?',
  body: 'Everyone will see that a message was deleted. You cannot undo this.',
  verb: 'Delete message',
  busyVerb: 'Deleting',
  danger: true,
} as const;

type Props = {
  report: Pick<ReportView, 'id' | 'author' | 'text' | 'createdAt'>;
  /** The community that the message is in. */
  serverId?: string;
  where?: ReactNode;
};

/** Who wrote the reported message, where, and what it said then. */
export function ReportedMessage({ report, serverId, where }: Props) {
  const show = useShowDialog();
  const { author } = report;
  return (
    <>
      <header className={css.head}>
        <Avatar person={author ?? { id: report.id, firstName: '', lastName: '', imageUrl: null }} size={36} />
        <div>
          {author ? (
            <button
              type="button"
              className={css.author}
              onClick={() => show(<ProfileDialog userId={author.id} serverId={serverId} />)}
            >
              <b dir="auto">{fullName(author)}</b>
            </button>
          ) : (
            <b>Deleted member</b>
          )}
          {where}
        </div>
        <time dateTime={report.createdAt}>{timeAgo(report.createdAt)}</time>
      </header>
      <blockquote className={css.text} dir="auto">
        {report.text === '' ? 'Attachment only' : report.text}
      </blockquote>
    </>
  );
}
