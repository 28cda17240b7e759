import { canDelete, canEdit, canPin } from '@folkmoot/contract/conversations/rules.ts';
import type { ConversationFacts, MessageView } from '@folkmoot/contract/conversations/schema.ts';
import {
  IconBookmark,
  IconBookmarkFilled,
  IconCopy,
  IconFlag,
  IconHistory,
  IconLink,
  IconLinkOff,
  IconMailOpened,
  IconMoodSmile,
  IconPencil,
  IconPin,
  IconTrash,
  IconUserShield,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { toast } from '../../core/toasts/toast.ts';
import { useConfirm } from '../../ui/dialog/ConfirmDialog.tsx';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import type { MessageHandlers } from './message-handlers.ts';
import { useMessageExtras } from './useMessageExtras.ts';

const EditHistoryDialog = lazyPart(() => import('../dialogs/EditHistoryDialog.tsx'), 'EditHistoryDialog');
const ReactionsDialog = lazyPart(() => import('../dialogs/ReactionsDialog.tsx'), 'ReactionsDialog');

export type Entry = {
  label: string;
  Icon: ComponentType<{ size?: number }>;
  run: () => void;
  /** It destroys something. */
  danger?: boolean;
};

export type MenuSubject = {
  facts: ConversationFacts;
  message: MessageView;
  me: string;
  acts: MessageHandlers;
  onEdit: () => void;
  onRewrite: (text: string) => void;
  onPin: () => void;
  onDelete: () => Promise<void>;
};

/** The actions of a message besides reacting and replying: entries of the menu, and of the sheet on touch screens. */
export function useMessageMenu({ facts, message, me, acts, onEdit, onRewrite, onPin, onDelete }: MenuSubject): Entry[] {
  const confirm = useConfirm();
  const show = useShowDialog();
  const { onReport, onModerate, saving, bareText } = useMessageExtras();
  const isSaved = saving?.ids.has(message.id) ?? false;
  const { onUnread } = acts;
  const own = message.authorId === me;
  const maySeeEdits = message.editedAt !== null && (own || facts.permissions.includes('MANAGE_MESSAGES'));
  const copy = (text: string, said: string) =>
    void navigator.clipboard.writeText(text).then(
      () => toast.done(said),
      (error) => toast.failed(error, { fallback: 'The browser did not allow copying.' }),
    );
  const askDelete = () =>
    confirm({
      title: 'Delete this message?',
      body: 'Everyone will see that a message was deleted. You cannot undo this.',
      verb: 'Delete message',
      busyVerb: 'Deleting',
      danger: true,
      run: onDelete,
    });
  const target = facts.type === 'thread' ? 'thread' : 'message';
  const entries: (Entry | false)[] = [
    canEdit(facts, message, me, new Date()).ok && { label: 'Edit message', Icon: IconPencil, run: onEdit },
    bareText !== undefined &&
      hasCards(message.text) &&
      canEdit(facts, message, me, new Date()).ok && {
        label: 'Remove link cards',
        Icon: IconLinkOff,
        run: () => void bareText(message.text).then(onRewrite, (error) => toast.failed(error)),
      },
    message.text !== '' && { label: 'Copy text', Icon: IconCopy, run: () => copy(message.text, 'Text copied.') },
    { label: 'Copy link', Icon: IconLink, run: () => copy(acts.linkTo(message), 'Link copied.') },
    saving !== undefined && {
      label: isSaved ? 'Remove from saved' : 'Save message',
      Icon: isSaved ? IconBookmarkFilled : IconBookmark,
      run: () => saving.set(message, !isSaved),
    },
    onUnread !== undefined && {
      label: 'Mark unread from here',
      Icon: IconMailOpened,
      run: () => onUnread(message),
    },
    canPin(facts, message).ok && {
      label: message.pinnedAt ? 'Unpin message' : 'Pin message',
      Icon: IconPin,
      run: onPin,
    },
    maySeeEdits && {
      label: 'Edit history',
      Icon: IconHistory,
      run: () => show(<EditHistoryDialog message={message} />),
    },
    message.reactions.length > 0 && {
      label: 'See reactions',
      Icon: IconMoodSmile,
      run: () => show(<ReactionsDialog messageId={message.id} type={target} />),
    },
    onReport !== undefined &&
      !own && { label: 'Report message', Icon: IconFlag, run: () => onReport(message, facts.serverId) },
    onModerate !== undefined &&
      facts.serverId !== null &&
      message.authorId !== null &&
      !own &&
      facts.permissions.includes('MANAGE_MEMBERS') && {
        label: 'Time out or ban author',
        Icon: IconUserShield,
        run: () => onModerate(message.authorId ?? '', facts.serverId ?? ''),
      },
    canDelete(facts, message, me).ok && {
      label: 'Delete message',
      Icon: IconTrash,
      run: askDelete,
      danger: true,
    },
  ];
  return entries.filter((entry) => entry !== false);
}

/** Whether a text has links of this installation that are not written as ones without a card. */
function hasCards(text: string): boolean {
  return text
    .split(`${location.origin}/`)
    .slice(0, -1)
    .some((before) => !before.endsWith('<'));
}
