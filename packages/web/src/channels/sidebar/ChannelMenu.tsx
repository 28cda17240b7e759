import { archiveChannel, markDefault, moveChannel } from '@folkmoot/contract/channels/api.ts';
import { canBeDefault, canLeave, NEW_CATEGORY } from '@folkmoot/contract/channels/rules.ts';
import type { ChannelView } from '@folkmoot/contract/channels/schema.ts';
import type { ViewerView } from '@folkmoot/contract/communities/schema.ts';
import { Menu } from '@mantine/core';
import {
  IconArchive,
  IconDoorExit,
  IconDots,
  IconFolderMinus,
  IconFolderPlus,
  IconFolderSymlink,
  IconInfoCircle,
  IconMessage,
  IconPencil,
  IconShare2,
  IconStar,
  IconStarOff,
  IconUserPlus,
} from '@tabler/icons-react';
import { lazyPart } from '../../core/lazy.ts';
import { absolute } from '../../core/paths.ts';
import { useApiMutation } from '../../core/queries.ts';
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { PermissionGate } from '../../ui/feedback/PermissionGate.tsx';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import { ActionMenu } from '../../ui/layout/ActionMenu.tsx';
import { MenuLink } from '../../ui/layout/MenuLink.tsx';
import { patchChannel, refreshChannels, useMembership } from '../queries.ts';
import { MoveChannelItems } from './MoveItems.tsx';
import css from './menu.module.css';

const ChannelDialog = lazyPart(() => import('../editing/ChannelDialog.tsx'), 'ChannelDialog');
const MoveDialog = lazyPart(() => import('./MoveDialog.tsx'), 'MoveDialog');
const MoveToNewDialog = lazyPart(() => import('./MoveToNewDialog.tsx'), 'MoveToNewDialog');
const AddMembersDialog = lazyPart(() => import('../../conversations/dialogs/AddMembersDialog.tsx'), 'AddMembersDialog');
const ChannelProfileDialog = lazyPart(() => import('../screen/ChannelProfileDialog.tsx'), 'ChannelProfileDialog');
const ShareDialog = lazyPart(() => import('../../ui/sharing/ShareDialog.tsx'), 'ShareDialog');

type Props = {
  channel: ChannelView;
  viewer: ViewerView;
  /** False on the channel's own screen. */
  withOpen?: boolean;
  /** It is open from the start and has no button to see: what is done once it is closed. */
  onClosed?: () => void;
};

/** Everything you can do with a channel; each entry is shown only to people who may use it. */
export function ChannelMenu({ channel, viewer, withOpen = false, onClosed }: Props) {
  const show = useShowDialog();
  const { serverId } = channel;
  const membership = useMembership();
  const mayLeave = canLeave(channel, viewer);
  const held = viewer.permissions;
  const share = () =>
    show(
      <ShareDialog
        title={`Share #${channel.name}`}
        url={absolute(`/channel/${channel.id}`)}
        text={`#${channel.name}`}
      />,
    );
  return (
    <ActionMenu width={272} {...(onClosed && { begins: true, onExitTransitionEnd: onClosed })}>
      <Menu.Target>
        {onClosed ? (
          <button type="button" className={css.unseen} tabIndex={-1} aria-label={`More about ${channel.name}`} />
        ) : (
          <IconButton label={`More about ${channel.name}`} size="xs">
            <IconDots size={18} />
          </IconButton>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        {withOpen && (
          <MenuLink to="/channel/$channelId" params={{ channelId: channel.id }} leftSection={<IconMessage size={18} />}>
            Open channel
          </MenuLink>
        )}
        <Menu.Item
          leftSection={<IconInfoCircle size={18} />}
          onClick={() => show(<ChannelProfileDialog channel={channel} />)}
        >
          Channel profile
        </Menu.Item>
        <Menu.Item leftSection={<IconShare2 size={18} />} onClick={share}>
          Share channel
        </Menu.Item>
        {channel.joined && !channel.archivedAt && (
          <Menu.Item
            leftSection={<IconUserPlus size={18} />}
            onClick={() =>
              show(
                <AddMembersDialog
                  facts={{ id: channel.conversation.id, serverId: channel.serverId }}
                  channel={channel.name}
                  onAdded={() => refreshChannels(channel.serverId, channel.id)}
                />,
              )
            }
          >
            Add member
          </Menu.Item>
        )}
        <PermissionGate held={held} needs={['EDIT_CHANNEL']}>
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconPencil size={18} />}
            onClick={() => show(<ChannelDialog serverId={serverId} channel={channel} />)}
          >
            Edit channel
          </Menu.Item>
          <Menu.Item
            leftSection={<IconFolderSymlink size={18} />}
            onClick={() => show(<MoveDialog channel={channel} />)}
          >
            Move to category
          </Menu.Item>
          {channel.joined && !channel.archivedAt && <MoveChannelItems channel={channel} />}
          {channel.categoryId !== null && <RemoveFromCategory channel={channel} />}
          <DefaultFlag channel={channel} />
        </PermissionGate>
        <PermissionGate held={held} needs={NEW_CATEGORY}>
          <Menu.Item
            leftSection={<IconFolderPlus size={18} />}
            onClick={() => show(<MoveToNewDialog channel={channel} />)}
          >
            Create category and move
          </Menu.Item>
        </PermissionGate>
        <Menu.Divider />
        {channel.joined && (
          <Menu.Item
            leftSection={<IconDoorExit size={18} />}
            disabled={!mayLeave.ok}
            onClick={() => membership.mutate({ channel, join: false })}
          >
            Leave channel
            {!mayLeave.ok && <span className={css.reason}>{mayLeave.refusal.message}</span>}
          </Menu.Item>
        )}
        <PermissionGate held={held} needs={['DELETE_CHANNEL']}>
          {!channel.archivedAt && <Archive channel={channel} />}
        </PermissionGate>
      </Menu.Dropdown>
    </ActionMenu>
  );
}

function RemoveFromCategory({ channel }: { channel: ChannelView }) {
  const move = useApiMutation(moveChannel, {
    failed: 'Could not remove the channel from its category.',
    onDone: () => refreshChannels(channel.serverId, channel.id),
  });
  return (
    <Menu.Item
      leftSection={<IconFolderMinus size={18} />}
      onClick={() => move.mutate({ serverId: channel.serverId, channelId: channel.id, categoryId: null })}
    >
      Remove from category
    </Menu.Item>
  );
}

function DefaultFlag({ channel }: { channel: ChannelView }) {
  const mark = useApiMutation(markDefault, {
    failed: 'Could not change the default flag.',
    onDone: ({ data }) => {
      patchChannel(data.id, (shown) => ({ ...shown, ...data }));
      refreshChannels(channel.serverId, channel.id);
    },
  });
  const decision = canBeDefault({ mode: channel.mode, isDefault: !channel.isDefault });
  return (
    <Menu.Item
      leftSection={channel.isDefault ? <IconStarOff size={18} /> : <IconStar size={18} />}
      disabled={!decision.ok}
      onClick={() => mark.mutate({ serverId: channel.serverId, channelId: channel.id, isDefault: !channel.isDefault })}
    >
      {channel.isDefault ? 'Remove as default' : 'Mark as default'}
      {!decision.ok && <span className={css.reason}>{decision.refusal.message}</span>}
    </Menu.Item>
  );
}

function Archive({ channel }: { channel: ChannelView }) {
  const confirm = useConfirm();
  const archive = useApiMutation(archiveChannel, {
    failed: 'Could not archive the channel.',
    onDone: () => refreshChannels(channel.serverId, channel.id),
  });
  return (
    <Menu.Item
      data-danger
      leftSection={<IconArchive size={18} />}
      onClick={() =>
        confirm({
          title: `Archive #${channel.name}?`,
          body: 'No one will be able to write in it, and it will disappear from everyone’s lists. You can restore it for 30 days.',
          verb: 'Archive channel',
          busyVerb: 'Archiving',
          danger: true,
          run: () => archive.mutateAsync({ serverId: channel.serverId, channelId: channel.id }),
        })
      }
    >
      Archive channel
    </Menu.Item>
  );
}
