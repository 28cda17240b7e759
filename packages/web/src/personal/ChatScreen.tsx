import { beginningOf, titleOf } from '@folkmoot/contract/personal/rules.ts';
import type { PersonalDetail } from '@folkmoot/contract/personal/schema.ts';
import { Drawer } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import channelCss from '../channels/screen/channel.module.css';
import { ConversationView } from '../conversations/ConversationView.tsx';
import { isPassing } from '../core/api-error.ts';
import { lazyPart } from '../core/lazy.ts';
import { useResync } from '../core/live.ts';
import { useBackCloses, useDialogAbove } from '../ui/dialog/DialogProvider.tsx';
import { markFirst } from '../ui/dialog/first-focus.ts';
import { ErrorState } from '../ui/feedback/ErrorState.tsx';
import { NotLoaded } from '../ui/feedback/NotLoaded.tsx';
import { LoadingFallback, SkeletonRows } from '../ui/feedback/Skeleton.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { useMedia } from '../ui/useMedia.ts';
import { ChatBar } from './ChatBar.tsx';
import { ChatPanel } from './ChatPanel.tsx';
import { useChat } from './queries.ts';

const ThreadPanel = lazyPart(() => import('../conversations/threads/ThreadPanel.tsx'), 'ThreadPanel');

const route = getRouteApi('/frame/chat/$conversationId');

/** A private or group conversation. */
export function ChatScreen() {
  const { conversationId } = route.useParams();
  const chat = useChat(conversationId);
  usePageTitle(chat.data ? titleOf(chat.data) : undefined);
  useResync(() => chat.isError && void chat.refetch());
  if (chat.isPending && chat.isPaused) return <NotLoaded what="This conversation is" level={1} />;
  if (chat.isPending) {
    return (
      <div className={channelCss.waiting}>
        <LoadingFallback label="Loading the conversation">
          <SkeletonRows rows={5} size={36} round />
        </LoadingFallback>
      </div>
    );
  }
  // What somebody is writing stays where a refresh does not get through.
  if (chat.isError && !(chat.data && isPassing(chat.error)))
    return <ErrorState error={chat.error} again={chat.refetch} level={1} />;
  return <Chat key={conversationId} chat={chat.data} />;
}

function Chat({ chat }: { chat: PersonalDetail }) {
  const { message, thread } = route.useSearch();
  const navigate = route.useNavigate();
  const go = (search: { message?: number; thread?: string }) => void navigate({ search });
  const phone = useMedia('phone');
  const wide = useMedia('roomy');
  const [pinned, setPinned] = useLocalStorage({
    key: 'folkmoot.panel',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  const [drawer, setDrawer] = useState(false);
  const open = wide ? pinned : drawer;
  const setOpen = wide ? setPinned : setDrawer;
  const above = useDialogAbove();
  useBackCloses(!wide && drawer, () => setDrawer(false));
  const title = titleOf(chat);
  const link = `/chat/${chat.id}`;
  const panel = (
    <ChatPanel
      chat={chat}
      onClose={wide ? undefined : () => setDrawer(false)}
      onJump={(seq) => {
        setDrawer(false);
        go({ message: seq });
      }}
    />
  );
  return (
    <div className={channelCss.columns}>
      <div className={channelCss.middle} data-beside={thread !== undefined || undefined}>
        <ChatBar chat={chat} panelOpen={open} onPanel={() => setOpen(!open)} />
        <ConversationView
          facts={chat.facts}
          name={title}
          begins={beginningOf(chat)}
          at={thread === undefined ? message : undefined}
          link={link}
          onThread={(messageId) => go({ thread: messageId })}
        />
      </div>
      {thread !== undefined && (
        <Suspense fallback={null}>
          <ThreadPanel
            conversationId={chat.id}
            name={title}
            link={link}
            threadId={thread}
            at={message}
            onClose={() => go({})}
            onRoot={(seq) => go({ message: seq })}
          />
        </Suspense>
      )}
      {wide && pinned && thread === undefined && panel}
      {!wide && (
        <Drawer.Root
          closeOnEscape={!above}
          opened={drawer}
          onClose={() => setDrawer(false)}
          position="right"
          size={phone ? '100%' : 360}
        >
          <Drawer.Overlay />
          <Drawer.Content ref={markFirst} aria-label="About this conversation">
            <Drawer.Body className={channelCss.drawer}>{panel}</Drawer.Body>
          </Drawer.Content>
        </Drawer.Root>
      )}
    </div>
  );
}
