import { getWritingService } from '@folkmoot/contract/writing/api.ts';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../core/queries.ts';

/** Who writes with AI; null where the operator has set no service, and while that is not known. */
export function useWritingService(): { host: string } | null {
  const asked = useQuery({ ...apiQuery(getWritingService, {}), staleTime: Number.POSITIVE_INFINITY });
  return asked.data?.service ?? null;
}
