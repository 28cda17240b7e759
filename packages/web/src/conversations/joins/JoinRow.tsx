import type { JoinLine } from '@folkmoot/contract/communities/schema.ts';
import { canSend } from '@folkmoot/contract/conversations/rules.ts';
import type { ConversationFacts } from '@folkmoot/contract/conversations/schema.ts';
import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { fullDate } from '../../ui/format-date.ts';
import { Avatar } from '../../ui/identity/Avatar.tsx';
import { focusComposer } from '../composer/focus-composer.ts';
import { joinWords, timeOfDay } from '../keyboard/message-words.ts';
import { draftOf, writeDraft } from '../outbox/drafts.ts';
import css from './join-row.module.css';

type Props = {
  facts: ConversationFacts;
  joins: JoinLine;
  me: string;
  onPerson: (userId: string) => void;
};

/** The line in a channel that says who has joined the community. A greeting is put into the composer, and not sent. */
export function JoinRow({ facts, joins, me, onPerson }: Props) {
  const { at, people, count } = joins;
  const others = people.filter(({ id }) => id !== me);
  const greets = others.length > 0 && count === people.length && canSend(facts, new Date()).ok;
  const greet = () => {
    const names = others.map(({ username }) => `@${username}`).join(' ');
    const { text } = draftOf(facts.id);
    writeDraft(facts.id, { text: `${text === '' ? '' : `${text.trimEnd()} `}Hello ${names} 👋 ` });
    focusComposer(facts.id);
  };
  return (
    <div className={css.row}>
      <span className={css.icon} aria-hidden="true">
        <IconUserPlus size={18} />
      </span>
      <div className={css.words}>
        <span className={css.faces}>
          {people.map((person) => (
            <button
              key={person.id}
              type="button"
              tabIndex={-1}
              aria-hidden="true"
              className={css.face}
              onClick={() => onPerson(person.id)}
            >
              <Avatar person={person} size={24} />
            </button>
          ))}
        </span>
        <span dir="auto">{joinWords(joins, me)}</span>
        <time className={css.time} dateTime={at} title={fullDate(at)}>
          {timeOfDay(at)}
        </time>
        {greets && (
          <Button variant="default" size="compact-sm" onClick={greet}>
            Say hello
          </Button>
        )}
      </div>
    </div>
  );
}
