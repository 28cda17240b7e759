import type { BrowseQuery } from '@folkmoot/contract/channels/schema.ts';
import { SegmentedControl, Select } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconArrowsSort } from '@tabler/icons-react';
import { SearchInput } from '../../ui/inputs/SearchInput.tsx';
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
  return (
    <search className={css.filters}>
      <SearchInput
        className={css.search}
        variant="quiet"
        size="sm"
        aria-label="Search channels by name or description"
        placeholder="Search channels by name or description"
        maxLength={100}
        value={query.search}
        onSearch={(search) => onChange({ search })}
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
