import type { PersonView } from '@folkmoot/contract/accounts/schema.ts';
import { findPeople } from '@folkmoot/contract/communities/api.ts';
import { DEBOUNCE, PEOPLE_SEARCH_ABOVE } from '@folkmoot/contract/core/client.ts';
import { fold, lengthOf } from '@folkmoot/contract/core/text.ts';
import { Button, VisuallyHidden } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { loadMore } from '../../core/load-more.ts';
import { apiInfiniteQuery } from '../../core/queries.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Avatar } from '../../ui/identity/Avatar.tsx';
import { SearchInput } from '../../ui/inputs/SearchInput.tsx';
import css from './people-picker.module.css';

type Props = {
  chosen: readonly PersonView[];
  onChange: (chosen: readonly PersonView[]) => void;
  /** What is wrong with the choice. */
  problem: string | null;
  /** Leaves out people who are in this conversation already. */
  conversationId?: string;
  /** People who are suggested before all others, under a heading of their own. */
  first?: { heading: string; people: readonly PersonView[] };
  /** Another way to name somebody, between the search and what it finds. */
  children?: ReactNode;
};

/**
 * Selects one or more people by name. Until enough letters are typed for a search, it suggests people from your communities
 * whose names have these letters. You are never among the results yourself.
 */
export function PeoplePicker({ chosen, onChange, problem, conversationId, first, children }: Props) {
  const [search, setSearch] = useState('');
  const field = useRef<HTMLInputElement>(null);
  // The focus goes where the sentence is, which is spoken with the field.
  useEffect(() => {
    if (problem) field.current?.focus();
  }, [problem]);
  const worthAsking = lengthOf(search) > PEOPLE_SEARCH_ABOVE;
  const found = useInfiniteQuery({
    ...apiInfiniteQuery(findPeople, {
      search: worthAsking ? search : '',
      ...(conversationId === undefined ? {} : { conversationId }),
    }),
    placeholderData: keepPreviousData,
  });
  const letters = fold(search);
  const hasLetters = ({ firstName, lastName, username }: PersonView) =>
    fold(`${firstName} ${lastName} ${username}`).includes(letters);
  const before = first?.people.filter(hasLetters) ?? [];
  const people = (found.data?.pages.flatMap((page) => page.data) ?? []).filter(
    (person) => (worthAsking || hasLetters(person)) && !before.some(({ id }) => id === person.id),
  );
  const isChosen = (person: PersonView) => chosen.some(({ id }) => id === person.id);
  const toggle = (person: PersonView) =>
    onChange(isChosen(person) ? chosen.filter(({ id }) => id !== person.id) : [...chosen, person]);
  const rowOf = (person: PersonView) => (
    <label key={person.id} className={css.person} data-on={isChosen(person) || undefined}>
      <Avatar person={person} size={36} />
      <span className={css.words}>
        <b dir="auto">{`${person.firstName} ${person.lastName}`}</b>
        <small>@{person.username}</small>
      </span>
      <input type="checkbox" checked={isChosen(person)} onChange={() => toggle(person)} />
    </label>
  );
  return (
    <>
      {chosen.length > 0 && (
        <ul className={css.chosen} aria-label="Selected people">
          {chosen.map((person) => (
            <li key={person.id}>
              <button
                type="button"
                onClick={() => toggle(person)}
                aria-label={`Remove ${person.firstName} ${person.lastName}`}
              >
                <Avatar person={person} size={22} />
                <span dir="auto">{`${person.firstName} ${person.lastName}`}</span>
                <IconX size={14} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <SearchInput
        label="People"
        ref={field}
        data-autofocus
        placeholder="Search by name"
        {...(!worthAsking && {
          description: `Type at least ${PEOPLE_SEARCH_ABOVE + 1} letters to search everyone in your communities.`,
        })}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        error={problem}
        value={search}
        onSearch={setSearch}
        delay={DEBOUNCE.people}
      />
      {children}
      <VisuallyHidden aria-live="polite">
        {search !== '' && found.isSuccess && !found.isPlaceholderData && foundWords(people.length + before.length)}
      </VisuallyHidden>
      <div className={css.found}>
        {found.isError && <ErrorState error={found.error} again={found.refetch} level={3} />}
        {before.length > 0 && <p className={css.heading}>{first?.heading}</p>}
        {before.map(rowOf)}
        {people.length > 0 && (before.length > 0 || !worthAsking) && (
          <p className={css.heading}>{before.length > 0 ? 'From your communities' : 'Suggested'}</p>
        )}
        {worthAsking && found.isSuccess && !found.isPlaceholderData && people.length + before.length === 0 && (
          <p className={css.none}>No one found</p>
        )}
        {people.map(rowOf)}
        {found.hasNextPage && (
          <Button variant="subtle" size="xs" loading={found.isFetchingNextPage} onClick={() => void loadMore(found)}>
            Show more
          </Button>
        )}
      </div>
    </>
  );
}

/** How many people the list has, said instead of their names. */
function foundWords(count: number): string {
  if (count === 0) return 'Nobody in the list';
  return count === 1 ? '1 person in the list' : `${count.toLocaleString()} people in the list`;
}
