import { createRootRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { offlineError } from './api-error.ts';
import { loadChunk, loadUntilDone } from './lazy.ts';
import { safeNext } from './paths.ts';
import { countIn, textIn } from './search-params.ts';
import { drawnRoot, initialAlias } from './start/initial-data.ts';
import { seemsSignedIn, startSession } from './token.ts';

/* The routes that slices add theirs to, and what all of them need. The shell says what they look like. */

/**
 * A screen: its own chunk, loaded when somebody points at a link to it. A page that the server has drawn stays until its
 * screen is here, however often that has to be tried: an error would replace it.
 */
export const screen: typeof lazyRouteComponent = (load, name) => {
  const loadScreen = loadChunk(load);
  const waits = () => !import.meta.env.SSR && drawnRoot();
  return lazyRouteComponent(() => (waits() ? loadUntilDone(loadScreen, () => undefined) : loadScreen()), name);
};

/** The frame around each of these screens. */
export const rootRoute = createRootRoute({
  beforeLoad: async ({ location }) => {
    const started = startSession();
    // A visitor's page that came with its answers is shown before it is known that there is no session.
    if (!seemsSignedIn() && initialAlias(location.pathname.slice(1))) return;
    if ((await started).status === 'unknown') throw offlineError();
  },
});

/** Signing in and up. */
export const authRoute = createRoute({ getParentRoute: () => rootRoute, id: 'auth' });

/** Everything with the rail and the sidebar beside it. */
export const frameRoute = createRoute({ getParentRoute: () => rootRoute, id: 'frame' });

/** A community with its screens, or an event. */
export const aliasRoute = createRoute({ getParentRoute: () => frameRoute, path: '/$alias' });

/** Sends visitors to sign in, and remembers where they were going. */
export async function mustBeSignedIn({ location }: { location: { href: string } }): Promise<void> {
  if ((await startSession()).status === 'signedOut')
    throw redirect({ to: '/sign-in', search: { next: location.href }, replace: true });
}

/** Redirects people who are signed in already, unless they come back from a sign-in service and are to be told something. */
export async function mustBeSignedOut({
  search,
}: {
  search: { next?: string | undefined; result?: string | undefined };
}): Promise<void> {
  if ((await startSession()).status === 'signedIn' && !search.result)
    throw redirect({ href: safeNext(search.next), replace: true });
}

type Raw = Record<string, unknown>;

/** The position in a conversation: a message, a thread, or a reply in it. */
export function positionIn(raw: Raw): { message?: number | undefined; thread?: string | undefined } {
  return { message: countIn(raw, 'message'), thread: textIn(raw, 'thread', 36) };
}
