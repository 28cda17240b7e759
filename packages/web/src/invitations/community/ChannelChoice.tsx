import { browseChannels } from '@folkmoot/contract/channels/api.ts';
import type { BrowseView } from '@folkmoot/contract/channels/schema.ts';
import { MOST_CHANNELS } from '@folkmoot/contract/invitations/community-schema.ts';
import { Checkbox } from '@mantine/core';
import { IconHash, IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../../core/queries.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../../ui/feedback/Skeleton.tsx';
import { SearchInput } from '../../ui/inputs/SearchInput.tsx';
import wizard from '../wizard.module.css';
import css from './invite-by-email.module.css';

/** Channels from which a search helps. */
const MANY = 10;

type Props = {
  serverId: string;
  channelIds: ReadonlySet<string>;
  onChannels: (channelIds: ReadonlySet<string>) => void;
};

/** The channels that people join who accept: the default ones always, and others that are chosen here. */
export function ChannelChoice({ serverId, channelIds, onChannels }: Props) {
  const browse = useQuery(apiQuery(browseChannels, { serverId }));
  const [search, setSearch] = useState('');
  const all = browse.data ? open(browse.data) : [];
  const words = search.trim().toLowerCase();
  const shown = all.filter(({ name }) => name.includes(words));
  const full = channelIds.size >= MOST_CHANNELS;
  const toggle = (id: string) => {
    const next = new Set(channelIds);
    if (!next.delete(id)) next.add(id);
    onChannels(next);
  };
  return (
    <fieldset className={css.channels}>
      <legend>Channels</legend>
      <p className={wizard.note}>They join these when they accept. Default channels are always included.</p>
      {browse.isPending && (
        <LoadingFallback label="Loading channels">
          <SkeletonRows rows={5} />
        </LoadingFallback>
      )}
      {browse.isError && <ErrorState error={browse.error} again={browse.refetch} level={3} />}
      {all.length > MANY && (
        <SearchInput
          variant="quiet"
          size="sm"
          aria-label="Search channels"
          placeholder="Search channels"
          value={search}
          onSearch={setSearch}
        />
      )}
      {browse.data && shown.length === 0 && <p className={wizard.note}>No channel found</p>}
      <ul className={css.channelList}>
        {shown.map(({ id, name, mode, isDefault }) => (
          <li key={id}>
            <Checkbox
              checked={isDefault || channelIds.has(id)}
              disabled={isDefault || (full && !channelIds.has(id))}
              onChange={() => toggle(id)}
              label={
                <span className={css.channel}>
                  {mode === 'private' ? (
                    <IconLock size={15} aria-label="Private" />
                  ) : (
                    <IconHash size={15} aria-hidden />
                  )}
                  <bdi>{name}</bdi>
                  {isDefault && <small>default</small>}
                </span>
              }
            />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

/** The channels that a member can bring others into: public ones, and private ones that they are in. Default ones first. */
function open({ channels, categories }: BrowseView) {
  return [...channels, ...categories.flatMap((category) => category.channels)]
    .filter(({ mode, joined }) => mode === 'public' || joined)
    .sort((one, other) => Number(other.isDefault) - Number(one.isDefault) || one.name.localeCompare(other.name));
}
