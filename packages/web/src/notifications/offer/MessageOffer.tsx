import type { ConversationFacts, MessageView } from '@folkmoot/contract/conversations/schema.ts';
import { useEffect, useState } from 'react';
import { outbox } from '../../conversations/outbox/outbox.ts';
import { useMyId } from '../../core/session.tsx';
import { PushOffer } from './PushOffer.tsx';

type Props = { facts: ConversationFacts; messages: readonly MessageView[] };

/** In a conversation: the first direct message that somebody sends, and the first answer or mention they meet, are when notifications would help. */
export function MessageOffer({ facts, messages }: Props) {
  const me = useMyId();
  const [sent, setSent] = useState(false);
  const isDirect = facts.type === 'one-to-one' || facts.type === 'group';
  useEffect(() => outbox.onSent((conversationId) => conversationId === facts.id && setSent(true)), [facts.id]);
  const isNamed = messages.some(
    ({ authorId, mentions, replyTo }) => authorId !== me && (mentions.includes(me) || replyTo?.authorId === me),
  );
  if (isDirect && sent) return <PushOffer why="Hear of the answer even while this page is closed?" />;
  if (isNamed) return <PushOffer why="Hear of mentions and answers even while this page is closed?" />;
  return null;
}
