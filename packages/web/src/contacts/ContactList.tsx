import { disconnectContacts } from '@folkmoot/contract/contacts/api.ts';
import { LIMITS } from '@folkmoot/contract/contacts/schema.ts';
import type { Entry } from '@folkmoot/contract/core/entry.ts';
import { Button, Checkbox } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { loadMore } from '../core/load-more.ts';
import { useApiMutation } from '../core/queries.ts';
import { toast } from '../core/toasts/toast.ts';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../ui/feedback/ErrorState.tsx';
import { LoadingButton } from '../ui/feedback/LoadingButton.tsx';
import { LoadingFallback, SkeletonRows } from '../ui/feedback/Skeleton.tsx';
import { SearchInput } from '../ui/inputs/SearchInput.tsx';
import css from './contacts.module.css';
import { entryOf, fetchAllContacts, firstOf, isGone, useContactSearch, useContacts } from './queries.ts';
import { useFocusIfLost } from './useFocusIfLost.ts';

export type Choice = {
  /** The keys of the contacts that are chosen. */
  chosen: ReadonlySet<string>;
  onAdd: (entries: readonly Entry[]) => void;
  onRemove: (keys: ReadonlySet<string>) => void;
};

type Props = Choice & {
  /** Told when contacts are not connected any more, and why. */
  onGone: (reason: string | undefined) => void;
};

/** Somebody's Google contacts, to search and choose from. */
export function ContactList({ chosen, onAdd, onRemove, onGone }: Props) {
  const [search, setSearch] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const list = useContacts();
  const found = useContactSearch(search);
  const everybody = useMutation({
    mutationFn: fetchAllContacts,
    onSuccess: ({ entries }) => onAdd(entries),
    onError: (error) => {
      if (!isGone(error)) toast.failed(error, { fallback: 'Failed to fetch data', again: () => everybody.mutate() });
    },
  });
  const disconnect = useApiMutation(disconnectContacts, {
    failed: 'Could not disconnect.',
    onDone: () => onGone(undefined),
  });
  const gone = [list.error, found.error, everybody.error].find(isGone);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it has happened.
  useEffect(() => {
    if (gone) onGone(gone.message);
  }, [gone]);
  useFocusIfLost(field, undefined);
  const shown = search === '' ? list : found;
  const contacts = search === '' ? list.data?.pages.flatMap(({ data }) => data) : found.data?.data;
  const isEmpty = contacts?.length === 0 && !(search === '' && list.hasNextPage);
  return (
    <div className={css.source}>
      <div className={css.top}>
        <SearchInput
          ref={field}
          aria-label="Search contacts"
          placeholder="Search name or email"
          maxLength={100}
          value={search}
          onSearch={setSearch}
        />
        <LoadingButton
          variant="default"
          size="md"
          loading={everybody.isPending}
          loadingLabel="Choosing all"
          disabled={!contacts || isEmpty}
          onClick={() => (search === '' ? everybody.mutate() : onAdd(firstOf(contacts ?? [])))}
        >
          {search === '' ? 'Choose all' : 'Choose all found'}
        </LoadingButton>
      </div>
      <div className={css.chosen} aria-live="polite">
        {everybody.data?.more && chosen.size > 0 && (
          <p>{`Only the first ${LIMITS.all.toLocaleString('en')} of your contacts were read. Search for anybody who is missing.`}</p>
        )}
        {chosen.size > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={() => onRemove(chosen)}>
            {chosen.size === 1
              ? 'Remove the person you chose here'
              : `Remove all ${chosen.size.toLocaleString('en')} you chose here`}
          </Button>
        )}
      </div>
      {shown.isPending && (
        <LoadingFallback label="Loading contacts">
          <SkeletonRows rows={5} />
        </LoadingFallback>
      )}
      {shown.error && !gone && <ErrorState error={shown.error} again={shown.refetch} level={3} />}
      {isEmpty && (
        <EmptyState art="stools" title="No user found" level={3}>
          {search === ''
            ? 'None of your Google contacts has an email address.'
            : `None of your contacts has a name or an address that begins with “${search}”.`}
        </EmptyState>
      )}
      {contacts && !isEmpty && (
        <ul className={css.people} aria-label="Contacts">
          {contacts.map(entryOf).map((entry) => (
            <Person key={entry.key} entry={entry} checked={chosen.has(entry.key)} onAdd={onAdd} onRemove={onRemove} />
          ))}
        </ul>
      )}
      {search === '' && list.hasNextPage && (
        <Button variant="subtle" size="sm" loading={list.isFetchingNextPage} onClick={() => void loadMore(list)}>
          Show more contacts
        </Button>
      )}
      {search !== '' && found.data?.full && (
        <p
          className={css.note}
        >{`A search shows ${LIMITS.found} people at most. Type more of a name to find others.`}</p>
      )}
      <div className={css.foot}>
        <p>Contacts without an email address are not listed.</p>
        <LoadingButton
          variant="subtle"
          size="compact-sm"
          loading={disconnect.isPending}
          loadingLabel="Disconnecting"
          onClick={() => disconnect.mutate({})}
        >
          Disconnect Google contacts
        </LoadingButton>
      </div>
    </div>
  );
}

type PersonProps = { entry: Entry; checked: boolean } & Pick<Choice, 'onAdd' | 'onRemove'>;

function Person({ entry, checked, onAdd, onRemove }: PersonProps) {
  const name = `${entry.firstName} ${entry.lastName}`.trim();
  return (
    <li>
      <Checkbox
        className={css.person}
        checked={checked}
        onChange={() => (checked ? onRemove(new Set([entry.key])) : onAdd([entry]))}
        label={
          <>
            <bdi>{name || entry.address}</bdi>
            {name !== '' && <span> {entry.address}</span>}
          </>
        }
      />
    </li>
  );
}
