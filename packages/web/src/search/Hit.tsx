import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import { quoteWords } from '@folkmoot/contract/conversations/plain-text-rules.ts';
import type { AuthorView } from '@folkmoot/contract/conversations/schema.ts';
import type { HitView } from '@folkmoot/contract/search/schema.ts';
import type { Term } from '@folkmoot/contract/search/words-rules.ts';
import { IconMessages, IconPaperclip, IconPin } from '@tabler/icons-react';
import { MessageLink, placeOf } from '../inbox/MessageLink.tsx';
import { clockTime } from '../ui/format-date.ts';
import { Avatar } from '../ui/identity/Avatar.tsx';
import { Marked } from './Marked.tsx';
import css from './search.module.css';
import { snippetOf } from './snippet.ts';

const LENGTH = 320;

type Props = { hit: HitView; people: ReadonlyMap<string, AuthorView>; terms: readonly Term[] };

/** A message that was found: where, who, when, and the text around the match. Links to the message. */
export function Hit({ hit: { origin, message }, people, terms }: Props) {
  const author = people.get(message.authorId ?? '');
  const files = message.attachments.length;
  const words = quoteWords({ text: message.text, attachments: files }, people);
  return (
    <MessageLink origin={origin} seq={message.seq} className={css.hit} data-result>
      <Avatar person={author ?? { id: message.id, firstName: '', lastName: '', imageUrl: null }} size={36} />
      <span className={css.body}>
        <span className={css.where}>
          <bdi>{placeOf(origin)}</bdi>
          {origin.serverName && <bdi> · {origin.serverName}</bdi>}
        </span>
        <span className={css.who}>
          <b dir="auto">{author ? fullName(author) : 'Deleted member'}</b>{' '}
          <time dateTime={message.createdAt}>{clockTime(message.createdAt)}</time>
        </span>
        <span className={css.text} dir="auto">
          <Marked {...snippetOf(words, terms, LENGTH)} />
        </span>
        {(files > 0 || message.thread || message.pinnedAt) && (
          <span className={css.has}>
            {message.pinnedAt && (
              <span>
                <IconPin size={14} aria-hidden /> Pinned
              </span>
            )}
            {files > 0 && (
              <span>
                <IconPaperclip size={14} aria-hidden /> {files === 1 ? '1 file' : `${files} files`}
              </span>
            )}
            {message.thread && (
              <span>
                <IconMessages size={14} aria-hidden />{' '}
                {message.thread.count === 1 ? '1 reply' : `${message.thread.count} replies`}
              </span>
            )}
          </span>
        )}
      </span>
    </MessageLink>
  );
}
