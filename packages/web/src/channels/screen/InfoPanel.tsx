import type { ChannelDetail } from '@folkmoot/contract/channels/schema.ts';
import { Tabs } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { Suspense } from 'react';
import { PinnedMessages } from '../../conversations/dialogs/PinnedMessages.tsx';
import { lazyPart } from '../../core/lazy.ts';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import { paneProps } from '../../ui/layout/panes.ts';
import { ChannelAbout } from './ChannelAbout.tsx';
import { ChannelMembers } from './ChannelMembers.tsx';
import css from './panel.module.css';
import { usePanelExtras } from './usePanelExtras.ts';

const OnlineNow = lazyPart(() => import('./OnlineNow.tsx'), 'OnlineNow');
const MediaList = lazyPart(() => import('../../media/attachments/MediaList.tsx'), 'MediaList');

const TABS = ['about', 'members', 'media'] as const;
export type InfoPanelTab = (typeof TABS)[number];

type Props = {
  channel: ChannelDetail;
  tab: InfoPanelTab;
  onTab: (tab: InfoPanelTab) => void;
  onClose: (() => void) | undefined;
  /** Goes to a message of the channel. */
  onJump: (seq: number) => void;
};

/** Information about a channel: its description, its members, and its media. */
export function InfoPanel({ channel, tab, onTab, onClose, onJump }: Props) {
  const { NextEvent } = usePanelExtras();
  return (
    <aside className={css.panel} aria-label="Channel info" {...paneProps('panel')}>
      <Tabs
        value={tab}
        onChange={(value) => onTab(TABS.find((each) => each === value) ?? 'about')}
        className={css.tabs}
        keepMounted={false}
      >
        <div className={css.bar}>
          <Tabs.List className={css.list}>
            <Tabs.Tab value="about">About</Tabs.Tab>
            <Tabs.Tab
              value="members"
              rightSection={<span className={css.count}>{channel.memberCount.toLocaleString()}</span>}
            >
              Members
            </Tabs.Tab>
            <Tabs.Tab value="media">Media</Tabs.Tab>
          </Tabs.List>
          {onClose && (
            <IconButton label="Close" onClick={onClose}>
              <IconX size={20} />
            </IconButton>
          )}
        </div>
        <Tabs.Panel value="about" className={css.body}>
          <ChannelAbout channel={channel} categoryName={channel.categoryName} />
          {NextEvent && (
            <Suspense fallback={null}>
              <NextEvent serverId={channel.serverId} alias={channel.server.slug} />
            </Suspense>
          )}
          <PinnedMessages conversationId={channel.conversation.id} onJump={onJump} />
          <Suspense fallback={null}>
            <OnlineNow channel={channel} onAll={() => onTab('members')} />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="members" className={css.body}>
          <ChannelMembers channel={channel} />
        </Tabs.Panel>
        <Tabs.Panel value="media" className={css.body}>
          <Suspense fallback={null}>
            <MediaList of={{ channelId: channel.id }} onJump={onJump} />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </aside>
  );
}
