import type { AuthorView } from '@folkmoot/contract/conversations/schema.ts';
import { listSaved } from '@folkmoot/contract/saved/api.ts';
import type { SavedView } from '@folkmoot/contract/saved/schema.ts';
import { IconBookmarkOff } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { apiInfiniteQuery } from '../core/queries.ts';
import { InboxList } from '../inbox/InboxList.tsx';
import css from '../inbox/inbox.module.css';
import { MessageLink, originTitle } from '../inbox/MessageLink.tsx';
import { MessagePreview } from '../inbox/MessagePreview.tsx';
import { IconButton } from '../ui/inputs/IconButton.tsx';
import own from './saved.module.css';
import { setSaved } from './useSaving.ts';

/** The messages that you have saved, the last one first. */
export function SavedTab() {
  const saved = useInfiniteQuery({ ...apiInfiniteQuery(listSaved, {}), placeholderData: keepPreviousData });
  const people = new Map(saved.data?.pages.flatMap((page) => page.people).map((person) => [person.id, person]));
  const all = saved.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <InboxList
      query={saved}
      empty="No saved messages"
      hint="Choose Save message on any message to keep it here. Only you can see your saved messages."
      count={all.length}
    >
      <ul className={css.list}>
        {all.map((one) => (
          <li key={one.messageId}>
            <SavedCard saved={one} people={people} />
          </li>
        ))}
      </ul>
    </InboxList>
  );
}

function SavedCard({ saved, people }: { saved: SavedView; people: ReadonlyMap<string, AuthorView> }) {
  const { shown, messageId, conversationId } = saved;
  return (
    <article className={`${css.card} ${own.card}`}>
      {shown ? (
        <MessageLink origin={shown.origin} seq={shown.message.seq} className={own.link}>
          <span className={css.where} dir="auto">
            {originTitle(shown.origin)}
            {shown.origin.serverName && ` · ${shown.origin.serverName}`}
          </span>
          <span className={css.message}>
            <MessagePreview message={shown.message} people={people} />
          </span>
        </MessageLink>
      ) : (
        <p className={own.gone}>This message is no longer available to you.</p>
      )}
      <IconButton
        label="Remove from saved messages"
        onClick={() => void setSaved({ id: messageId, conversationId }, false)}
      >
        <IconBookmarkOff size={19} />
      </IconButton>
    </article>
  );
}
