import type { ReactionView } from '@folkmoot/contract/conversations/schema.ts';
import css from './message.module.css';

type Props = {
  reactions: readonly ReactionView[];
  may: boolean;
  onToggle: (emoji: string) => void;
};

/** The emoji under a message; each is a toggle. */
export function Reactions({ reactions, may, onToggle }: Props) {
  if (reactions.length === 0) return null;
  return (
    <div className={css.reactions}>
      {reactions.map(({ emoji, count, mine }) => (
        <button
          key={emoji}
          type="button"
          className={css.reaction}
          aria-pressed={mine}
          aria-label={`${emoji}, ${count} ${count === 1 ? 'person' : 'people'}`}
          disabled={!may}
          onClick={() => onToggle(emoji)}
        >
          <span>{emoji}</span>
          {count}
        </button>
      ))}
    </div>
  );
}
