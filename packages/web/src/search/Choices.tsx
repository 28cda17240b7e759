import { fullName } from '@folkmoot/contract/accounts/rules.ts';
import { listMyChannels } from '@folkmoot/contract/channels/api.ts';
import { findPeople } from '@folkmoot/contract/communities/api.ts';
import { DEBOUNCE, PEOPLE_SEARCH_ABOVE } from '@folkmoot/contract/core/client.ts';
import { lengthOf } from '@folkmoot/contract/core/text.ts';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../core/queries.ts';

type Props = { onChoose: (value: string) => void };

/** The author filter: you, or somebody found by name. */
export function PersonChoice({ onChoose }: Props) {
  const [search, setSearch] = useState('');
  const [settled] = useDebouncedValue(search.trim(), DEBOUNCE.people);
  const worthAsking = lengthOf(settled) > PEOPLE_SEARCH_ABOVE;
  const people = useQuery({
    ...apiQuery(findPeople, { search: settled }),
    enabled: worthAsking,
    placeholderData: keepPreviousData,
  });
  const found = worthAsking ? (people.data?.data ?? []) : [];
  return (
    <Select
      label="Written by"
      placeholder="A name or username"
      searchable
      data-autofocus
      defaultDropdownOpened
      comboboxProps={{ withinPortal: false }}
      nothingFoundMessage={worthAsking && people.isFetching ? 'Looking…' : 'Type at least four letters of a name.'}
      data={[
        { value: 'me', label: 'Me' },
        ...found.map((person) => ({ value: person.username, label: `${fullName(person)} (@${person.username})` })),
      ]}
      filter={({ options }) => options}
      onSearchChange={setSearch}
      value={null}
      onChange={(value) => value && onChoose(value)}
    />
  );
}

/** The channel filter: one of your channels. */
export function ChannelChoice({ onChoose }: Props) {
  const channels = useQuery(apiQuery(listMyChannels, {}));
  const names = [...new Set((channels.data?.data ?? []).map(({ name }) => name))].sort((a, b) => a.localeCompare(b));
  return (
    <Select
      label="Written in"
      placeholder="A channel"
      searchable
      data-autofocus
      defaultDropdownOpened
      comboboxProps={{ withinPortal: false }}
      nothingFoundMessage={channels.isPending ? 'Looking…' : 'You are not in a channel with that name.'}
      data={names}
      limit={50}
      value={null}
      onChange={(value) => value && onChoose(value)}
    />
  );
}
