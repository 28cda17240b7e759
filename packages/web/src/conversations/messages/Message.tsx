import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import { canEdit, canReact } from '@folkmoot/contract/conversations/rules.ts';
import type { AuthorView, ConversationFacts, MessageView } from '@folkmoot/contract/conversations/schema.ts';
import { IconDots, IconPinFilled } from '@tabler/icons-react';
import { memo, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { fullDate } from '../../ui/format-date.ts';
import { Avatar } from '../../ui/identity/Avatar.tsx';
import { isTouch } from '../composer/focus-composer.ts';
import { writeEdit } from '../editing/edits.ts';
import { useEdit } from '../editing/useEdit.ts';
import { deletedWords, nameOf, shortClock, timeOfDay } from '../keyboard/message-words.ts';
import { Reactions } from '../reactions/Reactions.tsx';
import { Folded } from '../text/Folded.tsx';
import { ThreadPreview } from '../threads/ThreadPreview.tsx';
import type { Timeline } from '../timeline/timeline.ts';
import { MessageActions } from './MessageActions.tsx';
import { MessageFiles } from './MessageFiles.tsx';
import { MessageText } from './MessageText.tsx';
import css from './message.module.css';
import type { MessageHandlers } from './message-handlers.ts';
import { edit, pin, react, remove, rewrite } from './message-mutations.ts';
import { Quote } from './Quote.tsx';
import { useMessageExtras } from './useMessageExtras.ts';
import { useMessageMenu } from './useMessageMenu.tsx';
import { useMessageTouch } from './useMessageTouch.ts';

const MessageEditor = lazyPart(() => import('../editing/MessageEditor.tsx'), 'MessageEditor');
const MessageSheet = lazyPart(() => import('./MessageSheet.tsx'), 'MessageSheet');

type Props = {
  facts: ConversationFacts;
  message: MessageView;
  people: ReadonlyMap<string, AuthorView>;
  me: string;
  continues: boolean;
  /** How many deleted messages it stands for; one by default. */
  deleted?: number | undefined;
  /** The message that the address leads to. */
  found: boolean;
  /** In the list, where its row is the article that has the focus and says everything. */
  inRow?: boolean;
  change: (next: (timeline: Timeline) => Timeline) => void;
  acts: MessageHandlers;
};

/** One message: author, time, text, reactions, and its actions. */
export const Message = memo(function Message({
  facts,
  message,
  people,
  me,
  continues,
  deleted = 1,
  found,
  inRow,
  change,
  acts,
}: Props) {
  const { onPerson, onThread } = acts;
  const [open, setOpen] = useState(false);
  const { ref, isReady, onPointerOver } = useAttention();
  const author = people.get(message.authorId ?? '');
  const names = useNames(message, people);
  const { LinkCards } = useMessageExtras();
  const toggle = (emoji: string) => void react(change, message, emoji);
  const classes = [
    css.message,
    continues && css.continues,
    (message.mentions.includes(me) || (message.mentionsAll && message.authorId !== me)) && css.named,
    found && css.flash,
  ]
    .filter(Boolean)
    .join(' ');
  const gone = message.deletedAt !== null || message.hidden;
  const name = nameOf(author);
  const { editedAt } = message;
  // The same element while nothing changes, so that the text is not rendered again.
  const edited = useMemo(
    () =>
      editedAt && (
        <span className={css.edited} title={fullDate(editedAt)}>
          edited
        </span>
      ),
    [editedAt],
  );
  const typed = useEdit(acts.place, message.id);
  const mayEdit = canEdit(facts, message, me, new Date()).ok;
  const editing = mayEdit ? typed : undefined;
  const show = useShowDialog();
  const entries = useMessageMenu({
    facts,
    message,
    me,
    acts,
    onEdit: () => acts.onEdit(message),
    onRewrite: (text) => void rewrite(change, message, text),
    onPin: () => pin(change, message),
    onDelete: () => remove(change, message),
  });
  const onReply = acts.onReply && (() => acts.onReply?.(message));
  const openSheet = () => {
    // A finger leaves the focus elsewhere; the sheet gives it back to the row.
    const row = ref.current?.closest<HTMLElement>('[data-row]');
    if (row && !row.contains(document.activeElement)) row.focus({ preventScroll: true });
    show(
      <MessageSheet
        name={name}
        text={message.text}
        entries={entries}
        onReact={canReact(facts, message, false, message.reactions.length, new Date()).ok ? toggle : undefined}
        onReply={onReply}
        onThread={onThread && !message.copyOf ? () => onThread(message.id) : undefined}
      />,
    );
  };
  const touch = useMessageTouch(openSheet, onReply);
  const Box = inRow ? 'div' : 'article';
  return (
    <Box
      ref={ref}
      className={classes}
      data-open={open || undefined}
      data-message={message.id}
      onPointerOver={onPointerOver}
      {...(!inRow && { 'aria-label': `${name}, ${timeOfDay(message.createdAt)}` })}
      {...(gone || editing !== undefined ? {} : touch)}
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
          className={css.avatar}
          onClick={() => author && onPerson(author.id)}
        >
          <Avatar person={author ?? { id: message.id, firstName: '', lastName: '', imageUrl: null }} size={36} />
        </button>
      )}
      <div className={css.content}>
        {message.replyTo && <Quote quote={message.replyTo} people={people} onJump={acts.onJump} />}
        {message.copyOf && onThread && (
          <button type="button" className={css.copy} onClick={() => onThread(message.copyOf?.threadId ?? '')}>
            Replied in a thread
          </button>
        )}
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
              {timeOfDay(message.createdAt)}
            </time>
            {message.pinnedAt && (
              <span className={css.pinned}>
                <IconPinFilled size={13} aria-hidden />
                Pinned
              </span>
            )}
          </div>
        )}
        {message.hidden && !message.deletedAt && <p className={css.gone}>You have blocked this person.</p>}
        {message.deletedAt && <p className={css.gone}>{deletedWords(deleted)}</p>}
        {!gone && (
          <>
            {editing !== undefined && (
              <Suspense fallback={null}>
                <MessageEditor
                  facts={facts}
                  message={message}
                  text={editing}
                  onText={(text) => writeEdit(acts.place, message.id, text)}
                  onSave={(text) => edit(change, message, text)}
                />
              </Suspense>
            )}
            {message.text !== '' && editing === undefined && (
              <Folded id={message.id} text={message.text}>
                <MessageText
                  text={message.text}
                  nameOf={names.idOf}
                  labelOf={names.labelOf}
                  onPerson={onPerson}
                  serverId={facts.serverId}
                  all={message.mentionsAll}
                  after={edited}
                />
              </Folded>
            )}
            {message.attachments.length > 0 && <MessageFiles facts={facts} message={message} me={me} />}
            {message.text === '' && edited}
            {LinkCards && message.text.includes(`${location.origin}/`) && (
              <Suspense fallback={null}>
                <LinkCards
                  text={message.text}
                  onChange={mayEdit ? (text) => void rewrite(change, message, text) : undefined}
                />
              </Suspense>
            )}
            <Reactions
              messageId={message.id}
              type={facts.type === 'thread' ? 'thread' : 'message'}
              reactions={message.reactions}
              may={canReact(facts, message, true, 0, new Date()).ok}
              onToggle={toggle}
            />
          </>
        )}
        {message.thread && onThread && (
          <ThreadPreview
            threadId={message.id}
            thread={message.thread}
            people={people}
            onOpen={() => onThread(message.id)}
          />
        )}
      </div>
      {!gone &&
        editing === undefined &&
        (isTouch() ? (
          <button type="button" className={css.more} aria-label="More" onClick={openSheet}>
            <IconDots size={20} aria-hidden />
          </button>
        ) : (
          <MessageActions
            facts={facts}
            message={message}
            acts={acts}
            entries={entries}
            onReact={toggle}
            onOpen={setOpen}
            isReady={isReady}
          />
        ))}
    </Box>
  );
});

/**
 * Whether a message has been pointed at, or its row has had the focus. Most never are, and the toolbar is two thirds of
 * a message's elements. Not by `onPointerEnter`, which React leaves out where the element that the pointer was on is gone.
 */
function useAttention() {
  const ref = useRef<HTMLDivElement>(null);
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const row = ref.current?.closest('[data-row]') ?? ref.current;
    const attend = () => setReady(true);
    row?.addEventListener('focusin', attend, { once: true });
    return () => row?.removeEventListener('focusin', attend);
  }, []);
  return { ref, isReady, onPointerOver: () => setReady(true) };
}

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
      idOf: (username: string) => named.find(([known]) => known === username)?.[1],
      labelOf: (id: string) => named.find(([, known]) => known === id)?.[2],
    };
  }, [key]);
}
