import { findEvents } from '@folkmoot/contract/events/api.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { apiQuery } from '../../core/queries.ts';
import { shortWhenOf } from '../../events/times/event-times.ts';
import { DateTile } from '../../ui/identity/DateTile.tsx';
import type { Finding, Found } from './useFindings.tsx';

/** Fewer letters than this find too much. */
const LEAST = 2;

/** Events by name, the next one first; only of a community if it is named. */
export function useEventFindings(
  search: string,
  serverId: string | undefined,
  then: (act: () => unknown) => () => void,
): Found {
  const navigate = useNavigate();
  const asks = [...search].length >= LEAST;
  const found = useQuery({
    ...apiQuery(findEvents, { search, serverId }),
    enabled: asks,
    placeholderData: keepPreviousData,
  });
  if (!asks) return { items: [], busy: false, failed: false, isEarlier: false };
  const items = (found.data?.data ?? []).map((event): Finding => {
    const hosts = event.viewer.role === 'host' && event.viewer.status !== 'not_going';
    const own = event.status === 'draft' ? 'draft' : hosts ? 'hosting' : event.viewer.status === 'going' ? 'going' : '';
    return {
      key: event.id,
      name: event.name,
      note: own === '' ? shortWhenOf(event) : `${shortWhenOf(event)} · ${own}`,
      picture: (
        <span data-tint={event.tint}>
          <DateTile start_epoc={event.start_epoc} time_zone={event.time_zone} tbdDate={event.tbdDate} small />
        </span>
      ),
      leads: true,
      open: then(() => navigate({ to: '/$alias', params: { alias: event.alias } })),
    };
  });
  return { items, busy: found.isFetching, failed: found.isError, isEarlier: found.isPlaceholderData };
}
