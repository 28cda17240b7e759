import type { ChannelDetail } from '@folkmoot/contract/channels/schema.ts';
import { Drawer } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { ConversationView } from '../../conversations/ConversationView.tsx';
import { isPassing } from '../../core/api-error.ts';
import { lazyPart } from '../../core/lazy.ts';
import { useResync } from '../../core/live.ts';
import { useBackCloses, useDialogAbove } from '../../ui/dialog/DialogProvider.tsx';
import { markFirst } from '../../ui/dialog/first-focus.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { NotLoaded } from '../../ui/feedback/NotLoaded.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import { useMedia } from '../../ui/useMedia.ts';
import { useChannel } from '../queries.ts';
import { ChannelBar } from './ChannelBar.tsx';
import css from './channel.module.css';
import { InfoPanel, type InfoPanelTab } from './InfoPanel.tsx';
import { JoinBar } from './JoinBar.tsx';
import { useJoins } from './useJoins.ts';

const ThreadPanel = lazyPart(() => import('../../conversations/threads/ThreadPanel.tsx'), 'ThreadPanel');

const route = getRouteApi('/frame/channel/$channelId');

/** A channel: its bar, its conversation, and what there is to know about it. */
export function ChannelScreen() {
  const { channelId } = route.useParams();
  const { message, thread } = route.useSearch();
  const channel = useChannel(channelId);
  usePageTitle(channel.data ? `#${channel.data.name}` : undefined, channel.data?.server.name);
  useResync(() => channel.isError && void channel.refetch());
  if (channel.isPending && channel.isPaused) return <NotLoaded what="This channel is" level={1} />;
  if (channel.isPending) {
    return (
      <div className={css.waiting}>
        <LoadingFallback label="Loading the channel">
          <SkeletonRows rows={5} size={36} round />
        </LoadingFallback>
      </div>
    );
  }
  // What somebody is writing stays where a refresh does not get through.
  if (channel.isError && !(channel.data && isPassing(channel.error)))
    return <ErrorState error={channel.error} again={channel.refetch} level={1} />;
  return <Channel key={channelId} channel={channel.data} message={message} thread={thread} />;
}

type Props = { channel: ChannelDetail; message: number | undefined; thread: string | undefined };

function Channel({ channel, message, thread }: Props) {
  const navigate = route.useNavigate();
  const go = (search: { message?: number; thread?: string }) => void navigate({ search });
  const wide = useMedia('roomy');
  const phone = useMedia('phone');
  const [pinned, setPinned] = useLocalStorage({
    key: 'folkmoot.panel',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  const [drawer, setDrawer] = useState(false);
  const above = useDialogAbove();
  const joins = useJoins(channel);
  const [tab, setTab] = useState<InfoPanelTab>('about');
  const open = wide ? pinned : drawer;
  const setOpen = wide ? setPinned : setDrawer;
  useBackCloses(!wide && drawer, () => setDrawer(false));
  const panel = (
    <InfoPanel
      channel={channel}
      tab={tab}
      onTab={setTab}
      onClose={wide ? undefined : () => setDrawer(false)}
      onJump={(seq) => {
        setDrawer(false);
        go({ message: seq });
      }}
    />
  );
  return (
    <div className={css.columns}>
      <div className={css.middle} data-beside={thread !== undefined || undefined}>
        <ChannelBar
          channel={channel}
          panelOpen={open}
          onPanel={() => setOpen(!open)}
          onMembers={() => {
            setTab('members');
            setOpen(true);
          }}
        />
        <ConversationView
          facts={channel.facts}
          name={channel.name}
          at={thread === undefined ? message : undefined}
          link={`/channel/${channel.id}`}
          onThread={(messageId) => go({ thread: messageId })}
          joins={joins}
        />
        <JoinBar channel={channel} />
      </div>
      {thread !== undefined && (
        <Suspense fallback={null}>
          <ThreadPanel
            conversationId={channel.conversation.id}
            name={channel.name}
            link={`/channel/${channel.id}`}
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
          <Drawer.Content ref={markFirst} aria-label="Channel info">
            <Drawer.Body className={css.drawer}>{panel}</Drawer.Body>
          </Drawer.Content>
        </Drawer.Root>
      )}
    </div>
  );
}
