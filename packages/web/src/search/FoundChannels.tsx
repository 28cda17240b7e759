import { listMyChannels } from '@folkmoot/contract/channels/api.ts';
import { parseSearch } from '@folkmoot/contract/search/rules.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../core/queries.ts';
import { Empty } from '../ui/feedback/EmptyState.tsx';
import { Failure } from '../ui/feedback/ErrorState.tsx';
import { BoneRows, Waiting } from '../ui/feedback/Skeleton.tsx';
import { EmojiTile } from '../ui/identity/CommunityAvatar.tsx';
import { PlainLink } from '../ui/layout/links.tsx';
import { best, plainWords, spanOf } from './find.ts';
import { Marked } from './Marked.tsx';
import css from './search.module.css';

const MOST = 50;

/** Channels one is in, by name. */
export function FoundChannels({ search }: { search: string }) {
  const channels = useQuery(queryOf(listMyChannels, {}));
  const words = plainWords(parseSearch(search));
  const found = best(channels.data?.data ?? [], words, MOST);
  return (
    <>
      {channels.isPending && (
        <Waiting label="Searching">
          <BoneRows rows={6} />
        </Waiting>
      )}
      {channels.isError && <Failure error={channels.error} again={() => void channels.refetch()} />}
      {channels.isSuccess && found.length === 0 && (
        <Empty art="search" title="No channel found">
          {`None of your channels is called “${words}”. Others can be found where a community’s channels are listed.`}
        </Empty>
      )}
      <ul className={css.group}>
        {found.map((channel) => {
          const span = spanOf(channel.name, words);
          return (
            <li key={channel.id}>
              <PlainLink to="/channel/$channelId" params={{ channelId: channel.id }} className={css.row} data-result>
                <EmojiTile emoji={channel.avatar} size={36} />
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
