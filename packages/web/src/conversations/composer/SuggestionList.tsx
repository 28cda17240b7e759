import { Avatar } from '../../ui/identity/Avatar.tsx';
import css from './composer.module.css';
import type { Suggestions } from './useSuggestions.ts';

/** Matching people, channels or emoji, above the composer. */
export function SuggestionList({ suggestions }: { suggestions: Suggestions }) {
  const { items, hint } = suggestions;
  if (items.length === 0 && hint === undefined) return null;
  if (items.length === 0)
    return (
      <p className={css.people} role="status">
        {hint}
      </p>
    );
  return (
    <div id={suggestions.id} role="listbox" aria-label={suggestions.label} className={css.people}>
      {items.map((item, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the textarea keeps the focus and receives the keys
        <div
          key={item.key}
          id={`${suggestions.id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === suggestions.active}
          className={css.person}
          onMouseMove={() => suggestions.setActive(index)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => suggestions.take(item)}
        >
          {item.person ? (
            <Avatar person={item.person} size={26} />
          ) : (
            <span className={css.mark} aria-hidden="true">
              {item.mark}
            </span>
          )}
          <bdi className={css.personName}>{item.title}</bdi>
          {item.note && <span className={css.username}>{item.note}</span>}
        </div>
      ))}
    </div>
  );
}
