import { TINTS } from '@folkmoot/contract/core/tint.ts';
import css from './avatar.module.css';

/** What is needed to draw a person; a view of the contract has it. */
export type AvatarPerson = { id: string; firstName: string; lastName: string; imageUrl: string | null };

/** The background colour of a placeholder, always the same for the same id. */
export function colourOf(id: string): string {
  let hash = 0;
  for (const letter of id) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return TINTS[hash % TINTS.length] ?? 'slate';
}

/** A person's picture, or initials on a colour. People are round. The name is beside it, so it has no alt text. */
export function Avatar({ person, size = 36, ring, present = false }: FaceProps) {
  const picture = <Picture person={person} size={size} ring={ring} />;
  if (!present) return picture;
  return (
    <span className={css.present}>
      {picture}
      <span className={css.dot} role="img" aria-label="online" />
    </span>
  );
}

type FaceProps = {
  person: AvatarPerson;
  size?: number;
  ring?: string;
  /** Shows that they are online. */
  present?: boolean;
};

function Picture({ person, size, ring }: { person: AvatarPerson; size: number; ring: string | undefined }) {
  const style = { '--sz': `${size}px`, ...(ring ? { '--ring': ring } : {}) } as React.CSSProperties;
  if (person.imageUrl) {
    return (
      <span className={css.avatar} style={style} data-ring={ring ? true : undefined}>
        <img src={person.imageUrl} alt="" loading="lazy" decoding="async" />
      </span>
    );
  }
  const colour = colourOf(person.id);
  return (
    <span
      className={css.avatar}
      data-ring={ring ? true : undefined}
      style={{ ...style, background: `var(--mantine-color-${colour}-1)`, color: `var(--mantine-color-${colour}-8)` }}
      aria-hidden="true"
    >
      {letters(person)}
    </span>
  );
}

function letters({ firstName, lastName }: AvatarPerson): string {
  const first = (text: string) => [...new Intl.Segmenter().segment(text)][0]?.segment ?? '';
  return `${first(firstName)}${first(lastName)}`.toUpperCase() || '·';
}

/** A few people, overlapping. */
export function AvatarGroup({
  people,
  size = 34,
  ring = 'var(--fm-surface)',
}: {
  people: readonly AvatarPerson[];
  size?: number;
  ring?: string;
}) {
  return (
    <span className={css.stack} style={{ '--sz': `${size}px` } as React.CSSProperties}>
      {people.map((person) => (
        <Avatar key={person.id} person={person} size={size} ring={ring} />
      ))}
    </span>
  );
}
