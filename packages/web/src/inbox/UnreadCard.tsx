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
import { refreshInbox } from './queries.ts';
import { Said } from './Said.tsx';
import { SpotLink, spotTitle } from './SpotLink.tsx';

type Props = { unread: UnreadView; people: ReadonlyMap<string, AuthorView> };

/** A conversation with unread messages: name, count, the newest message, and a way to mark it read. */
export function UnreadCard({ unread: { spot, place, messages, lastSeq, lastAt }, people }: Props) {
  const read = useApiMutation(markRead, { said: null, onDone: refreshInbox });
  const title = spotTitle(spot);
  const first = messages[0]?.seq;
  return (
    <article className={css.card} aria-label={title}>
      <header className={css.head}>
        <SpotLink spot={spot} seq={first} className={css.title}>
          <b dir="auto">{title}</b>
          {spot.serverName && <span dir="auto">{spot.serverName}</span>}
        </SpotLink>
        {place.mentions > 0 ? (
          <UnreadBadge count={place.mentions} label="mention" />
        ) : (
          <span className={css.count}>{unreadLabel(place.unread)} new</span>
        )}
        <time dateTime={lastAt}>{shortWhen(lastAt)}</time>
        <NotificationMenu facts={{ id: spot.conversationId, level: place.level, mutedUntil: place.mutedUntil }} />
        <IconButton
          label={`Mark ${title} read`}
          onClick={() => read.mutate({ conversationId: spot.conversationId, seq: lastSeq })}
        >
          <IconCheck size={19} />
        </IconButton>
      </header>
      {spot.rootText && (
        <p className={css.root} dir="auto">
          {spot.rootText}
        </p>
      )}
      <ul>
        {messages.map((message) => (
          <li key={message.id}>
            <SpotLink spot={spot} seq={message.seq} className={css.said}>
              <Said message={message} people={people} />
            </SpotLink>
          </li>
        ))}
      </ul>
    </article>
  );
}
