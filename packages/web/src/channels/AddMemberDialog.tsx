import type { PersonView } from '@folkmoot/contract/accounts/schema.ts';
import type { ChannelView } from '@folkmoot/contract/channels/schema.ts';
import { findPeople, listMembers } from '@folkmoot/contract/communities/api.ts';
import { addMembers } from '@folkmoot/contract/conversations/api.ts';
import { refusals } from '@folkmoot/contract/conversations/schema.ts';
import { DEBOUNCE, PEOPLE_SEARCH_ABOVE } from '@folkmoot/contract/core/client.ts';
import { lengthOf } from '@folkmoot/contract/core/text.ts';
import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch, IconX } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '../core/client.ts';
import { keyOf, pagesOf, useCommand } from '../core/queries.ts';
import { Busy } from '../ui/Busy.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { useCloseDialog } from '../ui/DialogHost.tsx';
import { Face } from '../ui/Face.tsx';
import { Failure } from '../ui/Failure.tsx';
import css from './addmember.module.css';
import { refreshChannels } from './queries.ts';

/** Adds people to a channel: found by name, at least one. */
export function AddMemberDialog({
  channel,
}: {
  channel: Pick<ChannelView, 'id' | 'name' | 'serverId' | 'conversation'>;
}) {
  const close = useCloseDialog();
  const [search, setSearch] = useState('');
  const [settled] = useDebouncedValue(search.trim(), DEBOUNCE.people);
  const [chosen, setChosen] = useState<readonly PersonView[]>([]);
  const [missing, setMissing] = useState(false);
  const conversationId = channel.conversation.id;
  const worthAsking = lengthOf(settled) > PEOPLE_SEARCH_ABOVE;
  const found = useInfiniteQuery({
    ...pagesOf(findPeople, { search: settled, conversationId }),
    enabled: worthAsking,
    placeholderData: keepPreviousData,
  });
  const people = worthAsking ? (found.data?.pages.flatMap((page) => page.data) ?? []) : [];
  const isChosen = (person: PersonView) => chosen.some(({ id }) => id === person.id);
  const toggle = (person: PersonView) => {
    setMissing(false);
    setChosen(isChosen(person) ? chosen.filter(({ id }) => id !== person.id) : [...chosen, person]);
  };
  const add = useCommand(addMembers, {
    failed: 'Could not add them.',
    onDone: () => {
      refreshChannels(channel.serverId, channel.id);
      void queryClient.invalidateQueries({ queryKey: keyOf(listMembers) });
      close();
    },
  });
  const submit = () => {
    if (chosen.length === 0) return setMissing(true);
    add.mutate({ serverId: channel.serverId, conversationId, users: chosen.map(({ id }) => id) });
  };

  return (
    <Dialog
      title={`Add member to #${channel.name}`}
      footer={
        <>
          <Button variant="subtle" onClick={close}>
            Cancel
          </Button>
          <Busy busy={add.isPending} saying="Adding" onClick={submit}>
            {chosen.length > 1 ? `Add ${chosen.length} people` : 'Add'}
          </Busy>
        </>
      }
    >
      {chosen.length > 0 && (
        <ul className={css.chosen} aria-label="Chosen">
          {chosen.map((person) => (
            <li key={person.id}>
              <button
                type="button"
                onClick={() => toggle(person)}
                aria-label={`Do not add ${person.firstName} ${person.lastName}`}
              >
                <Face person={person} size={22} />
                <span dir="auto">{`${person.firstName} ${person.lastName}`}</span>
                <IconX size={14} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <TextInput
        label="People"
        data-autofocus
        type="search"
        placeholder="Search by name"
        leftSection={<IconSearch size={17} />}
        description={`Type more than ${PEOPLE_SEARCH_ABOVE} letters of a name.`}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        error={missing ? refusals.nobodySelected.message : null}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <div className={css.found} aria-live="polite">
        {worthAsking && found.isError && <Failure error={found.error} again={found.refetch} level={3} />}
        {worthAsking && found.isSuccess && !found.isPlaceholderData && people.length === 0 && (
          <p className={css.none}>No user found</p>
        )}
        {people.map((person) => (
          <label key={person.id} className={css.person} data-on={isChosen(person) || undefined}>
            <Face person={person} size={36} />
            <span className={css.words}>
              <b dir="auto">{`${person.firstName} ${person.lastName}`}</b>
              <small>@{person.username}</small>
            </span>
            <input type="checkbox" checked={isChosen(person)} onChange={() => toggle(person)} />
          </label>
        ))}
        {worthAsking && found.hasNextPage && (
          <Button
            variant="subtle"
            size="xs"
            loading={found.isFetchingNextPage}
            onClick={() => void found.fetchNextPage()}
          >
            Show more
          </Button>
        )}
      </div>
    </Dialog>
  );
}
