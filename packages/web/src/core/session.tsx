import { getMe } from '@folkmoot/contract/accounts/api.ts';
import type { Answer } from '@folkmoot/contract/core/endpoint.ts';
import { refusals } from '@folkmoot/contract/core/problem.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { forgetMembers, goOn, holdCalls } from './api-client.ts';
import { ApiError } from './api-error.ts';
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
  goOn();
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

/**
 * Makes the call that ends this session, and clears what belongs to it. From the beginning nothing else is asked for with it: what is on its
 * way is given up, news that would make the page ask again does not come, and other calls wait. If the call fails, all of it goes on.
 *
 * @param stays whether this page goes on for a visitor; if it is about to be left, what waits is never asked for.
 */
export async function endSessionBy<Answered>(end: () => Promise<Answered>, stays = false): Promise<Answered> {
  holdCalls();
  stopLive();
  await queryClient.cancelQueries();
  try {
    const answered = await end();
    clearSession(true);
    if (stays)
      goOn(new ApiError({ statusCode: 401, code: refusals.signedOut.code, message: refusals.signedOut.message }));
    return answered;
  } catch (error) {
    goOn();
    startLive();
    void queryClient.invalidateQueries();
    throw error;
  }
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
