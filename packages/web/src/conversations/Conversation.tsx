import { listMessages } from '@folkmoot/contract/conversations/api.ts';
import type { ConversationFacts } from '@folkmoot/contract/conversations/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../core/queries.ts';
import { BoneRows, Waiting } from '../ui/Bones.tsx';
import { Empty } from '../ui/Empty.tsx';
import { Failure } from '../ui/Failure.tsx';
import css from './conversation.module.css';

type Props = {
  facts: ConversationFacts;
  /** What stands in `Message {name}`. */
  name: string;
  /** The `seq` of a message to open at, from the address. */
  at: number | undefined;
};

/** What is said in a conversation. */
export function Conversation({ facts, name }: Props) {
  const messages = useQuery(queryOf(listMessages, { conversationId: facts.id }));
  if (messages.isPending) {
    return (
      <div className={css.list}>
        <Waiting label="Loading messages">
          <BoneRows size={36} round />
        </Waiting>
      </div>
    );
  }
  if (messages.isError) return <Failure error={messages.error} again={messages.refetch} />;
  if (messages.data.data.length === 0) return <Empty art="stools" title={`Nothing said in ${name} yet`} />;
  const people = new Map(messages.data.people.map((person) => [person.id, person]));
  return (
    <ol className={css.list}>
      {messages.data.data.map((message) => (
        <li key={message.id}>
          <b dir="auto">{people.get(message.authorId ?? '')?.firstName ?? 'Deleted member'}</b> <span dir="auto">{message.text}</span>
        </li>
      ))}
    </ol>
  );
}
