import type { ReactionView } from '@folkmoot/contract/conversations/schema.ts';
import { Tooltip } from '@mantine/core';
import { Suspense } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { useLongPress } from '../../ui/useLongPress.ts';
import css from '../messages/message.module.css';

const WhoReacted = lazyPart(() => import('./WhoReacted.tsx'), 'WhoReacted');
const ReactionsDialog = lazyPart(() => import('../dialogs/ReactionsDialog.tsx'), 'ReactionsDialog');

type Target = { messageId: string; type: 'message' | 'thread' };
type Props = Target & { reactions: readonly ReactionView[]; may: boolean; onToggle: (emoji: string) => void };

/** The emoji under a message; each is a toggle, and says who reacted with it. */
export function Reactions({ reactions, ...rest }: Props) {
  if (reactions.length === 0) return null;
  return (
    <div className={css.reactions}>
      {reactions.map((reaction) => (
        <Reaction key={reaction.emoji} reaction={reaction} {...rest} />
      ))}
    </div>
  );
}

function Reaction({ reaction, messageId, type, may, onToggle }: Omit<Props, 'reactions'> & { reaction: ReactionView }) {
  const { emoji, count, mine } = reaction;
  const show = useShowDialog();
  const press = useLongPress(() => show(<ReactionsDialog messageId={messageId} type={type} first={emoji} />));
  return (
    <Tooltip
      label={
        <Suspense fallback={null}>
          <WhoReacted reaction={reaction} messageId={messageId} type={type} />
        </Suspense>
      }
      events={{ hover: true, focus: true, touch: false }}
      multiline
      maw={280}
    >
      <button
        type="button"
        className={css.reaction}
        aria-pressed={mine}
        aria-label={`${emoji}, ${count} ${count === 1 ? 'person' : 'people'}`}
        // Not `disabled`: who reacted can be read without reacting.
        aria-disabled={!may || undefined}
        onClick={() => may && onToggle(emoji)}
        {...press}
        onTouchStart={(event) => {
          // The message below has a long press of its own.
          event.stopPropagation();
          press.onTouchStart(event);
        }}
      >
        <span>{emoji}</span>
        {count}
      </button>
    </Tooltip>
  );
}
