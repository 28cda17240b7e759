import { canReact } from '@folkmoot/contract/conversations/rules.ts';
import type { ConversationFacts, MessageView } from '@folkmoot/contract/conversations/schema.ts';
import { ActionIcon, Menu, Popover } from '@mantine/core';
import {
  IconArrowBackUp,
  IconBookmark,
  IconBookmarkFilled,
  IconDots,
  IconMessages,
  IconMoodPlus,
} from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import { ActionMenu } from '../../ui/layout/ActionMenu.tsx';
import { isTouch } from '../composer/focus-composer.ts';
import css from './message.module.css';
import type { MessageHandlers } from './message-handlers.ts';
import { useMessageExtras } from './useMessageExtras.ts';
import type { Entry } from './useMessageMenu.tsx';

const EmojiPicker = lazyPart(() => import('../../ui/inputs/EmojiPicker.tsx'), 'EmojiPicker');

/** The reactions that are one click away on every message. */
const QUICK = ['🔥', '✅', '🙌'];

type Props = {
  facts: ConversationFacts;
  message: MessageView;
  acts: MessageHandlers;
  entries: readonly Entry[];
  onReact: (emoji: string) => void;
  onOpen: (open: boolean) => void;
  /** Whether all buttons are there, or only the one for everything. */
  isReady: boolean;
};

/**
 * The bar above a message, on hover and on keyboard focus. Touch screens have `MessageSheet`. Screen readers find its last
 * button in every message.
 */
export function MessageActions({ facts, message, acts, entries, onReact, onOpen, isReady }: Props) {
  const [picking, setPicking] = useState(false);
  const mayReact = isReady && canReact(facts, message, false, message.reactions.length, new Date()).ok;
  const { onReply, onThread } = acts;
  const { saving } = useMessageExtras();
  const isSaved = saving?.ids.has(message.id) ?? false;
  const open = (next: boolean) => {
    setPicking(next);
    onOpen(next);
  };
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
            <IconButton label="Add reaction" size={30} data-react onClick={() => open(!picking)}>
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
      {isReady && onReply && (
        <IconButton label="Reply" size={30} onClick={() => onReply(message)}>
          <IconArrowBackUp size={18} />
        </IconButton>
      )}
      {isReady && onThread && !message.copyOf && (
        <IconButton label="Reply in thread" size={30} onClick={() => onThread(message.id)}>
          <IconMessages size={18} />
        </IconButton>
      )}
      {isReady && saving && (
        <IconButton
          label={isSaved ? 'Remove from saved' : 'Save message'}
          aria-pressed={isSaved}
          size={30}
          onClick={() => saving.set(message, !isSaved)}
        >
          {isSaved ? <IconBookmarkFilled size={18} /> : <IconBookmark size={18} />}
        </IconButton>
      )}
      <ActionMenu position="bottom-end" onChange={onOpen} returnFocus>
        <Menu.Target>
          <IconButton label="More" size={30}>
            <IconDots size={18} />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          {entries.map(({ label, Icon, run, danger }) => (
            <Menu.Item key={label} leftSection={<Icon size={17} />} onClick={run} data-danger={danger || undefined}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </ActionMenu>
    </div>
  );
}
