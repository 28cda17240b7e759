import { titleOf } from '@folkmoot/contract/personal/rules.ts';
import { useUnreadCountOf } from '../conversations/unread/useUnreadCounts.ts';
import { UnreadBadge } from '../ui/identity/UnreadBadge.tsx';
import { PlainLink } from '../ui/layout/links.tsx';
import css from './direct-messages.module.css';
import { PersonalAvatar } from './PersonalAvatar.tsx';
import { usePersonal } from './queries.ts';
import { StartButton } from './StartButton.tsx';

const SHOWN = 6;

/** The newest private conversations, under the channels of a community. */
export function DirectMessages() {
  const list = usePersonal('all');
  const newsIn = useUnreadCountOf();
  const shown = list.data?.pages[0]?.data.slice(0, SHOWN) ?? [];
  return (
    <section className={css.section} aria-label="Direct messages">
      <div className={css.head}>
        <PlainLink to="/chat" className={css.name}>
          Direct messages
        </PlainLink>
        <StartButton />
      </div>
      <ul>
        {shown.map((conversation) => {
          const news = newsIn(conversation.id);
          return (
            <li key={conversation.id}>
              <PlainLink
                to="/chat/$conversationId"
                params={{ conversationId: conversation.id }}
                className={css.line}
                data-unread={news.unread > 0 || undefined}
              >
                <PersonalAvatar conversation={conversation} size={22} />
                <span className={css.label} dir="auto">
                  {titleOf(conversation)}
                </span>
                {news.unread > 0 && <UnreadBadge count={news.unread} label="unread message" />}
              </PlainLink>
            </li>
          );
        })}
      </ul>
      {list.isSuccess && shown.length === 0 && <p className={css.none}>No conversations yet.</p>}
    </section>
  );
}
