import { listMembers } from '@folkmoot/contract/communities/api.ts';
import type { MemberView } from '@folkmoot/contract/communities/schema.ts';
import { DEBOUNCE } from '@folkmoot/contract/core/client.ts';
import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiInfiniteQuery } from '../../core/queries.ts';

type Props = Omit<SelectProps, 'data' | 'onChange' | 'value'> & {
  serverId: string;
  value: MemberView | null;
  onChange: (member: MemberView | null) => void;
  /** People who cannot be chosen. */
  without?: string | undefined;
};

/** One member of a community, found by typing a part of the name. */
export function PersonSelect({ serverId, value, onChange, without, ...rest }: Props) {
  const [search, setSearch] = useState('');
  const [settled] = useDebouncedValue(search.trim(), DEBOUNCE.people);
  const found = useInfiniteQuery({
    // Once somebody is selected, the text in the field is a name, not a search.
    ...apiInfiniteQuery(listMembers, { serverId, search: value && settled === labelOf(value) ? '' : settled }),
    placeholderData: keepPreviousData,
  });
  const people = (found.data?.pages[0]?.data ?? []).filter(({ memberId }) => memberId !== without);
  const shown = value && !people.some(({ memberId }) => memberId === value.memberId) ? [value, ...people] : people;
  return (
    <Select
      searchable
      openOnFocus={false}
      nothingFoundMessage={found.isPending ? 'Looking…' : 'No members found'}
      {...rest}
      data={shown.map((member) => ({ value: member.memberId, label: labelOf(member) }))}
      filter={({ options }) => options}
      onSearchChange={setSearch}
      value={value?.memberId ?? null}
      onChange={(memberId) => onChange(shown.find((member) => member.memberId === memberId) ?? null)}
    />
  );
}

function labelOf(member: MemberView): string {
  return `${`${member.firstName} ${member.lastName}`.trim()} (@${member.username})`;
}
