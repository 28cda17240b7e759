import { canDelete, canEdit, canPin, canReact } from '@folkmoot/contract/conversations/rules.ts';
import type { ConversationFacts, MessageView } from '@folkmoot/contract/conversations/schema.ts';
import { ActionIcon, Menu, Popover } from '@mantine/core';
import {
  IconArrowBackUp,
  IconCopy,
  IconDots,
  IconFlag,
  IconHistory,
  IconLink,
  IconMailOpened,
  IconMessages,
  IconMoodPlus,
  IconMoodSmile,
  IconPencil,
  IconPin,
  IconTrash,
} from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { lazyPart, loadChunk } from '../core/chunks.ts';
import { toast } from '../core/toast.ts';
import { useConfirm } from '../ui/Confirm.tsx';
import { useShowDialog } from '../ui/DialogHost.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import type { Acts } from './acts.ts';
import { isTouch } from './composing.ts';
import css from './message.module.css';
import { ReactionsDialog } from './ReactionsDialog.tsx';
import { useMessageExtras } from './useMessageExtras.ts';

const EmojiPicker = lazy(
  loadChunk(() => import('../ui/EmojiPicker.tsx').then((module) => ({ default: module.EmojiPicker }))),
);

const EditsDialog = lazyPart(() => import('./EditsDialog.tsx'), 'EditsDialog');

/** One press away on every message. */
const QUICK = ['🔥', '✅', '🙌'];

type Props = {
  facts: ConversationFacts;
  message: MessageView;
  me: string;
  onReact: (emoji: string) => void;
  acts: Acts;
  onEdit: () => void;
  onPin: () => void;
  onDelete: () => Promise<void>;
  onOpen: (open: boolean) => void;
};

/** The bar above a message's edge: what one may do with it. It opens on hover, on keyboard focus and on touch. */
export function MessageActions({ facts, message, me, acts, onReact, onEdit, onPin, onDelete, onOpen }: Props) {
  const [picking, setPicking] = useState(false);
  const confirm = useConfirm();
  const show = useShowDialog();
  const mayReact = canReact(facts, message, false, message.reactions.length).ok;
  const mayEdit = canEdit(facts, message, me).ok;
  const mayPin = canPin(facts, message).ok;
  const maySeeEdits =
    message.editedAt !== null && (message.authorId === me || facts.permissions.includes('MANAGE_MESSAGES'));
  const { onReport } = useMessageExtras();
  const mayReport = facts.serverId !== null && message.authorId !== me;
  const { onReply, onThread, onUnread } = acts;
  const mayDelete = canDelete(facts, message, me).ok;
  const open = (next: boolean) => {
    setPicking(next);
    onOpen(next);
  };
  const copy = (text: string, said: string) =>
    void navigator.clipboard.writeText(text).then(
      () => toast.done(said),
      (error) => toast.failed(error, { fallback: 'The browser did not allow copying.' }),
    );
  const askDelete = () =>
    confirm({
      title: 'Delete this message?',
      body: 'Everyone will see that a message was deleted. It cannot be brought back.',
      verb: 'Delete message',
      busyVerb: 'Deleting',
      danger: true,
      run: onDelete,
    });
  return (
    <div className={css.actions} role="toolbar" aria-label="Message actions">
      {mayReact &&
        QUICK.map((emoji) => (
          <ActionIcon key={emoji} size={30} aria-label={`React with ${emoji}`} onClick={() => onReact(emoji)}>
            {emoji}
          </ActionIcon>
        ))}
      {mayReact && (
        <Popover opened={picking} onChange={open} position="top-end" width={330} trapFocus returnFocus withinPortal>
          <Popover.Target>
            <IconButton label="Add reaction" size={30} onClick={() => open(!picking)}>
              <IconMoodPlus size={18} />
            </IconButton>
          </Popover.Target>
          <Popover.Dropdown>
            <Suspense fallback={null}>
              <EmojiPicker
                autoFocus={!isTouch()}
                onPick={(emoji) => {
                  open(false);
                  onReact(emoji);
                }}
              />
            </Suspense>
          </Popover.Dropdown>
        </Popover>
      )}
      {onReply && (
        <IconButton label="Reply" size={30} onClick={() => onReply(message)}>
          <IconArrowBackUp size={18} />
        </IconButton>
      )}
      {onThread && !message.copyOf && (
        <IconButton label="Reply in thread" size={30} onClick={() => onThread(message.id)}>
          <IconMessages size={18} />
        </IconButton>
      )}
      <Menu position="bottom-end" onChange={onOpen} returnFocus>
        <Menu.Target>
          <IconButton label="More" size={30}>
            <IconDots size={18} />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          {mayEdit && (
            <Menu.Item leftSection={<IconPencil size={17} />} onClick={onEdit}>
              Edit message
            </Menu.Item>
          )}
          {message.text !== '' && (
            <Menu.Item leftSection={<IconCopy size={17} />} onClick={() => copy(message.text, 'Text copied.')}>
              Copy text
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconLink size={17} />} onClick={() => copy(acts.linkTo(message), 'Link copied.')}>
            Copy link
          </Menu.Item>
          {onUnread && (
            <Menu.Item leftSection={<IconMailOpened size={17} />} onClick={() => onUnread(message)}>
              Mark unread from here
            </Menu.Item>
          )}
          {mayPin && (
            <Menu.Item leftSection={<IconPin size={17} />} onClick={onPin}>
              {message.pinnedAt ? 'Unpin message' : 'Pin message'}
            </Menu.Item>
          )}
          {maySeeEdits && (
            <Menu.Item leftSection={<IconHistory size={17} />} onClick={() => show(<EditsDialog message={message} />)}>
              Edit history
            </Menu.Item>
          )}
          {message.reactions.length > 0 && (
            <Menu.Item
              leftSection={<IconMoodSmile size={17} />}
              onClick={() =>
                show(<ReactionsDialog messageId={message.id} type={facts.type === 'thread' ? 'thread' : 'message'} />)
              }
            >
              See reactions
            </Menu.Item>
          )}
          {onReport && mayReport && (
            <Menu.Item leftSection={<IconFlag size={17} />} onClick={() => onReport(message)}>
              Report message
            </Menu.Item>
          )}
          {mayDelete && (
            <Menu.Item leftSection={<IconTrash size={17} />} color="madder" onClick={askDelete}>
              Delete message
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
