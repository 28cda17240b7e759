import { useQuery } from '@tanstack/react-query';
import { LocalText } from '../../ui/LocalText.tsx';
import { homeQuery } from '../queries.ts';

/** How many members are online, as a number only; nothing while nobody is. */
export function OnlineCount({ serverId }: { serverId: string }) {
  const online = useQuery(homeQuery(serverId)).data?.data.online ?? 0;
  if (online === 0) return null;
  return <LocalText>{`${online.toLocaleString()} online`}</LocalText>;
}
