import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import { quoteWords } from '@folkmoot/contract/conversations/plain-text-rules.ts';
import type { AuthorView } from '@folkmoot/contract/conversations/schema.ts';
import type { LinkCard } from '@folkmoot/contract/links/schema.ts';
import { MessageLink, placeOf } from '../inbox/MessageLink.tsx';
import { shortWhen } from '../ui/format-date.ts';
import { Avatar } from '../ui/identity/Avatar.tsx';
import css from './link-cards.module.css';

type Props = Pick<Extract<LinkCard, { kind: 'message' }>, 'origin' | 'message'> & {
  people: ReadonlyMap<string, AuthorView>;
};

/** Another message that a message links to. */
export function MessageLinkCard({ origin, message, people }: Props) {
  const author = people.get(message.authorId ?? '');
  const name = author ? fullName(author) : 'Deleted member';
  return (
    <article className={css.card} data-kind="message" aria-label={`Message from ${name}`}>
      <Avatar person={author ?? { id: message.id, firstName: '', lastName: '', imageUrl: null }} size={32} />
      <div className={css.words}>
        <span className={css.line}>
          <b>
            <bdi>{name}</bdi>
          </b>{' '}
          <span dir="auto">{placeOf(origin)}</span> ·{' '}
          <time dateTime={message.createdAt}>{shortWhen(message.createdAt)}</time>
        </span>
        <span className={css.quote} dir="auto">
          {quoteWords(message, people)}
        </span>
      </div>
      <MessageLink origin={origin} seq={message.seq} className={`${css.button} ${css.plain}`}>
        Open
      </MessageLink>
    </article>
  );
}
