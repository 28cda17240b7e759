import { DEBOUNCE } from '@folkmoot/contract/core/client.ts';
import type { PersonalFilter } from '@folkmoot/contract/personal/schema.ts';
import { Button, Select } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { loadMore } from '../core/load-more.ts';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../ui/feedback/Skeleton.tsx';
import { SearchInput } from '../ui/inputs/SearchInput.tsx';
import { PersonalRow } from './PersonalRow.tsx';
import css from './personal.module.css';
import { usePersonal, usePersonalFound } from './queries.ts';

const FILTERS: readonly { value: PersonalFilter; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'unread', label: 'Unread' },
  { value: 'one-to-one', label: 'One-to-one' },
  { value: 'group', label: 'Groups' },
  { value: 'event-group', label: 'Events' },
];

type Props = {
  currentId: string | undefined;
  /** Shown while there is none at all. */
  start?: ReactNode;
};

/** Every private and group conversation, to search and to filter. */
export function PersonalList({ currentId, start }: Props) {
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<PersonalFilter>('all');
  const list = usePersonal(filter);
  const found = usePersonalFound(search, filter);
  const searching = search !== '';
  const shown = searching ? (found.data?.data ?? []) : (list.data?.pages.flatMap((page) => page.data) ?? []);
  const asked = searching ? found : list;
  return (
    <>
      <div className={css.filters}>
        <SearchInput
          className={css.search}
          variant="quiet"
          size="sm"
          aria-label="Search conversations"
          placeholder="Search conversations"
          value={search}
          onSearch={setSearch}
          delay={DEBOUNCE.people}
        />
        <Select
          variant="bar"
          size="sm"
          w={120}
          aria-label="Which conversations"
          allowDeselect={false}
          data={FILTERS}
          value={filter}
          onChange={(value) => setFilter(FILTERS.find((one) => one.value === value)?.value ?? 'all')}
        />
      </div>
      {asked.isPending && (
        <LoadingFallback label="Loading conversations">
          <div className={css.skeleton}>
            <SkeletonRows rows={6} size={40} round />
          </div>
        </LoadingFallback>
      )}
      {asked.isError && <ErrorState error={asked.error} again={asked.refetch} level={3} />}
      {asked.isSuccess && shown.length === 0 && (
        <EmptyState
          art="stools"
          level={3}
          title={searching || filter !== 'all' ? 'Nothing found' : 'No conversations yet'}
          action={searching || filter !== 'all' ? undefined : start}
        >
          {searching ? `Nothing matches “${search}”.` : 'Start one with anyone you share a community with.'}
        </EmptyState>
      )}
      <ul className={css.list} aria-label="Conversations">
        {shown.map((conversation) => (
          <li key={conversation.id}>
            <PersonalRow conversation={conversation} current={conversation.id === currentId} />
          </li>
        ))}
      </ul>
      {!searching && list.hasNextPage && (
        <Button variant="subtle" size="xs" loading={list.isFetchingNextPage} onClick={() => void loadMore(list)}>
          Show more
        </Button>
      )}
    </>
  );
}
