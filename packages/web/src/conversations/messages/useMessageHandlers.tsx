import { canSend } from '@folkmoot/contract/conversations/rules.ts';
import type { AuthorView, ConversationFacts, MessageView } from '@folkmoot/contract/conversations/schema.ts';
import { useMemo, useRef } from 'react';
import { loadChunk } from '../../core/lazy.ts';
import { useMyId } from '../../core/session.tsx';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { focusComposer } from '../composer/focus-composer.ts';
import { editOf, writeEdit } from '../editing/edits.ts';
import { replyTo } from '../outbox/drafts.ts';
import type { MessageHandlers } from './message-handlers.ts';

const loadProfile = loadChunk(() => import('../../communities/members/ProfileDialog.tsx'));

type Given = {
  facts: ConversationFacts;
  link: string;
  onThread: ((messageId: string) => void) | undefined;
  onJump: (seq: number) => void;
  markUnread: (message: MessageView) => void;
  /** The authors of the loaded messages. */
  people?: ReadonlyMap<string, AuthorView> | undefined;
};

/** The handlers of a message's buttons. The object stays the same, so that a long list does not render again. */
export function useMessageHandlers(given: Given) {
  const me = useMyId();
  const show = useShowDialog();
  const newest = useRef(given);
  newest.current = given;
  const { facts, link, onThread } = given;
  const maySend = canSend(facts, new Date()).ok;
  const mayThread = onThread !== undefined;
  const acts = useMemo<MessageHandlers>(
    () => ({
      onPerson: (userId) =>
        void loadProfile().then(({ ProfileDialog }) =>
          show(<ProfileDialog userId={userId} serverId={newest.current.facts.serverId ?? undefined} />),
        ),
      onReply: maySend
        ? (message) => {
            replyTo(facts.id, message, newest.current.people?.get(message.authorId ?? ''));
            focusComposer(facts.id);
          }
        : undefined,
      place: facts.id,
      onEdit: ({ id, text }) => {
        if (editOf(facts.id, id) === undefined) writeEdit(facts.id, id, text);
      },
      onThread: mayThread ? (messageId) => newest.current.onThread?.(messageId) : undefined,
      onJump: (seq) => newest.current.onJump(seq),
      onUnread: facts.following ? (message) => newest.current.markUnread(message) : undefined,
      linkTo: ({ seq }) => `${location.origin}${link}${link.includes('?') ? '&' : '?'}message=${seq}`,
    }),
    [maySend, mayThread, facts.id, facts.following, link, show],
  );
  return { acts, me };
}
