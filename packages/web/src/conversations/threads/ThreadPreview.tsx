import type { AuthorView, ThreadSummary } from '@folkmoot/contract/conversations/schema.ts';
import { IconChevronRight } from '@tabler/icons-react';
import { timeAgo } from '../../ui/format-date.ts';
import { AvatarGroup } from '../../ui/identity/Avatar.tsx';
import css from './thread-preview.module.css';

type Props = { thread: ThreadSummary; people: ReadonlyMap<string, AuthorView>; onOpen: () => void };

/** Under a message: how many have replied, who, and when last. It opens the thread. */
export function ThreadPreview({ thread, people, onOpen }: Props) {
  const faces = thread.people.flatMap((id) => people.get(id) ?? []);
  const count = thread.count === 1 ? '1 reply' : `${thread.count.toLocaleString()} replies`;
  return (
    <button type="button" className={css.line} onClick={onOpen}>
      <AvatarGroup people={faces} size={22} />
      <b>{count}</b>
      <span className={css.when}>Last reply {timeAgo(thread.lastAt)}</span>
      <IconChevronRight size={15} aria-hidden className={css.arrow} />
    </button>
  );
}
