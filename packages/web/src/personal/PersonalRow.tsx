import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import { quoteWords } from '@folkmoot/contract/conversations/plain-text-rules.ts';
import { titleOf } from '@folkmoot/contract/personal/rules.ts';
import type { PersonalView } from '@folkmoot/contract/personal/schema.ts';
import { IconBellOff } from '@tabler/icons-react';
import { useHasDraft } from '../conversations/outbox/useDraft.ts';
import { useUnreadCountOf } from '../conversations/unread/useUnreadCounts.ts';
import { useMyId } from '../core/session.tsx';
import { shortWhen } from '../ui/format-date.ts';
import { UnreadBadge } from '../ui/identity/UnreadBadge.tsx';
import { PlainLink } from '../ui/layout/links.tsx';
import { PersonalAvatar } from './PersonalAvatar.tsx';
import css from './personal.module.css';

type Props = { conversation: PersonalView; current: boolean };

/** A direct conversation in a list: its name, the last message, and the unread count. */
export function PersonalRow({ conversation, current }: Props) {
  const me = useMyId();
  const news = useUnreadCountOf()(conversation.id);
  const draft = useHasDraft(conversation.id);
  const { lastMessage, membership } = conversation;
  const quiet =
    membership.level === 'nothing' || (membership.mutedUntil !== null && new Date(membership.mutedUntil) > new Date());
  return (
    <PlainLink
      to="/chat/$conversationId"
      params={{ conversationId: conversation.id }}
      className={css.row}
      aria-current={current ? 'page' : undefined}
      data-unread={(news.unread > 0 && !current) || undefined}
    >
      <PersonalAvatar conversation={conversation} size={40} />
      <span className={css.words}>
        <span className={css.title} dir="auto">
          {titleOf(conversation)}
        </span>
        <span className={css.last} dir="auto">
          {draft && !current && <span className={css.draft}>Draft </span>}
          {lastMessage ? lastWords(conversation, me) : 'No messages yet'}
        </span>
      </span>
      <span className={css.end}>
        {lastMessage && <time dateTime={lastMessage.createdAt}>{shortWhen(lastMessage.createdAt)}</time>}
        {quiet && <IconBellOff size={14} aria-label="muted" />}
        {news.unread > 0 && !current && <UnreadBadge count={news.unread} label="unread message" />}
      </span>
    </PlainLink>
  );
}

/** `Ines: see you at the kiln`; without a name between two people. */
function lastWords({ lastMessage, conversationMembers, type }: PersonalView, me: string): string {
  if (!lastMessage) return '';
  const { deleted, hidden, text, attachments, authorId } = lastMessage;
  const words = deleted ? 'A message was deleted' : quoteWords({ text: hidden ? null : text, attachments });
  if (authorId === me) return `You: ${words}`;
  const author = conversationMembers.find(({ userId }) => userId === authorId);
  return type === 'one-to-one' || !author ? words : `${fullName(author)}: ${words}`;
}
