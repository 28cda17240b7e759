import { homeChanged } from '@folkmoot/contract/home/api.ts';
import { useLive, useResync } from '../../core/live.ts';
import { refreshHome } from '../queries.ts';

/** Shows what is newly published while the page is open. */
export function useHomeLive(serverId: string): void {
  useLive(homeChanged, (news) => {
    if (news.serverId === serverId) refreshHome(serverId);
  });
  useResync(() => refreshHome(serverId));
}
