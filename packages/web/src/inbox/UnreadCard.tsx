import { markRead } from '@folkmoot/contract/conversations/api.ts';
import type { AuthorView } from '@folkmoot/contract/conversations/schema.ts';
import type { UnreadView } from '@folkmoot/contract/inbox/schema.ts';
import { IconCheck } from '@tabler/icons-react';
import { NotificationMenu } from '../conversations/NotificationMenu.tsx';
import { useApiMutation } from '../core/queries.ts';
import { shortWhen } from '../ui/format-date.ts';
import { UnreadBadge, unreadLabel } from '../ui/identity/UnreadBadge.tsx';
import { IconButton } from '../ui/inputs/IconButton.tsx';
import css from './inbox.module.css';
import { MessageLink, originTitle } from './MessageLink.tsx';
import { MessagePreview } from './MessagePreview.tsx';
import { refreshInbox } from './queries.ts';

type Props = { unread: UnreadView; people: ReadonlyMap<string, AuthorView> };

/** A conversation with unread messages: name, count, the newest message, and a way to mark it read. */
export function UnreadCard({ unread: { origin, membership, messages, lastSeq, lastAt }, people }: Props) {
  const read = useApiMutation(markRead, { said: null, onDone: refreshInbox });
  const title = originTitle(origin);
  const first = messages[0]?.seq;
  return (
    <article className={css.card} aria-label={title}>
      <header className={css.head}>
        <MessageLink origin={origin} seq={first} className={css.title}>
          <b dir="auto">{title}</b>
          {origin.serverName && <span dir="auto">{origin.serverName}</span>}
        </MessageLink>
        {membership.mentions > 0 ? (
          <UnreadBadge count={membership.mentions} label="mention" />
        ) : (
          <span className={css.count}>{unreadLabel(membership.unread)} new</span>
        )}
        <time dateTime={lastAt}>{shortWhen(lastAt)}</time>
        <NotificationMenu
          facts={{
            id: origin.conversationId,
            type: origin.type,
            level: membership.level,
            mutedUntil: membership.mutedUntil,
          }}
          name={title}
        />
        <IconButton
          label={`Mark ${title} as read`}
          onClick={() => read.mutate({ conversationId: origin.conversationId, seq: lastSeq })}
        >
          <IconCheck size={19} />
        </IconButton>
      </header>
      {origin.rootText && (
        <p className={css.root} dir="auto">
          {origin.rootText}
        </p>
      )}
      <ul>
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
