import { Button } from '@mantine/core';
import { IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { loadMore } from '../../core/load-more.ts';
import { useGroups } from '../../groups/queries.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { SearchInput } from '../../ui/inputs/SearchInput.tsx';
import type { Selection } from '../selection.ts';
import { SourceRow } from './SourceRow.tsx';
import css from './sources.module.css';

const GroupDialog = lazyPart(() => import('../../groups/GroupDialog.tsx'), 'GroupDialog');

type Props = {
  eventId: string;
  selection: Selection;
  onChange: (change: Selection | ((now: Selection) => Selection)) => void;
};

/** Everybody or some people from your own groups. */
export function GroupsSource({ eventId, ...choice }: Props) {
  const show = useShowDialog();
  const [search, setSearch] = useState('');
  const groups = useGroups(search);
  const found = groups.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <div className={css.source}>
      <div className={css.top}>
        <SearchInput aria-label="Search groups" placeholder="Search groups" value={search} onSearch={setSearch} />
        <Button
          variant="default"
          size="md"
          leftSection={<IconPlus size={17} />}
          onClick={() => show(<GroupDialog people />)}
        >
          Create group
        </Button>
      </div>
      {groups.isPending && (
        <LoadingFallback label="Loading groups">
          <SkeletonRows rows={4} />
        </LoadingFallback>
      )}
      {groups.isError && <ErrorState error={groups.error} again={groups.refetch} level={3} />}
      {groups.data && found.length === 0 && (
        <EmptyState art="stools" title="No groups found.">
          {search === ''
            ? 'A group keeps people together whom you invite again and again, such as stallholders or the choir.'
            : `No group matches “${search}”.`}
        </EmptyState>
      )}
      <ul className={css.rows} aria-label="Groups">
        {found.map((group) => (
          <SourceRow
            key={group.id}
            eventId={eventId}
            source={{ type: 'Group', id: group.id, name: group.name }}
            picture={
              <span className={css.picture}>
                <IconUsersGroup size={20} aria-hidden />
              </span>
            }
            about={group.description}
            size={group.numberOfGuests}
            {...choice}
          />
        ))}
      </ul>
      {groups.hasNextPage && (
        <Button variant="subtle" size="sm" loading={groups.isFetchingNextPage} onClick={() => void loadMore(groups)}>
          Show more groups
        </Button>
      )}
    </div>
  );
}
