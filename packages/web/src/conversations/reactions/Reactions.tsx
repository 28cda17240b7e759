import { listReactionUsers } from '@folkmoot/contract/conversations/api.ts';
import type { ReactionView } from '@folkmoot/contract/conversations/schema.ts';
import { Tooltip } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazyPart } from '../../core/lazy.ts';
import { apiQuery } from '../../core/queries.ts';
import { useMyId } from '../../core/session.tsx';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import css from '../messages/message.module.css';
import { useLongPress } from '../messages/useLongPress.ts';
import { whoReacted } from './who-reacted.ts';

const ReactionsDialog = lazyPart(() => import('../dialogs/ReactionsDialog.tsx'), 'ReactionsDialog');

/** Names stay right for as long as the number of people does, which is part of the key. */
const KNOWN_MS = 300_000;

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
      label={<WhoReacted reaction={reaction} messageId={messageId} type={type} />}
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

/** Rendered while the tooltip is open: names are asked for then, and once. */
function WhoReacted({ reaction, messageId, type }: Target & { reaction: ReactionView }) {
  const me = useMyId();
  const { emoji, count, mine } = reaction;
  const asked = apiQuery(listReactionUsers, { id: messageId, type, page: 1, emoji });
  const people = useQuery({
    ...asked,
    queryKey: [...asked.queryKey, count, mine],
    staleTime: KNOWN_MS,
    placeholderData: keepPreviousData,
  });
  const names = whoReacted(reaction, people.data?.data.map(({ userDetails }) => userDetails) ?? [], me);
  return <bdi>{`${names} reacted with ${emoji}`}</bdi>;
}
