import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import { useMe } from '../core/session.tsx';
import { Face } from '../ui/Face.tsx';
import { clock } from './Message.tsx';
import { MessageText } from './MessageText.tsx';
import css from './message.module.css';
import { outbox, type Pending } from './outbox.ts';

type Props = { conversationId: string; pending: Pending; continues: boolean };

/** A message on its way; when it did not get there, it stays with a way to try again. */
export function PendingMessage({ conversationId, pending, continues }: Props) {
  const me = useMe()?.user;
  return (
    <article className={`${css.message} ${continues ? css.continues : ''}`} aria-label="Your unsent message">
      {continues || !me ? (
        <span className={css.gutter} />
      ) : (
        <Face person={{ ...me, imageUrl: me.profile_photo }} size={36} />
      )}
      <div>
        {!continues && me && (
          <div className={css.who}>
            <bdi className={css.name}>{fullName(me)}</bdi>
            <time className={css.time}>{clock(pending.at)}</time>
          </div>
        )}
        <div className={css.sending}>
          <MessageText text={pending.text} nameOf={nobody} labelOf={nobody} onPerson={nobody} />
        </div>
        {pending.failed === null ? (
          <span className={css.time}>Sending</span>
        ) : (
          <div className={css.failed} role="alert">
            <span>{pending.failed}</span>
            <button type="button" onClick={() => outbox.retry(conversationId, pending.clientId)}>
              Retry
            </button>
            <button type="button" onClick={() => outbox.discard(conversationId, pending.clientId)}>
              Discard
            </button>
          </div>
        )}
      </div>
    </article>
  );
}

function nobody(): undefined {}
