import { getProfile } from '@folkmoot/contract/accounts/api.ts';
import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import { messageSent, typing } from '@folkmoot/contract/conversations/api.ts';
import type { AuthorView } from '@folkmoot/contract/conversations/schema.ts';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLive } from '../core/live.ts';
import { apiQuery } from '../core/queries.ts';
import { useMyId } from '../core/session.tsx';
import css from './typing-indicator.module.css';

/** Typing is repeated every few seconds; a longer silence means it has ended. */
const LASTS_MS = 6000;

type Props = { conversationId: string; people: ReadonlyMap<string, AuthorView> | undefined };

/** Who is typing in a conversation. */
export function TypingIndicator({ conversationId, people }: Props) {
  const me = useMyId();
  const [until, setUntil] = useState<ReadonlyMap<string, number>>(new Map());
  useLive(typing, (event) => {
    if (event.conversationId !== conversationId || event.userId === me) return;
    setUntil((known) => new Map(known).set(event.userId, Date.now() + LASTS_MS));
  });
  useLive(messageSent, ({ message }) => {
    if (message.conversationId === conversationId) setUntil((known) => without(known, (id) => id === message.authorId));
  });
  useEffect(() => {
    if (until.size === 0) return;
    const timer = setTimeout(
      () => setUntil((known) => without(known, (_, end) => end <= Date.now())),
      Math.max(0, Math.min(...until.values()) - Date.now()) + 50,
    );
    return () => clearTimeout(timer);
  }, [until]);

  // A person without a loaded message has no known name yet.
  const ids = [...until.keys()];
  const strangers = useQueries({
    queries: ids.filter((id) => !people?.has(id)).map((userId) => apiQuery(getProfile, { userId })),
  });
  const names = ids.flatMap((id) => {
    const person = people?.get(id) ?? strangers.find(({ data }) => data?.id === id)?.data;
    return person ? [fullName(person)] : [];
  });
  return (
    <div className={css.typing} aria-hidden={names.length === 0}>
      {names.length > 0 && (
        <>
          <span className={css.dots} aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          <span dir="auto">{typingLabel(names)}</span>
        </>
      )}
    </div>
  );
}

/** `Amara and Tomasz are typing`. */
function typingLabel(names: readonly string[]): string {
  if (names.length > 3) return 'Several people are typing';
  const list = new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
  return `${list} ${names.length === 1 ? 'is' : 'are'} typing`;
}

function without(
  known: ReadonlyMap<string, number>,
  gone: (id: string, end: number) => boolean,
): ReadonlyMap<string, number> {
  const left = [...known].filter(([id, end]) => !gone(id, end));
  return left.length === known.size ? known : new Map(left);
}
