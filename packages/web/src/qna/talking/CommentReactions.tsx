import { addReaction, removeReaction } from '@folkmoot/contract/qna/api.ts';
import type { CommentView, ReactionCount } from '@folkmoot/contract/qna/comments-schema.ts';
import { canReact } from '@folkmoot/contract/qna/rules.ts';
import type { QnaView } from '@folkmoot/contract/qna/schema.ts';
import { Popover } from '@mantine/core';
import { IconMoodPlus, IconUsers } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { call } from '../../core/api-client.ts';
import { lazyPart } from '../../core/lazy.ts';
import { toast } from '../../core/toasts/toast.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import { useMedia } from '../../ui/useMedia.ts';
import { refreshComments, type Seen } from '../live/queries.ts';
import { counted } from '../words.ts';
import css from './talking.module.css';

const EmojiPicker = lazyPart(() => import('../../ui/inputs/EmojiPicker.tsx'), 'EmojiPicker');
const WhoReactedDialog = lazyPart(() => import('./WhoReactedDialog.tsx'), 'WhoReactedDialog');

/** The emoji under a comment, each a toggle; who they are from; and another one. */
export function CommentReactions({ seen, qna, comment }: { seen: Seen; qna: QnaView; comment: CommentView }) {
  const show = useShowDialog();
  const touch = useMedia('touch');
  const [picking, setPicking] = useState(false);
  const [busy, setBusy] = useState(false);
  const may = canReact(qna).ok;
  const { eventId, token } = seen;
  const { _id: commentId, questionId, reactions } = comment;
  if (reactions.length === 0 && !may) return null;
  const act = (done: Promise<{ message: string }>) => {
    if (busy) return;
    setBusy(true);
    done
      .then(({ message }) => toast.done(message), toast.failed)
      .finally(() => {
        setBusy(false);
        refreshComments(eventId, questionId);
      });
  };
  const toggle = ({ emoji, reactionId }: Pick<ReactionCount, 'emoji' | 'reactionId'>) =>
    act(
      reactionId === null
        ? call(addReaction, { eventId, questionId, commentId, token, emoji })
        : call(removeReaction, { eventId, questionId, commentId, reactionId, token }),
    );
  return (
    <div className={css.reactions}>
      {reactions.map((one) => (
        <button
          key={one.emoji}
          type="button"
          className={css.reaction}
          aria-pressed={one.reactionId !== null}
          aria-label={`${one.emoji}, ${one.count === 1 ? '1 person' : `${one.count.toLocaleString()} people`}`}
          aria-disabled={!may || undefined}
          onClick={() => may && toggle(one)}
        >
          <span>{one.emoji}</span>
          {one.count.toLocaleString()}
        </button>
      ))}
      {may && (
        <Popover opened={picking} onChange={setPicking} position="top-start" width={330} trapFocus returnFocus>
          <Popover.Target>
            <IconButton label="Add reaction" size={28} onClick={() => setPicking(!picking)}>
              <IconMoodPlus size={17} />
            </IconButton>
          </Popover.Target>
          <Popover.Dropdown>
            <Suspense fallback={null}>
              <EmojiPicker
                autoFocus={!touch}
                onPick={(emoji) => {
                  setPicking(false);
                  toggle({ emoji, reactionId: reactions.find((one) => one.emoji === emoji)?.reactionId ?? null });
                }}
              />
            </Suspense>
          </Popover.Dropdown>
        </Popover>
      )}
      {reactions.length > 0 && (
        <IconButton
          label={`Who reacted, ${counted(
            reactions.reduce((sum, { count }) => sum + count, 0),
            'reaction',
          )}`}
          size={28}
          onClick={() => show(<WhoReactedDialog seen={seen} comment={comment} />)}
        >
          <IconUsers size={16} />
        </IconButton>
      )}
    </div>
  );
}
