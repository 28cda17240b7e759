import { newsOf } from '@folkmoot/contract/conversations/rules.ts';
import type { AuthorView } from '@folkmoot/contract/conversations/schema.ts';
import type { FollowedThread } from '@folkmoot/contract/threads/schema.ts';
import { useUnreadCounts } from '../conversations/unread/useUnreadCounts.ts';
import css from '../inbox/inbox.module.css';
import { MessageLink, originTitle } from '../inbox/MessageLink.tsx';
import { MessagePreview } from '../inbox/MessagePreview.tsx';
import { shortWhen } from '../ui/format-date.ts';
import { unreadLabel } from '../ui/identity/UnreadBadge.tsx';
import own from './threads.module.css';

type Props = { thread: FollowedThread; people: ReadonlyMap<string, AuthorView> };

/** A thread: where it is, the message it belongs to, and its newest replies. */
export function ThreadCard({ thread: { origin, root, membership, messages, lastAt }, people }: Props) {
  const around = useUnreadCounts()?.find(({ conversationId }) => conversationId === origin.parentId);
  const { unread } = newsOf(membership, new Date(), around);
  const title = originTitle({ ...origin, parentId: null });
  const gone = root.deletedAt !== null || root.hidden;
  return (
    <article className={css.card} aria-label={`Thread in ${title}`} data-unread={unread > 0 || undefined}>
      <header className={css.head}>
        <MessageLink origin={origin} seq={undefined} className={css.title}>
          <b dir="auto">{title}</b>
          {origin.serverName && <span dir="auto">{origin.serverName}</span>}
        </MessageLink>
        {unread > 0 && <span className={css.new}>{unreadLabel(unread)} new</span>}
        <time dateTime={lastAt}>{shortWhen(lastAt)}</time>
      </header>
      {gone ? (
        <p className={css.root}>The first message is no longer there.</p>
      ) : (
        <div className={css.message}>
          <MessagePreview message={root} people={people} />
        </div>
      )}
      <ul className={own.replies}>
        {messages.map((message) => (
          <li key={message.id}>
            <MessageLink origin={origin} seq={message.seq} className={css.message}>
              <MessagePreview message={message} people={people} />
            </MessageLink>
          </li>
        ))}
      </ul>
    </article>
  );
}
