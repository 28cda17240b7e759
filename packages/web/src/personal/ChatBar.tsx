import { titleOf } from '@folkmoot/contract/personal/rules.ts';
import type { PersonalDetail } from '@folkmoot/contract/personal/schema.ts';
import { IconChevronLeft, IconLayoutSidebarRight, IconSearch } from '@tabler/icons-react';
import { Suspense } from 'react';
import css from '../channels/screen/channel.module.css';
import { NotificationMenu } from '../conversations/NotificationMenu.tsx';
import { usePresence } from '../core/live.ts';
import { IconButton } from '../ui/inputs/IconButton.tsx';
import { IconLink } from '../ui/layout/IconLink.tsx';
import { LinkButton } from '../ui/layout/links.tsx';
import { SidebarButton } from '../ui/layout/SidebarButton.tsx';
import { PersonalAvatar } from './PersonalAvatar.tsx';
import { useChatExtras } from './useChatExtras.ts';

type Props = { chat: PersonalDetail; panelOpen: boolean; onPanel: () => void };

/** The bar above a direct conversation: its people, and links to everything about it. */
export function ChatBar({ chat, panelOpen, onPanel }: Props) {
  const { ChatEventLink } = useChatExtras();
  const [first] = chat.conversationMembers;
  const alone = chat.type === 'one-to-one' && first !== undefined;
  const isOnline = usePresence(alone ? first.userId : undefined);
  const people = chat.memberCount === 1 ? '1 person' : `${chat.memberCount} people`;
  const note = alone ? (isOnline ? 'Online' : `@${first.username}`) : people;
  return (
    <header className={css.bar}>
      <LinkButton to="/chat" className={css.back} variant="subtle" aria-label="Back to the conversations" px="xs">
        <IconChevronLeft size={22} />
      </LinkButton>
      <SidebarButton />
      <PersonalAvatar conversation={chat} size={34} />
      <div className={css.title}>
        <div className={css.names}>
          <h1>
            <bdi>{titleOf(chat)}</bdi>
          </h1>
          <div className={css.count}>{note}</div>
        </div>
        <span className={css.topic}>{note}</span>
      </div>
      {chat.eventId !== null && ChatEventLink && (
        <Suspense fallback={null}>
          <ChatEventLink eventId={chat.eventId} />
        </Suspense>
      )}
      <IconLink
        label="Search in this conversation"
        to="/search"
        search={{ q: `in:"${alone ? `@${first.username}` : titleOf(chat)}"` }}
      >
        <IconSearch size={20} />
      </IconLink>
      <NotificationMenu facts={chat.facts} name={titleOf(chat)} />
      <IconButton
        label="About this conversation"
        aria-expanded={panelOpen}
        className={panelOpen ? css.on : undefined}
        onClick={onPanel}
      >
        <IconLayoutSidebarRight size={20} />
      </IconButton>
    </header>
  );
}
