import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import type { AuthorView } from '@folkmoot/contract/conversations/schema.ts';
import { useSyncExternalStore } from 'react';
import { useMe } from '../../core/session.tsx';
import { Attachments } from '../../media/attachments/Attachments.tsx';
import { Avatar } from '../../ui/identity/Avatar.tsx';
import { focusComposer } from '../composer/focus-composer.ts';
import { timeOfDay } from '../keyboard/message-words.ts';
import { MessageText } from '../messages/MessageText.tsx';
import css from '../messages/message.module.css';
import { Quote } from '../messages/Quote.tsx';
import { trayOf, writeDraft } from './drafts.ts';
import { outbox, type Pending } from './outbox.ts';

const WAITS = {
  away: 'Waiting for the network',
  slow: 'That was a lot at once: this is sent in a moment',
} as const;

type Props = {
  conversationId: string;
  pending: Pending;
  continues: boolean;
  people: ReadonlyMap<string, AuthorView>;
};

/** A message in the outbox; a refused one stays, with actions to retry, edit and discard it. */
export function PendingMessage({ conversationId, pending, continues, people }: Props) {
  const me = useMe()?.user;
  const waits = useSyncExternalStore(outbox.subscribe, () => outbox.whyWaiting(conversationId));
  const { clientId, attachments, waitsFor, failed } = pending;
  const edit = () => {
    const taken = outbox.take(conversationId, clientId);
    if (!taken) return;
    writeDraft(conversationId, { text: taken.pending.text, replyTo: taken.pending.replyTo, replyAuthor: null });
    trayOf(conversationId).putBack(taken.files);
    focusComposer(conversationId);
  };
  return (
    <div className={`${css.message} ${continues ? css.continues : ''}`}>
      {continues || !me ? (
        <span className={css.gutter} />
      ) : (
        <Avatar person={{ ...me, imageUrl: me.profile_photo }} size={36} />
      )}
      <div className={css.content}>
        {pending.replyTo && <Quote quote={pending.replyTo} people={people} />}
        {!continues && me && (
          <div className={css.who}>
            <bdi className={css.name}>{fullName(me)}</bdi>
            <time className={css.time}>{timeOfDay(pending.at)}</time>
          </div>
        )}
        <div className={css.sending}>
          {pending.text !== '' && (
            <MessageText text={pending.text} nameOf={nobody} labelOf={nobody} onPerson={nobody} />
          )}
          {attachments.length > 0 && <Attachments attachments={attachments} onOpen={nobody} onRemove={undefined} />}
          {waitsFor.length > 0 && <p className={css.time}>{waitsFor.join(', ')}</p>}
        </div>
        {failed === null ? (
          <div className={css.onway}>
            <span className={css.time}>
              {waits ? WAITS[waits] : waitsFor.length > 0 ? 'Sends when the files are uploaded' : 'Sending'}
            </span>
            {waitsFor.length > 0 && (
              <button type="button" onClick={() => outbox.discard(conversationId, clientId)}>
                Discard
              </button>
            )}
          </div>
        ) : (
          <div className={css.failed} role="alert">
            <span>{failed}</span>
            <button type="button" onClick={() => outbox.retry(conversationId, clientId)}>
              Retry
            </button>
            <button type="button" onClick={edit}>
              Edit
            </button>
            <button type="button" onClick={() => outbox.discard(conversationId, clientId)}>
              Discard
            </button>
          </div>
        )}
      </div>
    </div>
  );
}

function nobody(): undefined {}
