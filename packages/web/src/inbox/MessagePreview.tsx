import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import { quoteWords } from '@folkmoot/contract/conversations/plain-text-rules.ts';
import type { AuthorView, MessageView } from '@folkmoot/contract/conversations/schema.ts';
import { shortWhen } from '../ui/format-date.ts';
import { Avatar } from '../ui/identity/Avatar.tsx';
import css from './inbox.module.css';

/** A message in two lines, without links or buttons. */
export function MessagePreview({ message, people }: { message: MessageView; people: ReadonlyMap<string, AuthorView> }) {
  const author = people.get(message.authorId ?? '');
  return (
    <>
      <Avatar person={author ?? { id: message.id, firstName: '', lastName: '', imageUrl: null }} size={32} />
      <span className={css.words}>
        <span>
          <b dir="auto">{author ? fullName(author) : 'Deleted member'}</b>{' '}
          <time dateTime={message.createdAt}>{shortWhen(message.createdAt)}</time>
        </span>
        <span className={css.text} dir="auto">
          {quoteWords({ text: message.text, attachments: message.attachments.length }, people)}
        </span>
      </span>
    </>
  );
}
