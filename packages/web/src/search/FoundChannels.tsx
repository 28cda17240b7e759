import { listMyChannels } from '@folkmoot/contract/channels/api.ts';
import { parseSearch } from '@folkmoot/contract/search/rules.ts';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../core/queries.ts';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../ui/feedback/ErrorState.tsx';
import { LoadingFallback, SkeletonRows } from '../ui/feedback/Skeleton.tsx';
import { ChannelIcon } from '../ui/identity/CommunityAvatar.tsx';
import { best } from '../ui/inputs/find.ts';
import { PlainLink } from '../ui/layout/links.tsx';
import { plainWords, spanOf } from './find.ts';
import { Marked } from './Marked.tsx';
import css from './search.module.css';

const MOST = 50;

/** Your channels, by name. */
export function FoundChannels({ search }: { search: string }) {
  const channels = useQuery(apiQuery(listMyChannels, {}));
  const words = plainWords(parseSearch(search));
  const found = best(channels.data?.data ?? [], words, MOST);
  return (
    <>
      {channels.isPending && (
        <LoadingFallback label="Searching">
          <SkeletonRows rows={6} />
        </LoadingFallback>
      )}
      {channels.isError && <ErrorState error={channels.error} again={() => void channels.refetch()} />}
      {channels.isSuccess && found.length === 0 && (
        <EmptyState art="search" title="No channels found">
          {`None of your channels is called “${words}”. Browse a community’s channels to find others.`}
        </EmptyState>
      )}
      <ul className={css.group}>
        {found.map((channel) => {
          const span = spanOf(channel.name, words);
          return (
            <li key={channel.id}>
              <PlainLink to="/channel/$channelId" params={{ channelId: channel.id }} className={css.row} data-result>
                <ChannelIcon emoji={channel.avatar} size={36} />
                <span className={css.body}>
                  <b dir="auto">
                    <Marked text={channel.name} marks={span ? [span] : []} />
                  </b>
                  <span className={css.where} dir="auto">
                    {channel.serverName}
                  </span>
                </span>
              </PlainLink>
            </li>
          );
        })}
      </ul>
    </>
  );
}
