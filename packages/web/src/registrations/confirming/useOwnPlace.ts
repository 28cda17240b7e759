import { getOwnParticipation } from '@folkmoot/contract/registrations/api.ts';
import type { ParticipationView } from '@folkmoot/contract/registrations/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../core/queries.ts';

/** A place, and whether asking for it has just confirmed its address. */
type OwnPlace = ParticipationView & { proved: boolean };

/**
 * The place of somebody without an account. Asking where they stand is also what following the link of an email is: its token proves that
 * the address is theirs, the one of the page on which they have typed it does not.
 */
export function useOwnPlace(eventId: string, token: string | undefined): OwnPlace | undefined {
  const own = useQuery({ ...apiQuery(getOwnParticipation, { eventId, token }), enabled: token !== undefined });
  return own.data?.data ? { ...own.data.data, proved: own.data.proved ?? false } : undefined;
}
