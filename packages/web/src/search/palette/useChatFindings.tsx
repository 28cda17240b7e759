import { titleOf } from '@folkmoot/contract/personal/rules.ts';
import type { PersonalView } from '@folkmoot/contract/personal/schema.ts';
import { useNavigate } from '@tanstack/react-router';
import { PersonalAvatar } from '../../personal/PersonalAvatar.tsx';
import { usePersonal, usePersonalFound } from '../../personal/queries.ts';
import type { Finding, Found } from './useFindings.tsx';

const MOST = 4;

/** Direct messages, groups and the chats of events: the newest, and those that a search finds by name or people. */
export function useChatFindings(
  search: string,
  then: (act: () => unknown) => () => void,
): { newest: Finding[]; found: Found } {
  const navigate = useNavigate();
  const newest = usePersonal('all').data?.pages[0]?.data ?? [];
  const found = usePersonalFound(search, 'all');
  const finding = (chat: PersonalView): Finding => ({
    key: chat.id,
    name: titleOf(chat),
    ...(chat.type === 'event-group' ? { note: 'Event chat' } : {}),
    picture: <PersonalAvatar conversation={chat} size={30} />,
    leads: true,
    open: then(() => navigate({ to: '/chat/$conversationId', params: { conversationId: chat.id } })),
  });
  const shown = search === '' ? [] : (found.data?.data ?? []);
  return {
    newest: newest.map(finding),
    found: {
      items: shown.slice(0, MOST).map(finding),
      busy: search !== '' && found.isFetching,
      failed: found.isError,
      isEarlier: found.isPlaceholderData,
    },
  };
}
