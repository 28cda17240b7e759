import type { AuthorView } from '@folkmoot/contract/conversations/schema.ts';
import type { MentionView } from '@folkmoot/contract/inbox/schema.ts';
import css from './inbox.module.css';
import { MessageLink, originTitle } from './MessageLink.tsx';
import { MessagePreview } from './MessagePreview.tsx';

type Props = { mention: MentionView; people: ReadonlyMap<string, AuthorView> };

/** A message that mentions you, and where it was written. */
export function MentionCard({ mention: { origin, message, unread }, people }: Props) {
  return (
    <MessageLink origin={origin} seq={message.seq} className={`${css.card} ${css.mention}`}>
      <span className={css.where} dir="auto">
        {originTitle(origin)}
        {origin.serverName && ` · ${origin.serverName}`}
        {unread && <span className={css.new}>New</span>}
      </span>
      <span className={css.message}>
        <MessagePreview message={message} people={people} />
      </span>
    </MessageLink>
  );
}
