import type { GroupView } from '@folkmoot/contract/groups/schema.ts';
import { Button } from '@mantine/core';
import { IconChevronRight, IconPlus } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { lazyPart } from '../core/lazy.ts';
import { loadMore } from '../core/load-more.ts';
import { useShowDialog } from '../ui/dialog/DialogProvider.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../ui/feedback/Skeleton.tsx';
import { SearchInput } from '../ui/inputs/SearchInput.tsx';
import { PlainLink } from '../ui/layout/links.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { GroupPicture } from './GroupPicture.tsx';
import css from './groups.module.css';
import { useGroupSize, useGroups } from './queries.ts';

const GroupDialog = lazyPart(() => import('./GroupDialog.tsx'), 'GroupDialog');

const route = getRouteApi('/frame/groups');

/** Your own lists of people whom you invite. */
export function GroupsScreen() {
  const { search = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const show = useShowDialog();
  const groups = useGroups(search);
  usePageTitle('Groups');
  const found = groups.data?.pages.flatMap(({ data }) => data) ?? [];
  const created = ({ id }: GroupView) => navigate({ to: '/groups/$groupId', params: { groupId: id } });
  return (
    <div className={css.screen}>
      <PageHeader title="Groups" note="People you invite again and again. Only you see your groups.">
        <Button leftSection={<IconPlus size={17} />} onClick={() => show(<GroupDialog people onCreated={created} />)}>
          Group create
        </Button>
      </PageHeader>
      <div className={css.body}>
        <SearchInput
          variant="quiet"
          aria-label="Search groups"
          placeholder="Search groups"
          value={search}
          onSearch={(text) => void navigate({ search: { search: text || undefined }, replace: true })}
        />
        {groups.isPending && (
          <LoadingFallback label="Loading groups">
            <SkeletonRows rows={5} />
          </LoadingFallback>
        )}
        {groups.isError && <ErrorState error={groups.error} again={groups.refetch} />}
        {groups.data && found.length === 0 && (
          <EmptyState art="stools" title="No groups found.">
            {search === ''
              ? 'Create a group, such as stallholders or regulars, and invite all of them at once.'
              : `No group matches “${search}”.`}
          </EmptyState>
        )}
        {found.length > 0 && (
          <ul className={css.list} aria-label="Groups">
            {found.map((group) => (
              <li key={group.id}>
                <PlainLink to="/groups/$groupId" params={{ groupId: group.id }} className={css.group}>
                  <GroupPicture group={group} />
                  <span className={css.words}>
                    <b dir="auto">{group.name}</b>
                    <small dir="auto">{group.description}</small>
                  </span>
                  <Size group={group} />
                  <IconChevronRight size={17} aria-hidden />
                </PlainLink>
              </li>
            ))}
          </ul>
        )}
        {groups.hasNextPage && (
          <Button variant="subtle" size="sm" loading={groups.isFetchingNextPage} onClick={() => void loadMore(groups)}>
            Show more
          </Button>
        )}
      </div>
    </div>
  );
}

function Size({ group }: { group: GroupView }) {
  const size = useGroupSize(group);
  return <span className={css.count}>{size?.toLocaleString('en')}</span>;
}
