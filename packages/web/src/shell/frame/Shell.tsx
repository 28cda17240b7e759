import { Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useAccountLive } from '../../accounts/live.ts';
import { useChannelLive } from '../../channels/live.ts';
import { useCommunityLive } from '../../communities/live.ts';
import { noteCurrentServer } from '../../core/api-client.ts';
import { useNotificationsLive } from '../../notifications/queries.ts';
import { ChatSidebar } from '../../personal/ChatSidebar.tsx';
import { usePersonalLive } from '../../personal/live.ts';
import { useReportsLive } from '../../reports/live.ts';
import { useBackCloses } from '../../ui/dialog/DialogProvider.tsx';
import { SidebarDrawer } from '../../ui/layout/SidebarButton.tsx';
import { useCurrentCommunity } from '../current-community.ts';
import { MessageExtrasProvider } from '../MessageExtrasProvider.tsx';
import { PaletteHost } from '../PaletteHost.tsx';
import { usePreloadedNotices } from '../usePreloadedNotices.ts';
import { usePushes } from '../usePushes.ts';
import { useShellKeys } from '../useShellKeys.ts';
import { useUnreadEverywhere } from '../useUnreadEverywhere.ts';
import { OfflineBanner } from './OfflineBanner.tsx';
import { Rail } from './Rail.tsx';
import { Sidebar } from './Sidebar.tsx';
import css from './shell.module.css';
import { TabBar } from './TabBar.tsx';
// People who are signed in open one soon.
import '../../ui/dialog/DialogStack.tsx';
import '../../styles/app.css';
import '../../styles/forms.css';
import { paneProps } from '../../ui/layout/panes.ts';
import { useMedia } from '../../ui/useMedia.ts';

/** The frame of every signed-in screen: the green rail, the sidebar of the current community, the screen. */
export function Shell({ children }: { children: ReactNode }) {
  const here = useCurrentCommunity();
  const serverId = here.community?.id;
  const [open, drawer] = useDisclosure(false);
  const narrow = useMedia('narrow');
  const path = useLocation({ select: ({ pathname }) => pathname });

  useEffect(() => noteCurrentServer(serverId), [serverId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes whenever the path changes.
  useEffect(() => drawer.close(), [path, drawer.close]);
  useBackCloses(open, drawer.close);
  useAccountLive();
  useCommunityLive(serverId);
  useChannelLive();
  usePersonalLive();
  useReportsLive();
  useNotificationsLive();
  usePushes();
  usePreloadedNotices();
  useUnreadEverywhere();

  return (
    <MessageExtrasProvider>
      <PaletteHost current={here.community}>
        <Keys here={here} />
        <a className={css.skip} href="#main">
          Skip to content
        </a>
        <div className={css.app}>
          <Rail currentId={serverId} />
          <div
            className={css.sheet}
            data-sidebar={(here.community || here.chats) && !here.sidebarOnly ? true : undefined}
          >
            {here.chats && !narrow && <ChatSidebar currentId={here.chatId} />}
            {here.community && !narrow && <Sidebar community={here.community} channelId={here.channelId} />}
            <SidebarDrawer value={here.community ? drawer.open : undefined}>
              <main
                id="main"
                {...paneProps('main')}
                className={css.main}
                data-tabs={here.channelId || here.chatId ? undefined : true}
              >
                <OfflineBanner />
                {children}
              </main>
            </SidebarDrawer>
          </div>
          {!here.channelId && !here.chatId && <TabBar />}
        </div>
        {here.community && narrow && (
          <Drawer.Root opened={open} onClose={drawer.close} size={296}>
            <Drawer.Overlay />
            <Drawer.Content aria-label="Channels" classNames={{ content: css.drawerContent }}>
              <Drawer.Body className={css.drawer}>
                <Sidebar community={here.community} channelId={here.channelId} />
              </Drawer.Body>
            </Drawer.Content>
          </Drawer.Root>
        )}
      </PaletteHost>
    </MessageExtrasProvider>
  );
}

/** Its own component, so that the keys can open the palette around it. */
function Keys({ here }: { here: ReturnType<typeof useCurrentCommunity> }) {
  useShellKeys(here.community?.id, here.channelId);
  return null;
}
