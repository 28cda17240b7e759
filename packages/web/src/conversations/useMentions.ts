import { listMembers } from '@folkmoot/contract/communities/api.ts';
import type { MemberView } from '@folkmoot/contract/communities/schema.ts';
import type { ConversationFacts } from '@folkmoot/contract/conversations/schema.ts';
import { DEBOUNCE } from '@folkmoot/contract/core/client.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { queryOf } from '../core/queries.ts';

const SHOWN = 6;
/** What stands before the caret while somebody is being named. */
const TYPING = /(?:^|[^\p{L}\p{N}_@./-])@([\p{L}\p{N}_-]{0,30})$/iu;

/** The list of people that opens after `@`: arrow keys choose, Enter or Tab takes, Escape closes. */
export function useMentions(
  facts: ConversationFacts,
  text: string,
  area: RefObject<HTMLTextAreaElement | null>,
  put: (text: string, caret: number) => void,
) {
  const [typed, setTyped] = useState<string>();
  const [active, setActive] = useState(0);
  const [search] = useDebouncedValue(typed ?? '', DEBOUNCE.people);
  const id = useId();
  const query = useQuery({
    ...queryOf(listMembers, {
      serverId: facts.serverId ?? '',
      search,
      ...(facts.openTo === 'members' ? { conversationId: facts.id } : {}),
    }),
    enabled: typed !== undefined && facts.serverId !== null,
    placeholderData: keepPreviousData,
  });
  const people = typed === undefined ? [] : (query.data?.data.slice(0, SHOWN) ?? []);
  const open = people.length > 0;

  const close = () => setTyped(undefined);
  const look = () => {
    requestAnimationFrame(() => {
      const caret = area.current?.selectionStart ?? 0;
      const found = TYPING.exec((area.current?.value ?? '').slice(0, caret))?.[1];
      setTyped(found);
      setActive(0);
    });
  };
  const take = (person: MemberView) => {
    const caret = area.current?.selectionStart ?? text.length;
    const before = text.slice(0, caret).replace(/@[\p{L}\p{N}_-]*$/iu, `@${person.username} `);
    put(before + text.slice(caret), before.length);
    close();
  };

  return {
    id,
    people,
    active,
    setActive,
    take,
    look,
    close,
    aria: open
      ? {
          'aria-autocomplete': 'list' as const,
          'aria-haspopup': 'listbox' as const,
          'aria-controls': id,
          'aria-activedescendant': `${id}-${active}`,
        }
      : {},
    /** @returns true where the key was for the list. */
    onKeyDown(event: KeyboardEvent): boolean {
      if (!open) return false;
      const chosen = people[active];
      if (event.key === 'ArrowDown') setActive((active + 1) % people.length);
      else if (event.key === 'ArrowUp') setActive((active + people.length - 1) % people.length);
      else if (event.key === 'Escape') close();
      else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && chosen) take(chosen);
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  };
}

export type Mentions = ReturnType<typeof useMentions>;
