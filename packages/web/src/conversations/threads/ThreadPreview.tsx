import type { AuthorView, ThreadSummary } from '@folkmoot/contract/conversations/schema.ts';
import { IconChevronRight } from '@tabler/icons-react';
import { timeAgo } from '../../ui/format-date.ts';
import { AvatarGroup } from '../../ui/identity/Avatar.tsx';
import { unreadLabel } from '../../ui/identity/UnreadBadge.tsx';
import { useUnreadIn } from '../unread/useUnreadCounts.ts';
import css from './thread-preview.module.css';

type Props = { threadId: string; thread: ThreadSummary; people: ReadonlyMap<string, AuthorView>; onOpen: () => void };

/** Under a message: how many have replied, who, when last, and what is new. It opens the thread. */
export function ThreadPreview({ threadId, thread, people, onOpen }: Props) {
  const { unread, mentions } = useUnreadIn(threadId);
  const faces = thread.people.flatMap((id) => people.get(id) ?? []);
  const count = thread.count === 1 ? '1 reply' : `${thread.count.toLocaleString()} replies`;
  return (
    <button type="button" className={css.line} data-unread={unread > 0 || undefined} onClick={onOpen}>
      <AvatarGroup people={faces} size={22} />
      <b>{count}</b>
      {unread > 0 && (
        <span className={css.new} data-named={mentions > 0 || undefined}>
          {unreadLabel(unread)} new
        </span>
      )}
      <span className={css.when}>Last reply {timeAgo(thread.lastAt)}</span>
      <IconChevronRight size={15} aria-hidden className={css.arrow} />
    </button>
  );
}
