import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import { leavePersonal, listPeopleInside, removeFromPersonal } from '@folkmoot/contract/personal/api.ts';
import { canTakeOut } from '@folkmoot/contract/personal/rules.ts';
import type { PersonalDetail } from '@folkmoot/contract/personal/schema.ts';
import { Button, Tabs } from '@mantine/core';
import { IconDoorExit, IconPencil, IconUserMinus, IconUserPlus, IconX } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import panelCss from '../channels/screen/panel.module.css';
import { PinnedMessages } from '../conversations/dialogs/PinnedMessages.tsx';
import { lazyPart } from '../core/lazy.ts';
import { loadMore } from '../core/load-more.ts';
import { apiInfiniteQuery, useApiMutation } from '../core/queries.ts';
import { useMyId } from '../core/session.tsx';
import { useConfirm } from '../ui/dialog/ConfirmDialog.tsx';
import { useShowDialog } from '../ui/dialog/DialogProvider.tsx';
import { PresentAvatar } from '../ui/identity/PresentAvatar.tsx';
import { IconButton } from '../ui/inputs/IconButton.tsx';
import { paneProps } from '../ui/layout/panes.ts';
import css from './chat-panel.module.css';
import { refreshPersonal } from './queries.ts';
import { useChatExtras } from './useChatExtras.ts';

const MediaList = lazyPart(() => import('../media/attachments/MediaList.tsx'), 'MediaList');
const AddMembersDialog = lazyPart(() => import('../conversations/dialogs/AddMembersDialog.tsx'), 'AddMembersDialog');
const GroupDialog = lazyPart(() => import('./GroupDialog.tsx'), 'GroupDialog');
const ProfileDialog = lazyPart(() => import('../communities/members/ProfileDialog.tsx'), 'ProfileDialog');

type Props = { chat: PersonalDetail; onClose: (() => void) | undefined; onJump: (seq: number) => void };

/** Information about a direct conversation: its people, its pins, and how to leave it. */
export function ChatPanel({ chat, onClose, onJump }: Props) {
  const show = useShowDialog();
  const { ChatEvent } = useChatExtras();
  const isGroup = chat.type !== 'one-to-one';
  return (
    <aside className={panelCss.panel} aria-label="About this conversation" {...paneProps('panel')}>
      <Tabs defaultValue="about" className={panelCss.tabs} keepMounted={false}>
        <div className={panelCss.bar}>
          <Tabs.List className={panelCss.list}>
            <Tabs.Tab value="about">About</Tabs.Tab>
            <Tabs.Tab value="media">Media</Tabs.Tab>
          </Tabs.List>
          {onClose && (
            <IconButton label="Close" onClick={onClose}>
              <IconX size={20} />
            </IconButton>
          )}
        </div>
        <Tabs.Panel value="media" className={panelCss.body}>
          <Suspense fallback={null}>
            <MediaList of={{ conversationId: chat.id }} onJump={onJump} />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="about" className={panelCss.body}>
          {chat.eventId !== null && ChatEvent && (
            <Suspense fallback={null}>
              <ChatEvent eventId={chat.eventId} />
            </Suspense>
          )}
          {chat.type === 'event-group' && (
            <p className={css.note}>For hosts and guests who are going. People are added and removed automatically.</p>
          )}
          {chat.type === 'group' && (
            <div className={css.buttons}>
              <Button
                variant="default"
                leftSection={<IconUserPlus size={17} />}
                onClick={() => show(<AddMembersDialog facts={chat.facts} onAdded={() => refreshPersonal(chat.id)} />)}
              >
                Add member
              </Button>
              <Button
                variant="default"
                leftSection={<IconPencil size={17} />}
                onClick={() => show(<GroupDialog chat={chat} />)}
              >
                Name and cover
              </Button>
            </div>
          )}
          <PinnedMessages conversationId={chat.id} onJump={onJump} />
          <People chat={chat} />
          {isGroup && <Leave chat={chat} />}
        </Tabs.Panel>
      </Tabs>
    </aside>
  );
}

function People({ chat }: { chat: PersonalDetail }) {
  const me = useMyId();
  const show = useShowDialog();
  const list = useInfiniteQuery(apiInfiniteQuery(listPeopleInside, { conversationId: chat.id }));
  const people = list.data?.pages.flatMap((page) => page.data) ?? [];
  const confirm = useConfirm();
  const remove = useApiMutation(removeFromPersonal, { onDone: () => void list.refetch() });
  return (
    <section aria-label="People">
      <ul className={panelCss.people}>
        {people.map((person) => (
          <li key={person.id} className={css.person}>
            <button
              type="button"
              className={panelCss.person}
              onClick={() => show(<ProfileDialog userId={person.id} />)}
            >
              <PresentAvatar userId={person.id} person={person} size={32} />
              <span className={panelCss.name} dir="auto">
                {fullName(person)}
              </span>
            </button>
            {person.id !== me && canTakeOut({ ...chat, joined: true }, person.id, me).ok && (
              <IconButton
                label={`Remove ${fullName(person)}`}
                size={30}
                onClick={() =>
                  confirm({
                    title: `Remove ${fullName(person)}?`,
                    body: 'They will no longer see this group’s messages. Any member can add them again.',
                    verb: 'Remove',
                    busyVerb: 'Removing',
                    danger: true,
                    run: () => remove.mutateAsync({ conversationId: chat.id, userId: person.id }),
                  })
                }
              >
                <IconUserMinus size={17} />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button variant="subtle" size="xs" loading={list.isFetchingNextPage} onClick={() => void loadMore(list)}>
          Show more
        </Button>
      )}
    </section>
  );
}

function Leave({ chat }: { chat: PersonalDetail }) {
  const confirm = useConfirm();
  const navigate = useNavigate();
  const leave = useApiMutation(leavePersonal, {
    onDone: () => {
      void navigate({ to: '/chat' });
      refreshPersonal();
    },
  });
  return (
    <Button
      variant="subtle"
      color="madder"
      className={css.leave}
      leftSection={<IconDoorExit size={17} />}
      onClick={() =>
        confirm({
          title: 'Leave this group?',
          body: 'You will no longer see its messages. Any member can add you again.',
          verb: 'Leave group',
          busyVerb: 'Leaving',
          danger: true,
          run: () => leave.mutateAsync({ conversationId: chat.id }),
        })
      }
    >
      Leave group
    </Button>
  );
}
