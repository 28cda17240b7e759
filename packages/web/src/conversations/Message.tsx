import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import { canReact } from '@folkmoot/contract/conversations/rules.ts';
import type { AuthorView, ConversationFacts, MessageView } from '@folkmoot/contract/conversations/schema.ts';
import { memo, useMemo, useRef, useState } from 'react';
import { Face } from '../ui/Face.tsx';
import { fullDate } from '../ui/when.ts';
import { edit, react, remove } from './commands.ts';
import { EditBox } from './EditBox.tsx';
import { MessageActions } from './MessageActions.tsx';
import { MessageText } from './MessageText.tsx';
import css from './message.module.css';
import { Reactions } from './Reactions.tsx';
import type { Timeline } from './timeline.ts';

type Props = {
  facts: ConversationFacts;
  message: MessageView;
  people: ReadonlyMap<string, AuthorView>;
  me: string;
  continues: boolean;
  /** The message that the address leads to. */
  found: boolean;
  change: (next: (timeline: Timeline) => Timeline) => void;
  onPerson: (userId: string) => void;
};

/** One message: who, when, what, the emoji under it, and what one may do with it. */
export const Message = memo(function Message({
  facts,
  message,
  people,
  me,
  continues,
  found,
  change,
  onPerson,
}: Props) {
  const [editing, setEditing] = useState(false);
  const [open, setOpen] = useState(false);
  const article = useRef<HTMLElement>(null);
  // The box that had the focus is gone then: its row takes it, where the arrow keys go on.
  const stopEditing = () => {
    setEditing(false);
    requestAnimationFrame(() => article.current?.closest<HTMLElement>('[data-row]')?.focus({ preventScroll: true }));
  };
  const author = people.get(message.authorId ?? '');
  const { nameOf, labelOf } = useNames(message, people);
  const toggle = (emoji: string) => void react(change, message, emoji);
  const classes = [
    css.message,
    continues && css.continues,
    message.mentions.includes(me) && css.named,
    found && css.flash,
  ]
    .filter(Boolean)
    .join(' ');
  const name = author ? fullName(author) : 'Deleted member';
  return (
    <article
      ref={article}
      className={classes}
      data-open={open || undefined}
      aria-label={`${name}, ${clock(message.createdAt)}`}
    >
      {continues ? (
        <span className={css.gutter} aria-hidden="true">
          {shortClock(message.createdAt)}
        </span>
      ) : (
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          className={css.face}
          onClick={() => author && onPerson(author.id)}
        >
          <Face person={author ?? { id: message.id, firstName: '', lastName: '', imageUrl: null }} size={36} />
        </button>
      )}
      <div>
        {!continues && (
          <div className={css.who}>
            {author ? (
              <button type="button" className={css.name} onClick={() => onPerson(author.id)}>
                <bdi>{name}</bdi>
              </button>
            ) : (
              <span className={css.name}>{name}</span>
            )}
            {author?.roleName && <span className={css.role}>{author.roleName}</span>}
            <time className={css.time} dateTime={message.createdAt} title={fullDate(message.createdAt)}>
              {clock(message.createdAt)}
            </time>
          </div>
        )}
        {message.deletedAt && <p className={css.gone}>This message was deleted.</p>}
        {!message.deletedAt && editing && (
          <EditBox text={message.text} onSave={(text) => edit(change, message, text)} onCancel={stopEditing} />
        )}
        {!message.deletedAt && !editing && (
          <>
            <MessageText text={message.text} nameOf={nameOf} labelOf={labelOf} onPerson={onPerson} />
            {message.editedAt && <span className={css.edited}>edited</span>}
            <Reactions reactions={message.reactions} may={canReact(facts, message, true, 0).ok} onToggle={toggle} />
          </>
        )}
      </div>
      {!message.deletedAt && !editing && (
        <MessageActions
          facts={facts}
          message={message}
          me={me}
          onReact={toggle}
          onEdit={() => setEditing(true)}
          onDelete={() => remove(change, message)}
          onOpen={setOpen}
        />
      )}
    </article>
  );
});

/** Which person a username means in this message, and how they are called: only those the server says it mentions. */
function useNames(message: MessageView, people: ReadonlyMap<string, AuthorView>) {
  const key = JSON.stringify(
    message.mentions.flatMap((id) =>
      people.get(id) ? [[people.get(id)?.username, id, fullName(people.get(id) as AuthorView)]] : [],
    ),
  );
  return useMemo(() => {
    const named = JSON.parse(key) as [username: string, id: string, name: string][];
    return {
      nameOf: (username: string) => named.find(([known]) => known === username)?.[1],
      labelOf: (id: string) => named.find(([, known]) => known === id)?.[2],
    };
  }, [key]);
}

const TIME = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

/** The time of day where the reader is. */
export function clock(at: string): string {
  return TIME.format(new Date(at));
}

/** The same without AM or PM, for the narrow gutter. */
function shortClock(at: string): string {
  return TIME.formatToParts(new Date(at))
    .filter((part) => part.type !== 'dayPeriod')
    .map((part) => part.value)
    .join('')
    .trim();
}
