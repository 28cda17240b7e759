import { getMe, getProfile, updateProfile } from '@folkmoot/contract/accounts/api.ts';
import { useQuery } from '@tanstack/react-query';
import { apiQuery, apiQueryKey, useApiMutation } from '../core/queries.ts';
import { queryClient } from '../core/query-client.ts';
import { useMyId } from '../core/session.tsx';

/** Your own profile, and a way to save parts of it. */
export function useOwnProfile() {
  const me = useMyId();
  const profile = useQuery(apiQuery(getProfile, { userId: me }));
  const save = useApiMutation(updateProfile, {
    said: null,
    onDone: () => {
      void queryClient.invalidateQueries({ queryKey: apiQueryKey(getProfile, { userId: me }) });
      void queryClient.invalidateQueries({ queryKey: apiQueryKey(getMe) });
    },
  });
  return { profile, save };
}
