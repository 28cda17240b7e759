import { listMembers } from '@folkmoot/contract/communities/api.ts';
import type { CommunityView } from '@folkmoot/contract/communities/schema.ts';
import { DEBOUNCE } from '@folkmoot/contract/core/client.ts';
import type { RoleType } from '@folkmoot/contract/core/permissions.ts';
import { Button, Select } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { loadMore } from '../../core/load-more.ts';
import { apiInfiniteQuery } from '../../core/queries.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { SearchInput } from '../../ui/inputs/SearchInput.tsx';
import { useViewer } from '../queries.ts';
import { MemberRow } from './MemberRow.tsx';
import css from './members.module.css';

const route = getRouteApi('/frame/$alias/members');

const ROLES: readonly { value: RoleType | ''; label: string }[] = [
  { value: '', label: 'Any role' },
  { value: 'CREATOR', label: 'Creator' },
  { value: 'ADMIN', label: 'Admins' },
  { value: 'MODERATOR', label: 'Moderators' },
  { value: 'MEMBER', label: 'Members' },
];

/** Everyone in a community, found by name and role. */
export function MemberList({ community }: { community: CommunityView }) {
  const viewer = useViewer(community.id);
  const { search = '', role } = route.useSearch();
  const navigate = useNavigate({ from: '/$alias/members' });
  const members = useInfiniteQuery({
    ...apiInfiniteQuery(listMembers, { serverId: community.id, search, ...(role ? { role } : {}) }),
    placeholderData: keepPreviousData,
  });
  const people = members.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <>
      <div className={css.filters}>
        <SearchInput
          className={css.search}
          variant="quiet"
          size="sm"
          aria-label="Search members"
          placeholder="Search members by name"
          value={search}
          onSearch={(text) =>
            void navigate({ search: (before) => ({ ...before, search: text || undefined }), replace: true })
          }
          delay={DEBOUNCE.people}
        />
        <Select
          className={css.role}
          variant="bar"
          size="sm"
          aria-label="Role"
          allowDeselect={false}
          data={ROLES}
          value={role ?? ''}
          onChange={(value) =>
            void navigate({
              search: (before) => ({ ...before, role: (value || undefined) as RoleType | undefined }),
              replace: true,
            })
          }
        />
      </div>
      <div className={css.scroll}>
        {members.isPending && (
          <LoadingFallback label="Loading members">
            <div className={css.skeleton}>
              <SkeletonRows rows={7} round />
            </div>
          </LoadingFallback>
        )}
        {members.isError && <ErrorState error={members.error} again={members.refetch} />}
        {members.data && people.length === 0 && (
          <EmptyState art="search" title="No members found">
            {search ? `No one here matches “${search}”.` : 'No one here has that role.'}
          </EmptyState>
        )}
        {people.length > 0 && (
          <ul className={css.list} aria-busy={members.isPlaceholderData}>
            {people.map((member) => (
              <MemberRow key={member.memberId} member={member} viewer={viewer} serverId={community.id} />
            ))}
          </ul>
        )}
        {members.hasNextPage && (
          <div className={css.more}>
            <Button variant="default" loading={members.isFetchingNextPage} onClick={() => void loadMore(members)}>
              Show more
            </Button>
          </div>
        )}
      </div>
    </>
  );
}
