import type { ChannelDetail } from '@folkmoot/contract/channels/schema.ts';
import { listMembers } from '@folkmoot/contract/communities/api.ts';
import { canAddMembers } from '@folkmoot/contract/conversations/rules.ts';
import { DEBOUNCE } from '@folkmoot/contract/core/client.ts';
import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lazyPart } from '../../core/lazy.ts';
import { usePresent } from '../../core/live.ts';
import { loadMore } from '../../core/load-more.ts';
import { apiInfiniteQuery } from '../../core/queries.ts';
import { useShowDialog } from '../../ui/dialog/DialogProvider.tsx';
import { DisabledWithReason } from '../../ui/feedback/DisabledWithReason.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { SearchInput } from '../../ui/inputs/SearchInput.tsx';
import { refreshChannels } from '../queries.ts';
import { ChannelPerson } from './ChannelPerson.tsx';
import css from './panel.module.css';

const AddMembersDialog = lazyPart(() => import('../../conversations/dialogs/AddMembersDialog.tsx'), 'AddMembersDialog');

/** The members of a channel, those who are online first. */
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
  const present = usePresent(people.map(({ id }) => id));
  const online = people.filter(({ id }) => present.includes(id));
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
        {[...online, ...people.filter((person) => !online.includes(person))].map((person) => (
          <ChannelPerson key={person.id} person={person} serverId={channel.serverId} />
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
