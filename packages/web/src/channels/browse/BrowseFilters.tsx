import type { BrowseQuery } from '@folkmoot/contract/channels/schema.ts';
import { DEBOUNCE } from '@folkmoot/contract/core/client.ts';
import { SegmentedControl, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconArrowsSort, IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import css from './browse.module.css';

const VIEWS = [
  { value: 'all', label: 'All' },
  { value: 'mine', label: 'My channels' },
  { value: 'other', label: 'Other channels' },
] as const;
const MODES = [
  { value: 'any', label: 'Any channel type' },
  { value: 'public', label: 'Public' },
  { value: 'private', label: 'Private' },
] as const;
const SORTS = [
  { value: 'most', label: 'Most members' },
  { value: 'newest', label: 'Newest' },
  { value: 'alphabetical', label: 'By name' },
] as const;

/** The filters: name or topic, mine or others, public or private, and the order. */
export function BrowseFilters({
  query,
  onChange,
}: {
  query: BrowseQuery;
  onChange: (next: Partial<BrowseQuery>) => void;
}) {
  const [typed, setTyped] = useState(query.search);
  const settle = useDebouncedCallback((search: string) => onChange({ search }), DEBOUNCE.search);
  // The address can change under the field: by going back, or by a link without a search.
  useEffect(() => setTyped(query.search), [query.search]);
  return (
    <search className={css.filters}>
      <TextInput
        className={css.search}
        variant="quiet"
        size="sm"
        type="search"
        aria-label="Search channels by name or topic"
        placeholder="Search channels by name or topic"
        leftSection={<IconSearch size={17} />}
        maxLength={100}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          settle(event.currentTarget.value);
        }}
      />
      <SegmentedControl
        className={css.view}
        aria-label="Whose channels"
        data={[...VIEWS]}
        value={query.view}
        onChange={(view) => onChange({ view: view as BrowseQuery['view'] })}
      />
      <Select
        className={css.mode}
        variant="bar"
        size="sm"
        aria-label="Channel type"
        allowDeselect={false}
        leftSection={<IconAdjustmentsHorizontal size={17} />}
        data={MODES}
        value={query.mode}
        onChange={(mode) => onChange({ mode: (mode ?? 'any') as BrowseQuery['mode'] })}
      />
      <Select
        className={css.sort}
        variant="bar"
        size="sm"
        aria-label="Order"
        allowDeselect={false}
        leftSection={<IconArrowsSort size={17} />}
        data={SORTS}
        value={query.sort}
        onChange={(sort) => onChange({ sort: (sort ?? 'most') as BrowseQuery['sort'] })}
      />
    </search>
  );
}
