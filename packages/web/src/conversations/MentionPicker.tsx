import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import { Face } from '../ui/Face.tsx';
import css from './composer.module.css';
import type { Mentions } from './useMentions.ts';

/** The people one could mean, above the composer. */
export function MentionPicker({ mentions }: { mentions: Mentions }) {
  if (mentions.people.length === 0) return null;
  return (
    <div id={mentions.id} role="listbox" aria-label="People to mention" className={css.people}>
      {mentions.people.map((person, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the textarea keeps the focus and hears the keys
        <div
          key={person.memberId}
          id={`${mentions.id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === mentions.active}
          className={css.person}
          onMouseMove={() => mentions.setActive(index)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => mentions.take(person)}
        >
          <Face person={person} size={26} />
          <bdi className={css.personName}>{fullName(person)}</bdi>
          <span className={css.username}>@{person.username}</span>
        </div>
      ))}
    </div>
  );
}
