import { getMe, getProfile, personChanged, sessionEnded } from '@folkmoot/contract/accounts/api.ts';
import { isStatus } from '../core/api-error.ts';
import { useLive } from '../core/live.ts';
import { leave } from '../core/paths.ts';
import { apiQueryKey } from '../core/queries.ts';
import { queryClient } from '../core/query-client.ts';
import { useMyId } from '../core/session.tsx';
import { refreshAccess, sessionState } from '../core/token.ts';

/** Leaves at once when this session is ended elsewhere, and shows new names and pictures. */
export function useAccountLive(): void {
  const me = useMyId();
  useLive(sessionEnded, ({ sessionId }) => {
    const state = sessionState();
    if (state.status !== 'signedIn' || (sessionId !== null && sessionId !== state.sessionId)) return;
    // The cookie may already belong to a newer session, started in another tab; that one continues.
    void refreshAccess().catch((error: unknown) => {
      if (isStatus(error, 401)) leave();
    });
  });
  useLive(personChanged, ({ userId }) => {
    void queryClient.invalidateQueries({ queryKey: apiQueryKey(getProfile, { userId }) });
    if (userId === me) void queryClient.invalidateQueries({ queryKey: apiQueryKey(getMe) });
  });
}
