import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import { listPins, messageDeleted, messageEdited } from '@folkmoot/contract/conversations/api.ts';
import { quoteWords } from '@folkmoot/contract/conversations/plain-text-rules.ts';
import { IconPin } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLive, useResync } from '../../core/live.ts';
import { apiQuery, apiQueryKey } from '../../core/queries.ts';
import { queryClient } from '../../core/query-client.ts';
import css from './pinned-messages.module.css';

/** The pinned messages of a conversation; each links to its position. Renders nothing if there are none. */
export function PinnedMessages({ conversationId, onJump }: { conversationId: string; onJump: (seq: number) => void }) {
  const pins = useQuery(apiQuery(listPins, { conversationId }));
  const refresh = () => void queryClient.invalidateQueries({ queryKey: apiQueryKey(listPins, { conversationId }) });
  const known = pins.data?.data ?? [];
  useLive(messageEdited, ({ message }) => {
    const listed = known.some(({ id }) => id === message.id);
    if (message.conversationId === conversationId && (listed || message.pinnedAt !== null)) refresh();
  });
  useLive(messageDeleted, ({ message }) => known.some(({ id }) => id === message.id) && refresh());
  useResync(refresh);
  if (known.length === 0) return null;
  const people = new Map(pins.data?.people.map((person) => [person.id, person]));
  return (
    <section aria-labelledby={`pins-${conversationId}`} className={css.pins}>
      <h3 id={`pins-${conversationId}`} className={css.head}>
        Pinned <span>{known.length}</span>
      </h3>
      <ul>
        {known.map((message) => {
          const author = people.get(message.authorId ?? '');
          return (
            <li key={message.id}>
              <button type="button" className={css.pin} onClick={() => onJump(message.seq)}>
                <IconPin size={16} aria-hidden />
                <span className={css.words} dir="auto">
                  {quoteWords({ text: message.hidden ? null : message.text, attachments: message.attachments.length })}
                </span>
                <small>
                  <bdi>{author ? fullName(author) : 'Deleted member'}</bdi>
                </small>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
