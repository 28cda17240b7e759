import { getMapService } from '@folkmoot/contract/places/api.ts';
import type { MapService } from '@folkmoot/contract/places/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../core/queries.ts';
import { initialAnswers } from '../core/start/initial-data.ts';

/** Where maps with streets come from; null where there are none. Public pages bring the answer along. */
export function useMapService(): MapService | null {
  const sent = initialAnswers()?.map as { map: MapService | null } | undefined;
  const asked = useQuery({
    ...apiQuery(getMapService, {}),
    staleTime: Number.POSITIVE_INFINITY,
    ...(sent && { initialData: sent }),
  });
  return asked.data?.map ?? null;
}
