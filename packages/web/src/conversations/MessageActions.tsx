import { canDelete, canEdit, canReact } from '@folkmoot/contract/conversations/rules.ts';
import type { ConversationFacts, MessageView } from '@folkmoot/contract/conversations/schema.ts';
import { ActionIcon, Menu, Popover } from '@mantine/core';
import { IconCopy, IconDots, IconMoodPlus, IconMoodSmile, IconPencil, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { loadChunk } from '../core/chunks.ts';
import { toast } from '../core/toast.ts';
import { useConfirm } from '../ui/Confirm.tsx';
import { useShowDialog } from '../ui/DialogHost.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import css from './message.module.css';
import { ReactionsDialog } from './ReactionsDialog.tsx';

const EmojiPicker = lazy(
  loadChunk(() => import('../ui/EmojiPicker.tsx').then((module) => ({ default: module.EmojiPicker }))),
);

/** One press away on every message. */
const QUICK = ['🔥', '✅', '🙌'];

type Props = {
  facts: ConversationFacts;
  message: MessageView;
  me: string;
  onReact: (emoji: string) => void;
  onEdit: () => void;
  onDelete: () => Promise<void>;
  onOpen: (open: boolean) => void;
};

/** The bar above a message's edge: what one may do with it. It opens on hover, on keyboard focus and on touch. */
export function MessageActions({ facts, message, me, onReact, onEdit, onDelete, onOpen }: Props) {
  const [picking, setPicking] = useState(false);
  const confirm = useConfirm();
  const show = useShowDialog();
  const mayReact = canReact(facts, message, false, message.reactions.length).ok;
  const mayEdit = canEdit(facts, message, me).ok;
  const mayDelete = canDelete(facts, message, me).ok;
  const open = (next: boolean) => {
    setPicking(next);
    onOpen(next);
  };
  const copy = () =>
    void navigator.clipboard.writeText(message.text).then(
      () => toast.done('Text copied.'),
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
                onPick={(emoji) => {
                  open(false);
                  onReact(emoji);
                }}
              />
            </Suspense>
          </Popover.Dropdown>
        </Popover>
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
          <Menu.Item leftSection={<IconCopy size={17} />} onClick={copy}>
            Copy text
          </Menu.Item>
          {message.reactions.length > 0 && (
            <Menu.Item
              leftSection={<IconMoodSmile size={17} />}
              onClick={() => show(<ReactionsDialog messageId={message.id} />)}
            >
              See reactions
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
