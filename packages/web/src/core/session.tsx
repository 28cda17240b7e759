import { getMe } from '@folkmoot/contract/accounts/api.ts';
import type { Answer } from '@folkmoot/contract/core/endpoint.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { forgetMembers } from './api-client.ts';
import { startLive, stopLive } from './live.ts';
import { takeLeaving } from './paths.ts';
import { apiQuery } from './queries.ts';
import { queryClient } from './query-client.ts';
import { forgetWritten } from './storage.ts';
import { dropSession, onSession, type SessionState, sessionState, takeUpSession } from './token.ts';

/** The session of this tab; the component renders again when it begins or ends, in any tab. */
export function useSession(): SessionState {
  return useSyncExternalStore(onSession, sessionState, sessionState);
}

/** The signed-in person, while there is a session. */
export function useMe(): Answer<typeof getMe> | undefined {
  const session = useSession();
  return useQuery({
    ...apiQuery(getMe, {}),
    enabled: session.status === 'signedIn',
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
}

/** The id of the signed-in person; empty for a visitor. */
export function useMyId(): string {
  const session = useSession();
  return session.status === 'signedIn' ? session.userId : '';
}

/** Starts a session after signing in: a token, and an empty cache without data of the previous person. */
export async function beginSession(): Promise<void> {
  clearCaches();
  await takeUpSession();
}

/**
 * Clears everything that belongs to the person who was signed in, in this tab and, with `everywhere`, in the others.
 */
export function clearSession(everywhere: boolean): void {
  stopLive();
  dropSession(everywhere);
  clearCaches();
  forgetWritten();
}

function clearCaches(): void {
  forgetMembers();
  queryClient.clear();
}

/**
 * Keeps the socket open while there is a session, and redirects a tab whose session ended elsewhere,
 * so that nothing of it stays on the screen.
 */
export function SessionKeeper() {
  const session = useSession();
  const userId = session.status === 'signedIn' ? session.userId : undefined;
  useEffect(() => {
    if (!userId) return;
    startLive();
    return () => {
      stopLive();
      const leaving = sessionState().status === 'signedOut' && location.pathname !== '/logout';
      // Not to /logout, unless this tab wants to: that ends a session, and another one may have started in the tab that told us.
      if (leaving) {
        forgetWritten();
        location.assign(takeLeaving() ? '/logout' : '/sign-in');
      } else clearCaches();
    };
  }, [userId]);
  return null;
}
