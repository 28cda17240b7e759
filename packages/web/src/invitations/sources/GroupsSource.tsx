import type { GroupView } from '@folkmoot/contract/groups/schema.ts';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { loadMore } from '../../core/load-more.ts';
import { GroupPicture } from '../../groups/GroupPicture.tsx';
import { useGroupSize, useGroups } from '../../groups/queries.ts';
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
            ? 'Keep people you often invite together in a group, such as stallholders or regulars.'
            : `No group matches “${search}”.`}
        </EmptyState>
      )}
      <ul className={css.rows} aria-label="Groups">
        {found.map((group) => (
          <GroupRow key={group.id} eventId={eventId} group={group} {...choice} />
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

function GroupRow({ group, ...choice }: Props & { group: GroupView }) {
  return (
    <SourceRow
      source={{ type: 'Group', id: group.id, name: group.name }}
      picture={<GroupPicture group={group} />}
      about={group.description}
      size={useGroupSize(group)}
      {...choice}
    />
  );
}
