import type { SidebarChannel } from '@folkmoot/contract/channels/schema.ts';
import {
  IconChevronDown,
  IconChevronRight,
  IconLock,
  IconPlus,
  IconSpeakerphone,
  IconStarFilled,
} from '@tabler/icons-react';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useHasDraft } from '../../conversations/outbox/useDraft.ts';
import { lazyPart } from '../../core/lazy.ts';
import { recall, remember } from '../../core/storage.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { UnreadBadge, unreadLabel } from '../../ui/identity/UnreadBadge.tsx';
import { PlainLink } from '../../ui/layout/links.tsx';
import { useLongPress } from '../../ui/useLongPress.ts';
import css from './group.module.css';
import type { Group } from './sidebar-groups.ts';

const ChannelDialog = lazyPart(() => import('../editing/ChannelDialog.tsx'), 'ChannelDialog');
const PressedChannelMenu = lazyPart(() => import('./PressedChannelMenu.tsx'), 'PressedChannelMenu');

type Props = {
  serverId: string;
  group: Group;
  currentId: string | undefined;
  mayCreate: boolean;
  /** Puts a channel's line into a list item of its own making, where it can be dragged. */
  row?: (channel: SidebarChannel, line: ReactNode) => ReactNode;
  /** The category's drag handle. */
  handle?: ReactNode;
};

/** A category in the sidebar. A collapsed one still shows unread channels and the current one. */
export function ChannelGroup({ serverId, group, currentId, mayCreate, row = plainRow, handle }: Props) {
  const show = useShowDialog();
  const key = `closed.${group.category?.id}`;
  const [closed, setClosed] = useState(() => recall(key) === '1');
  const channels = closed ? group.channels.filter(({ id, unread }) => unread > 0 || id === currentId) : group.channels;
  const toggle = () => {
    remember(key, closed ? undefined : '1');
    setClosed(!closed);
  };
  return (
    <div className={css.group}>
      {group.category ? (
        <div className={css.head}>
          {handle}
          <button type="button" className={css.name} aria-expanded={!closed} onClick={toggle}>
            {closed ? (
              <IconChevronRight size={13} strokeWidth={2.4} aria-hidden />
            ) : (
              <IconChevronDown size={13} strokeWidth={2.4} aria-hidden />
            )}
            <span dir="auto">{group.category.name}</span>
          </button>
          {mayCreate && (
            <button
              type="button"
              className={css.add}
              aria-label={`Create a channel in ${group.category.name}`}
              onClick={() => show(<ChannelDialog serverId={serverId} categoryId={group.category?.id ?? null} />)}
            >
              <IconPlus size={15} strokeWidth={2} />
            </button>
          )}
        </div>
      ) : (
        <div className={css.gap} />
      )}
      <ul className={css.list} aria-label={group.category?.name ?? 'Without a category'}>
        {channels.map((channel) => row(channel, <ChannelLine channel={channel} current={channel.id === currentId} />))}
      </ul>
    </div>
  );
}

function plainRow(channel: SidebarChannel, line: ReactNode): ReactNode {
  return <li key={channel.id}>{line}</li>;
}

function ChannelLine({ channel, current }: { channel: SidebarChannel; current: boolean }) {
  const draft = useHasDraft(channel.conversationId);
  const [pressed, setPressed] = useState(false);
  const press = useLongPress(() => setPressed(true));
  const line = useRef<HTMLAnchorElement>(null);
  // The one that is open is in sight, wherever it was opened from.
  useEffect(() => {
    if (current) line.current?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <>
      <PlainLink
        ref={line}
        to="/channel/$channelId"
        params={{ channelId: channel.id }}
        className={css.line}
        aria-current={current ? 'page' : undefined}
        data-unread={(channel.unread > 0 && !current) || undefined}
        data-news={channel.mentions > 0 || (channel.unread > 0 && !current) ? channel.mentions : undefined}
        data-press
        {...press}
      >
        <span className={css.emoji} aria-hidden="true">
          {channel.avatar ?? '#'}
        </span>
        <span className={css.label} dir="auto">
          {channel.name}
        </span>
        {channel.mode === 'private' && <IconLock size={14} className={css.tail} aria-label="private" />}
        {channel.type === 'announcement' && (
          <IconSpeakerphone size={14} className={css.tail} aria-label="announcements" />
        )}
        {channel.isDefault && channel.unread === 0 && (
          <IconStarFilled size={12} className={css.tail} aria-label="default channel" />
        )}
        {draft && !current && <span className={css.draft}>Draft</span>}
        {channel.mentions > 0 ? (
          <UnreadBadge count={channel.mentions} label="mention" />
        ) : (
          channel.unread > 0 && !current && <Unread count={channel.unread} />
        )}
      </PlainLink>
      {pressed && (
        <Suspense fallback={null}>
          <PressedChannelMenu channelId={channel.id} onClosed={() => setPressed(false)} />
        </Suspense>
      )}
    </>
  );
}

function Unread({ count }: { count: number }) {
  return (
    <span className={css.count}>
      {unreadLabel(count)}
      <span className={css.hidden}> unread</span>
    </span>
  );
}
