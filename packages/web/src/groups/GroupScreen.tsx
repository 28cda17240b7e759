import { deleteGroupGuests, deleteGroups } from '@folkmoot/contract/groups/api.ts';
import type { GroupGuestView, GroupView } from '@folkmoot/contract/groups/schema.ts';
import { ActionIcon, Button, Checkbox, Menu } from '@mantine/core';
import { IconChevronLeft, IconDots, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { lazyPart } from '../core/lazy.ts';
import { loadMore } from '../core/load-more.ts';
import { useApiMutation } from '../core/queries.ts';
import { useConfirm } from '../ui/dialog/ConfirmDialog.tsx';
import { useShowDialog } from '../ui/dialog/DialogProvider.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../ui/feedback/Skeleton.tsx';
import { Avatar } from '../ui/identity/Avatar.tsx';
import { SearchInput } from '../ui/inputs/SearchInput.tsx';
import { ActionMenu } from '../ui/layout/ActionMenu.tsx';
import { PlainLink } from '../ui/layout/links.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import css from './groups.module.css';
import { refreshGroups, useGroup, useGroupGuests } from './queries.ts';
import { aboutRule, ruleInWords } from './rule-words.ts';

const AddPeopleDialog = lazyPart(() => import('./AddPeopleDialog.tsx'), 'AddPeopleDialog');
const GroupDialog = lazyPart(() => import('./GroupDialog.tsx'), 'GroupDialog');

const route = getRouteApi('/frame/groups/$groupId');

/** One of your groups, with its people. */
export function GroupScreen() {
  const { groupId } = route.useParams();
  const group = useGroup(groupId);
  usePageTitle(group.data?.name ?? 'Group', 'Groups');
  if (group.isPending)
    return (
      <LoadingFallback label="Loading the group">
        <div className={css.body}>
          <SkeletonRows rows={6} round />
        </div>
      </LoadingFallback>
    );
  if (group.isError) return <ErrorState error={group.error} again={group.refetch} level={1} />;
  return <Group key={groupId} group={group.data} />;
}

function Group({ group }: { group: GroupView }) {
  const show = useShowDialog();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const guests = useGroupGuests(group.id, search);
  const found = guests.data?.pages.flatMap(({ data }) => data) ?? [];
  const remove = useApiMutation(deleteGroupGuests, {
    failed: 'Failed to remove user from group.',
    onDone: () => {
      setSelected(new Set());
      refreshGroups();
    },
  });
  const end = useApiMutation(deleteGroups, {
    failed: 'Something went wrong while deleting group.',
    onDone: () => {
      refreshGroups();
      void navigate({ to: '/groups', replace: true });
    },
  });
  const chosen = found.filter(({ id }) => selected.has(id));
  const all = found.length > 0 && chosen.length === found.length;
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setSelected(next);
  };
  const askToDelete = () =>
    confirm({
      title: `Delete ${group.name}?`,
      body: 'The people in it are not told, and invitations that were sent stay as they are.',
      verb: 'Delete group',
      busyVerb: 'Deleting',
      danger: true,
      run: () => end.mutateAsync({ groupIds: [group.id] }),
    });
  return (
    <div className={css.screen}>
      <PlainLink to="/groups" className={css.back}>
        <IconChevronLeft size={16} aria-hidden />
        Groups
      </PlainLink>
      <PageHeader title={group.name} note={group.description}>
        {group.rule === null && (
          <Button leftSection={<IconPlus size={17} />} onClick={() => show(<AddPeopleDialog group={group} />)}>
            Add people
          </Button>
        )}
        <ActionMenu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon variant="default" size={36} aria-label="More about this group">
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil size={17} />} onClick={() => show(<GroupDialog group={group} />)}>
              Edit group
            </Menu.Item>
            <Menu.Item data-danger leftSection={<IconTrash size={17} />} onClick={askToDelete}>
              Delete group
            </Menu.Item>
          </Menu.Dropdown>
        </ActionMenu>
      </PageHeader>
      <div className={css.body}>
        {group.rule !== null && (
          <p className={css.rule}>
            {group.description !== ruleInWords(group.rule) && `${ruleInWords(group.rule)}. `}
            {peopleNow(group.numberOfGuests ?? 0)}. The list keeps itself up to date.
          </p>
        )}
        {((group.numberOfGuests ?? 0) > 0 || search !== '') && (
          <SearchInput
            variant="quiet"
            aria-label="Search people in this group"
            placeholder="Search name or email"
            value={search}
            onSearch={setSearch}
          />
        )}
        {guests.isPending && (
          <LoadingFallback label="Loading people">
            <SkeletonRows rows={5} round />
          </LoadingFallback>
        )}
        {guests.isError && <ErrorState error={guests.error} again={guests.refetch} />}
        {guests.data && found.length === 0 && (
          <EmptyState art="stools" title={search === '' ? 'No members found.' : 'No guest found.'}>
            {search !== ''
              ? null
              : group.rule === null
                ? 'Add people by their addresses, from your communities, or from a list.'
                : aboutRule(group.rule)}
          </EmptyState>
        )}
        {found.length > 0 && group.rule !== null && (
          <ul className={css.list} aria-label="People in this group">
            {found.map((guest) => (
              <li key={guest.id} className={css.group}>
                <Person guest={guest} />
              </li>
            ))}
          </ul>
        )}
        {found.length > 0 && group.rule === null && (
          <>
            <div className={css.bar}>
              <Checkbox
                label={chosen.length === 0 ? 'Select all shown' : `${chosen.length} selected`}
                checked={all}
                indeterminate={!all && chosen.length > 0}
                onChange={() => setSelected(all ? new Set() : new Set(found.map(({ id }) => id)))}
              />
              {chosen.length > 0 && (
                <Button
                  variant="default"
                  size="sm"
                  loading={remove.isPending}
                  onClick={() => remove.mutate({ groupId: group.id, guestIds: chosen.map(({ id }) => id) })}
                >
                  Remove
                </Button>
              )}
            </div>
            <ul className={css.list} aria-label="People in this group">
              {found.map((guest) => (
                <li key={guest.id}>
                  <Guest guest={guest} selected={selected.has(guest.id)} onToggle={() => toggle(guest.id)} />
                </li>
              ))}
            </ul>
          </>
        )}
        {guests.hasNextPage && (
          <Button variant="subtle" size="sm" loading={guests.isFetchingNextPage} onClick={() => void loadMore(guests)}>
            Show more
          </Button>
        )}
      </div>
    </div>
  );
}

type GuestProps = { guest: GroupGuestView; selected: boolean; onToggle: () => void };

function Guest({ guest, selected, onToggle }: GuestProps) {
  const tick = useId();
  return (
    <label className={css.group} data-on={selected || undefined} htmlFor={tick}>
      <Checkbox id={tick} checked={selected} onChange={onToggle} aria-label={`Select ${nameOf(guest)}`} />
      <Person guest={guest} />
    </label>
  );
}

const nameOf = ({ name, email }: GroupGuestView) => name || email || '';

function Person({ guest }: { guest: GroupGuestView }) {
  const name = nameOf(guest);
  const [firstName = '', ...rest] = name.split(' ');
  return (
    <>
      <Avatar person={{ id: guest.id, firstName, lastName: rest.join(' '), imageUrl: guest.profile_photo }} size={32} />
      <span className={css.words}>
        <b dir="auto">{name}</b>
        {guest.name !== '' && guest.email !== null && <small>{guest.email}</small>}
      </span>
    </>
  );
}

const peopleNow = (count: number) => (count === 1 ? '1 person now' : `${count.toLocaleString('en')} people now`);
