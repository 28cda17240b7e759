import type { CommunityView } from '@folkmoot/contract/communities/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { LocalText } from '../../ui/LocalText.tsx';
import { homeQuery, mayReadHome } from '../queries.ts';

/** How many members are online, as a number only; nothing while nobody is. */
export function OnlineCount({ community }: { community: CommunityView }) {
  const online = useQuery({ ...homeQuery(community.id), enabled: mayReadHome(community) }).data?.data.online ?? 0;
  if (online === 0) return null;
  return <LocalText>{`${online.toLocaleString()} online`}</LocalText>;
}
