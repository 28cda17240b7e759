import type { ChannelDetail } from '@folkmoot/contract/channels/schema.ts';
import { listMembers } from '@folkmoot/contract/communities/api.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { usePresent } from '../../core/live.ts';
import { apiInfiniteQuery } from '../../core/queries.ts';
import { useMyId } from '../../core/session.tsx';
import { ChannelPerson } from './ChannelPerson.tsx';
import css from './panel.module.css';

const MOST = 8;

/** A few of the others who are online, in a channel's panel. Renders nothing if nobody is. */
export function OnlineNow({ channel, onAll }: { channel: ChannelDetail; onAll: () => void }) {
  const me = useMyId();
  const members = useInfiniteQuery(
    apiInfiniteQuery(listMembers, { serverId: channel.serverId, channelId: channel.id }),
  );
  const others = members.data?.pages.flatMap(({ data }) => data).filter(({ id }) => id !== me) ?? [];
  const present = usePresent(others.map(({ id }) => id));
  const online = others.filter(({ id }) => present.includes(id)).slice(0, MOST);
  if (online.length === 0) return null;
  return (
    <section aria-labelledby="online-now">
      <div className={css.head}>
        <h3 id="online-now">Online now</h3>
        <button type="button" onClick={onAll}>
          All members
        </button>
      </div>
      <ul className={css.people}>
        {online.map((person) => (
          <ChannelPerson key={person.id} person={person} serverId={channel.serverId} />
        ))}
      </ul>
    </section>
  );
}
