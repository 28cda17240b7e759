import type { ChannelDetail } from '@folkmoot/contract/channels/schema.ts';
import { listMembers } from '@folkmoot/contract/communities/api.ts';
import { canAddMembers } from '@folkmoot/contract/conversations/rules.ts';
import { DEBOUNCE } from '@folkmoot/contract/core/client.ts';
import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { loadMore } from '../../core/load-more.ts';
import { apiInfiniteQuery } from '../../core/queries.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { DisabledWithReason } from '../../ui/feedback/DisabledWithReason.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { PresentAvatar } from '../../ui/identity/PresentAvatar.tsx';
import { SearchInput } from '../../ui/inputs/SearchInput.tsx';
import { refreshChannels } from '../queries.ts';
import css from './panel.module.css';

const AddMembersDialog = lazyPart(() => import('../../conversations/dialogs/AddMembersDialog.tsx'), 'AddMembersDialog');
const ProfileDialog = lazyPart(() => import('../../communities/members/ProfileDialog.tsx'), 'ProfileDialog');

/** The members of a channel. */
export function ChannelMembers({ channel }: { channel: ChannelDetail }) {
  const show = useShowDialog();
  const [search, setSearch] = useState('');
  const members = useInfiniteQuery({
    ...apiInfiniteQuery(listMembers, {
      serverId: channel.serverId,
      channelId: channel.id,
      ...(search ? { search } : {}),
    }),
    placeholderData: keepPreviousData,
  });
  const people = members.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <>
      <DisabledWithReason
        variant="default"
        fullWidth
        leftSection={<IconUserPlus size={17} />}
        decision={canAddMembers(channel.facts)}
        onClick={() =>
          show(
            <AddMembersDialog
              facts={{ id: channel.conversation.id, serverId: channel.serverId }}
              channel={channel.name}
              onAdded={() => refreshChannels(channel.serverId, channel.id)}
            />,
          )
        }
      >
        Add member
      </DisabledWithReason>
      <SearchInput
        variant="quiet"
        size="sm"
        aria-label="Search members"
        placeholder="Search members"
        value={search}
        onSearch={setSearch}
        delay={DEBOUNCE.people}
      />
      {members.isPending && (
        <LoadingFallback>
          <SkeletonRows rows={5} size={32} round />
        </LoadingFallback>
      )}
      {members.isError && <ErrorState error={members.error} again={members.refetch} level={3} />}
      {members.data && people.length === 0 && <p className={css.none}>No members found.</p>}
      <ul className={css.people}>
        {people.map((person) => (
          <li key={person.id}>
            <button
              type="button"
              className={css.person}
              onClick={() => show(<ProfileDialog userId={person.id} serverId={channel.serverId} />)}
            >
              <PresentAvatar userId={person.id} person={person} size={32} />
              <span className={css.name} dir="auto">{`${person.firstName} ${person.lastName}`}</span>
              {person.roleType !== 'MEMBER' && <small>{person.roleName}</small>}
            </button>
          </li>
        ))}
      </ul>
      {members.hasNextPage && (
        <Button variant="subtle" size="xs" loading={members.isFetchingNextPage} onClick={() => void loadMore(members)}>
          Show more
        </Button>
      )}
    </>
  );
}
